"""Files of tweets in several languages, and what commands make of tweets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

TWEETS = Path(__file__).parent / "data" / "tweets"
Run = Callable[..., tuple[int, str, str]]


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
