"""Parts of pages: files beside the code, hashes for the policy, and texts that stay texts."""

from __future__ import annotations

import base64
import hashlib
import itertools
import shlex
from collections.abc import Iterable
from html import escape
from importlib import resources

from lydite.core.errors import TYPED, without_secrets
from lydite.reporting.readable import escape_control


def part(package: str, name: str) -> str:
    """Return a file that lies beside the modules of a package."""
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def style(*names: str) -> str:
    """Return style sheets of this package, one after the other.

    >>> "--ink" in style("base.css")
    True
    """
    return "\n".join(part(__package__, name) for name in names)


QUIET = "default-src 'none'; style-src 'unsafe-inline'"
"""The policy of a page that loads and runs nothing."""


def content_hash(text: str) -> str:
    """Return what a page's policy knows its own script or style by, so that nothing else runs there.

    >>> content_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def command_line(*, options: bool = True) -> str:
    """Return the command as it was typed, without what is secret in an address; nothing in a library.

    Without options it ends before the first.
    """
    typed: Iterable[str] = TYPED.get()
    if not options:
        typed = itertools.takewhile(lambda word: not word.startswith("-"), typed)
    words = list(map(without_secrets, typed))
    return shlex.join(["lydite", *words]) if words else ""


def safe(text: str, keep: str = "") -> str:
    r"""Return a text as markup that shows it, whatever it says.

    >>> safe("</script>\u2028<b>")
    '&lt;/script&gt;\\u2028&lt;b&gt;'
    """
    return escape(escape_control(text, keep=keep))
