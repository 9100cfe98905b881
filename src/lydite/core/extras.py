"""Optional dependencies: what each extra asks for, and what of it is there."""

from __future__ import annotations

import re
from importlib import metadata

_EXTRA = re.compile(r"""extra\s*==\s*["']([\w-]+)["']""")
_NAME = re.compile(r"[\w.-]+")
MAKERS = ("bench", "dev", "docs")
"""Extras for those who work on lydite itself."""


def base_requirements() -> list[str]:
    """Return what lydite needs without any extra; what only other versions of Python need is left out.

    >>> "numpy" in map(package_name, base_requirements())
    True
    """
    try:
        declared = [text.partition(";") for text in metadata.requires("lydite") or []]
    except metadata.PackageNotFoundError:  # a source tree that was never installed
        return []
    base = [(text.strip(), marker) for text, _, marker in declared if not _EXTRA.search(marker)]
    return [text for text, marker in base if not marker or installed(text)]


def requirements() -> dict[str, list[str]]:
    """Return by extra what it asks for, as pip takes it; other extras of lydite are spelled out."""
    asked: dict[str, list[str]] = {}
    try:
        declared = metadata.requires("lydite") or []
        names = metadata.metadata("lydite").get_all("Provides-Extra") or []
    except metadata.PackageNotFoundError:  # a source tree that was never installed
        return {}
    for requirement in declared:
        text, _, marker = requirement.partition(";")
        if found := _EXTRA.search(marker):
            asked.setdefault(found[1], []).append(text.strip())
    return {name: _spelled_out(name, asked) for name in names}


def _spelled_out(extra: str, asked: dict[str, list[str]], seen: tuple[str, ...] = ()) -> list[str]:
    found: list[str] = []
    for text in asked.get(extra, []):
        if not text.startswith("lydite["):
            found.append(text)
            continue
        for other in text.removeprefix("lydite[").rstrip("]").split(","):
            if other.strip() not in seen:
                found += _spelled_out(other.strip(), asked, (*seen, extra))
    return list(dict.fromkeys(found))


def package_name(requirement: str) -> str:
    """Return the name of the package that a requirement asks for.

    >>> package_name("numpy>=2.0")
    'numpy'
    """
    found = _NAME.match(requirement)
    return found[0] if found else requirement


def installed(requirement: str) -> str | None:
    """Return the version of a package that is there; None for none.

    >>> installed("numpy>=2.0") is None, installed("no-such-package>=1")
    (False, None)
    """
    try:
        return metadata.version(package_name(requirement))
    except metadata.PackageNotFoundError:
        return None


def pip_command(extra: str, package: str) -> str:
    """Return the command that brings what an extra lacks, by the names of the packages.

    >>> pip_command("no-such-extra", "gensim")
    'pip install gensim'
    """
    lacking = [r for r in requirements().get(extra, []) if installed(r) is None]
    names = lacking or package.replace(" and ", " ").split()
    return " ".join(["pip install", *(f"'{r}'" if re.search(r"[<>=!~ ]", r) else r for r in names)])
