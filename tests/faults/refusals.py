"""How a command refuses: in one line, with status 2."""

from __future__ import annotations

import re

DIGITS = "9" * 5_000


def refused(answer: tuple[int, str], said: str) -> None:
    """Hold that a command said this, in one line and with status 2."""
    status, err = answer
    assert status == 2, err
    assert err.startswith("lydite: ")
    assert err.count("\n") == 1
    assert re.search(said, err), err
