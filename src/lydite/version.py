"""Which lydite this is: its version, and the commit that it was built from or is."""

from __future__ import annotations

import contextlib
import platform
import re
from pathlib import Path

from lydite import __version__
from lydite.core.io.files import contents

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_HERE = Path(__file__).parent
COMMIT = "data/commit"
"""Written into wheels and source archives when they are built (``hatch_build.py``)."""


def commit() -> str:
    """Return the commit in full; nothing where none is known."""
    written = _text(_HERE / COMMIT) or _checked_out(_HERE.parent.parent)
    return written if _HASH.fullmatch(written) else ""


def version_text() -> str:
    """Return the version as people read it.

    >>> version_text().startswith("0.")
    True
    """
    known = commit()
    return f"{__version__} (commit {known[:12]})" if known else __version__


def installation() -> str:
    """Return lydite's version, the versions of what it needs, and which extras are installed."""
    from lydite.core.extras import MAKERS, base_requirements, installed, package_name, requirements

    needed = {name: installed(name) or "not installed" for name in map(package_name, base_requirements())}
    there, lacking = [], []
    for extra, asked in sorted(requirements().items()):
        if extra in MAKERS or extra == "all":
            continue
        if absent := [package_name(r) for r in asked if installed(r) is None]:
            lacking.append(f"{extra} (needs {', '.join(absent)})")
        else:
            there.append(extra)
    return "\n".join(
        [
            f"lydite {version_text()}",
            f"python {platform.python_version()} on {platform.system()} {platform.machine()}",
            *(f"{name} {version}" for name, version in needed.items()),
            f"extras: {', '.join(there) or 'none'}",
            *([f"extras not installed: {', '.join(lacking)}"] if lacking else []),
        ]
    )


def _checked_out(root: Path) -> str:
    """Return the commit of lydite's own source tree, read from git's files; no other project's."""
    if not (root / "src" / "lydite").is_dir() or not (root / "pyproject.toml").is_file():
        return ""
    folder = root / ".git"
    if folder.is_file():  # a worktree
        folder = root / _text(folder).removeprefix("gitdir:").strip()
    head = _text(folder / "HEAD")
    if not head.startswith("ref:"):
        return head
    name = head.removeprefix("ref:").strip()
    places = [folder, folder / (_text(folder / "commondir") or ".")]
    packed = (line for place in places for line in _text(place / "packed-refs").splitlines())
    return next(
        (known for place in places if (known := _text(place / name))),
        next((line.split()[0] for line in packed if line.endswith(f" {name}")), ""),
    )


def _text(path: Path) -> str:
    """Return what a file says; nothing where there is none, or none that can be read."""
    with contextlib.suppress(ValueError):  # an InputError, too
        return contents(path).decode().strip()
    return ""
