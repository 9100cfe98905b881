"""Every number is the same whether kernels run as Python or compiled: the amount of work decides which."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import lydite
from lydite.core.compiled import Kernel

MATCHERS = (
    "r_precision", "r_precision(stem=yes)", "modified_r_precision", "bleu", "rouge", "rouge(n=2)", "morph",
    "includes", "part_of", "meteor", "wordnet", "path",
)  # fmt: skip
MEASURES = (
    "F1", "F1@3", "P(match=stem)@2", "nDCG@4", "AP", "RR", "hit_rate@1", "F1(match=r_precision)@5",
    "F1(match=r_precision, assign=max)", "R(match=morph, threshold=0.5)",
    'reval(thesaurus="TAGS", k=3)@2', 'reval(thesaurus="TAGS", k=9, weight=rank)@5',
)  # fmt: skip
WORDS = [
    "cat",
    "cats",
    "dog",
    "dogs",
    "big",
    "small",
    "neural",
    "network",
    "networks",
    "art",
    "state",
    "learning",
    "learn",
    "parse",
    "parsing",
]


def phrases(seed: int, count: int) -> list[str]:
    draw = np.random.default_rng(seed)
    return [" ".join(draw.choice(WORDS, draw.integers(1, 5))) for _ in range(count)]


def both(monkeypatch: pytest.MonkeyPatch, find: Callable[[], object]) -> list[object]:
    """Return what is found with every kernel plain, and with every kernel compiled."""
    found = []
    for kind in ("plain", "compiled"):
        with monkeypatch.context() as patch:
            patch.setattr(Kernel, "for_work", lambda kernel, *_, kind=kind: getattr(kernel, kind))
            found.append(find())
    return found


@pytest.mark.parametrize("spec", MATCHERS)
def test_matchers(monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    ours = phrases(1, 60)
    theirs = [p.replace("cats", "cat").replace("dogs", "dog") for p in ours[:30]] + phrases(2, 30)
    one, two = both(monkeypatch, lambda: lydite.matcher(spec).pairs(ours, theirs).tolist())
    assert one == two
    assert any(one)  # type: ignore[call-overload]


@pytest.mark.parametrize("spec", MEASURES)
def test_measures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spec: str) -> None:
    tags = tmp_path / "thesaurus.tsv"
    tags.write_text("".join(f"{w}\t" + "\t".join(WORDS[::-1]) + "\n" for w in WORDS), "utf-8")
    gold = {f"{i}": phrases(i, 1 + i % 4) for i in range(30)}
    run = {f"{i}": phrases(i // 2 + 7, i % 6) for i in range(30)}

    def find() -> object:
        found = lydite.evaluate(gold, run, [spec.replace("TAGS", str(tags))])[0]
        return found.value, found.low, found.chance, dict(found.items)

    one, two = both(monkeypatch, find)
    assert repr(one) == repr(two)  # NaN for items without anything, in both
