"""Score keyphrases, tags, hashtags and sentiment labels against gold, and test word vectors.

Names are imported when they are first used, so that ``import lydite`` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

__version__ = "0.1.0"

if TYPE_CHECKING:
    from lydite.api import (
        agree,
        cached,
        compare,
        compare_runs,
        cosine,
        custom,
        evaluate,
        match,
        matcher,
        probe,
        semeval,
        semeval_leaderboard,
    )
    from lydite.core.errors import LyditeError
    from lydite.core.spec import expand, parse
    from lydite.inference.result import Result, Results
    from lydite.runs.run_file import read_run
    from lydite.tuning.tune import tune
    from lydite.vectors import load_vectors
else:
    __getattr__ = lazily(
        __name__,
        {
            "api": (
                "agree cached compare compare_runs cosine custom evaluate match matcher probe semeval"
                " semeval_leaderboard"
            ),
            "core.errors": "LyditeError",
            "inference.result": "Result Results",
            "runs.run_file": "read_run",
            "vectors": "load_vectors",
            "core.spec": "expand parse",
            "tuning.tune": "tune",
        },
    )

__all__ = [
    "LyditeError",
    "Result",
    "Results",
    "__version__",
    "agree",
    "cached",
    "compare",
    "compare_runs",
    "cosine",
    "custom",
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
    "tune",
]


def __dir__() -> list[str]:
    return __all__
