"""Contests over samples: intervals from resamples, labels counted by topic."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from contest import Contest


def _items(measures: int) -> Callable[[Path, bool], Any]:
    def prepare(_: Path, full: bool) -> Any:  # noqa: FBT001
        from lydite.spec import parse
        from lydite.statistics import ItemStatistics

        n = 100_000 if full else 20_000
        columns = list(np.random.default_rng(1).random((measures, n)))
        specs: Any = tuple(parse(f"F1@{cut}") for cut in range(1, measures + 1))
        tables = tuple(np.stack([c, np.ones(n)], axis=1) for c in columns)
        return ItemStatistics("s", tuple(f"{i:08d}" for i in range(n)), specs, tables), columns

    return prepare


def _boot(given: Any) -> list[float]:
    from lydite.inference import Options, summarise

    return [0.0 * len(summarise([given[0]], Options(bootstrap=1_000)))]


def _six(given: Any) -> list[float]:
    from bootstrap import six_lines

    return [0.0 * len(six_lines(given[1]))]


def _counted(given: Any) -> list[float]:
    """Draw as the six lines do; how often each item was drawn, times all measures at once."""
    table = np.stack(given[1], axis=1)
    n, generator, means = len(table), np.random.default_rng(0), np.empty((1_000, len(given[1])))
    for row in means:
        row[:] = np.bincount(generator.integers(0, n, n), minlength=n) @ table / n
    return [0.0 * len(np.quantile(means, [0.025, 0.975], axis=0))]


def _labels(_: Path, full: bool) -> Any:  # noqa: FBT001
    rng = np.random.default_rng(0)
    n = 10_000_000 if full else 2_000_000
    return rng.integers(0, 3, n), rng.integers(0, 3, n), rng.integers(0, 1_000, n)


def _recall(given: Any) -> list[float]:
    from lydite import metrics

    gold, said, topics = given
    return [float(metrics.macro_recall(gold, said, topics=topics))]


def _recall_by_bincount(given: Any) -> list[float]:
    gold, said, topics = given
    counts = np.bincount((topics * 3 + gold) * 3 + said, minlength=9_000).reshape(1_000, 3, 3)
    return [float((np.diagonal(counts, axis1=1, axis2=2) / counts.sum(2)).mean())]


CONTESTS = (
    Contest(
        "1,000 resamples, one measure",
        _items(1),
        {"lydite, with intervals": _boot, "six lines of numpy": _six},
        agree=1.0,
        note="figures are not compared: the draws differ",
    ),
    Contest(
        "1,000 resamples, ten measures",
        _items(10),
        {
            "lydite, with intervals": _boot,
            "six lines of numpy": _six,
            "counts of draws, one product": _counted,
        },
        agree=1.0,
        note="as above; the six lines share one draw",
    ),
    Contest(
        "macro recall of 1,000 topics",
        _labels,
        {"lydite": _recall, "one `numpy.bincount`": _recall_by_bincount},
    ),
)
