"""Write the commit that an archive is built from into it, for ``lydite --version``."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMMIT = "src/lydite/data/commit"


class CommitHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the file of the commit; one that a source archive brought stays as it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Find the commit, where there is git and a repository."""
        if version == "editable" or (Path(self.root) / COMMIT).is_file():
            return
        command = ["git", "rev-parse", "HEAD"]
        try:
            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True)  # noqa: S603
        except (OSError, subprocess.CalledProcessError):
            return
        if not (Path(self.root) / ".git").exists():
            return  # the repository of somebody else
        file = Path(tempfile.mkdtemp()) / "commit"
        file.write_text(done.stdout, "ascii")
        place = COMMIT if self.target_name == "sdist" else COMMIT.removeprefix("src/")
        build_data["force_include"][str(file)] = place
