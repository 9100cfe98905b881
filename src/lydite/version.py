"""Which lydite this is: its version, and the commit that it was built from or is."""

from __future__ import annotations

import re
from pathlib import Path

from lydite import __version__

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_HERE = Path(__file__).parent
COMMIT = "data/commit"
"""Written into wheels and source archives when they are built (``hatch_build.py``)."""


def commit() -> str:
    """Return the commit in full; nothing where none is known."""
    try:
        written = (_HERE / COMMIT).read_text("ascii").strip()
    except (OSError, ValueError):
        written = _checked_out(_HERE.parent.parent)
    return written if _HASH.fullmatch(written) else ""


def version_text() -> str:
    """Return the version as people read it.

    >>> version_text().startswith("0.")
    True
    """
    known = commit()
    return f"{__version__} (commit {known[:12]})" if known else __version__


def _checked_out(root: Path) -> str:
    """Return the commit of lydite's own source tree, read from git's files; no other project's."""
    if not (root / "src" / "lydite").is_dir() or not (root / "pyproject.toml").is_file():
        return ""
    try:
        folder = root / ".git"
        if folder.is_file():  # a worktree
            folder = root / folder.read_text("utf-8").removeprefix("gitdir:").strip()
        head = (folder / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref:"):
            return head
        name = head.removeprefix("ref:").strip()
        common = folder / "commondir"
        places = [folder, *([folder / common.read_text("utf-8").strip()] if common.is_file() else [])]
        for place in places:
            if (place / name).is_file():
                return (place / name).read_text("utf-8").strip()
        for place in places:
            if (place / "packed-refs").is_file():
                for line in (place / "packed-refs").read_text("utf-8").splitlines():
                    if line.endswith(f" {name}"):
                        return line.split()[0]
    except (OSError, ValueError):
        pass
    return ""
