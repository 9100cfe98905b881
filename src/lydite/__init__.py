"""Lydite: evaluate systems by meaning instead of by spelling, and the sources of meaning themselves.

Names are imported when they are first used, so that ``import lydite`` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "agree": "lydite.api",
    "compare": "lydite.api",
    "evaluate": "lydite.api",
    "match": "lydite.api",
    "matcher": "lydite.api",
    "probe": "lydite.api",
    "semeval": "lydite.api",
    "semeval_leaderboard": "lydite.api",
    "read_run": "lydite.runs.reading",
    "load_vectors": "lydite.sources.vectors",
    "expand": "lydite.spec",
    "parse": "lydite.spec",
    "LyditeError": "lydite.errors",
    "Result": "lydite.result",
    "Results": "lydite.result",
}

if TYPE_CHECKING:
    from lydite.api import agree, compare, evaluate, match, matcher, probe, semeval, semeval_leaderboard
    from lydite.errors import LyditeError
    from lydite.result import Result, Results
    from lydite.runs.reading import read_run
    from lydite.sources.vectors import load_vectors
    from lydite.spec import expand, parse

__all__ = [
    "LyditeError",
    "Result",
    "Results",
    "__version__",
    "agree",
    "compare",
    "evaluate",
    "expand",
    "load_vectors",
    "match",
    "matcher",
    "parse",
    "probe",
    "read_run",
    "semeval",
    "semeval_leaderboard",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'lydite' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
