"""What all tests share."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "lydite", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("lydite")

ROOT = Path(__file__).parent.parent


class PublicData(type(Path())):  # type: ignore[misc]
    """The folder of public data sets: whoever asks for one that is absent is skipped."""

    def __truediv__(self, name: str) -> Path:
        path = Path(self, name)
        if not path.exists():
            pytest.skip(f"needs the public data {name} (make data)")
        return path


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public data sets; tests that need it are skipped where it is absent."""
    folder = PublicData(os.environ.get("LYDITE_SHARED_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip("needs the public data (make data)")
    return folder


def pytest_configure(config: pytest.Config) -> None:
    """Put temporary folders and the cache into a folder that is removed with the session."""
    if not hasattr(config, "workerinput"):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # what failed stays for a look
        tempfile.tempdir = os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="lydite-tests-")
        os.environ["LYDITE_CACHE"] = str(Path(tempfile.tempdir) / "cache")
        config.add_cleanup(functools.partial(shutil.rmtree, tempfile.tempdir, ignore_errors=True))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels once before the workers start."""
    if getattr(session.config.option, "numprocesses", None):
        subprocess.run([sys.executable, ROOT / "tests" / "kernels.py"], check=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line what skipped tests wait for."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(r.longrepr[2]).removeprefix("Skipped: ") for r in reports)
    if reasons:
        told = "; ".join(f"{reason} ({count})" for reason, count in reasons.most_common())
        terminalreporter.write_line(f"skipped: {told}")
