"""A small run of each kind, made from scratch: what the tests save, spoil and read again."""

from __future__ import annotations

import functools
import io
import json
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from hopwiki import VECTORS, build_store
from lydite.core.notes import Note
from lydite.inference import Inference
from lydite.probes import ProbeRun, examine
from lydite.probes.agreement import QuestionSet, agree
from lydite.probes.agreement.questions import Answer, Question
from lydite.probes.hop import hop
from lydite.probes.testsets import TestSet
from lydite.runs import Run, pack, pack_run, unpack_run
from lydite.vectors import Vectors
from performing import run_of

KINDS = ("phrases", "labels", "prevalences", "probes", "hops", "agreements")
GOLD = {
    "a": [["cat", "house cat"], ["black dog"]], "b": [["dog"]], "c": [["naïve bird"], ["犬"]],
    "d": [["fish"]], 'e é "1"': [["running horse"]], "f": [],
}  # fmt: skip
ANSWERS = {
    "speller": {"a": ["cat", "black dogs"], "b": ["dogs"], "c": ["bird"], "d": ["fish"], 'e é "1"': []},
    "meaner": {"a": ["kitten"], "b": ["hound", "dog"], "d": ["trout"], 'e é "1"': ["runs", "pony"]},
}
PHRASES = ("F1(match=stem)@2", "F1(match=rouge)", "R(match=wordnet)", "P")
LABELS = ("macro_recall", "macro_MAE", "KLD(average=pooled)", "accuracy(average=topics)")
PROBES = ("topk(k=1)", "odd_one_out(k=2)", "similarity", "analogy", "outlier", "combined(k=2, of=rates)")
TOPICS = {"a": "pets", "b": "pets", "c": "wild", "d": "wild", 'e é "1"': "pets", "f": "wild"}


def phrases(measures: Sequence[Any] = PHRASES, **asked: Any) -> Run:
    """Two systems on six items of two topics."""
    texts = {item: f"a text of {words[:1]}" for item, words in GOLD.items()}
    documents = texts if any("part=" in str(m) for m in measures) else None
    return run_of(gold(), ANSWERS, list(measures), documents=documents, keep=True, **asked)


def labels(measures: Sequence[Any] = LABELS, **asked: Any) -> Run:
    """Two systems on 24 rows of three topics and five users; many of them are equal."""
    draw = np.random.default_rng(1)
    names = np.array(["negative", "neutral", "positive"])
    true, ids = draw.integers(0, 3, 24), [f"{i:02d}" for i in range(24)]
    known = {"id": ids, "topic": list("xyz") * 8}
    answers = {}
    for system, wrong in (("careful", 0.2), ("hasty", 0.6)):
        predicted = np.where(draw.random(24) < wrong, draw.integers(0, 3, 24), true)
        answers[system] = pl.DataFrame(known | {"label": names[predicted].tolist()})
    gold = pl.DataFrame(known | {"label": names[true].tolist(), "user": [str(i % 5) for i in range(24)]})
    run = run_of(gold, answers, list(measures), labels=names.tolist(), **asked)
    return replace(run, notes=(*run.notes, Note("a note")))


def prevalences() -> Run:
    """Two systems that give prevalences of three topics."""
    draw = np.random.default_rng(3)
    sides = [
        {t: dict(zip("abc", draw.dirichlet(np.ones(3)).tolist(), strict=True)) for t in "xyz"}
        for _ in range(3)
    ]
    return run_of(sides[0], {"one": sides[1], "two": sides[2]}, ["AE", "EMD", "AE(average=pooled)"])


def probes(measures: Sequence[Any] = PROBES) -> Run:
    """Two sets of vectors on categories, analogies, pairs and outliers."""
    return Run.of_probes(probed(measures))


def probed(measures: Sequence[Any] = PROBES) -> ProbeRun:
    """The same, before it is a run."""
    draw = np.random.default_rng(2)
    animals, colours = ("cat", "dog", "cow", "hen"), ("red", "blue", "green", "pink", "grey")
    words = [*animals, *colours, "one", "two", "man", "woman"]
    test = TestSet(
        "small",
        {"animals": animals, "colours": colours, "numbers": ("one", "two", "ten")},
        {"pairs": (("cat", "dog", "red", "blue"), ("one", "two", "man", "woman"))},
        (("cat", "dog", 9.0), ("dog", "red", 2.0), ("cat", "red", 1.0), ("one", "nothing", 3.0)),
        {"pets": (animals, ("red", "one")), "paint": (colours, ("cat", "none"))},
    )
    centres = np.repeat(draw.normal(size=(4, 4)), [4, 5, 2, 2], axis=0)
    named = {
        name: Vectors.of(dict(zip(words, centres + spread * draw.normal(size=(13, 4)), strict=True)), name)
        for name, spread in (("near", 0.2), ("far", 1.0))
    }
    return examine(named, list(measures), test)


@functools.cache
def store() -> Path:
    """The store of the wiki whose walks are known by hand; vectors stand beside it."""
    folder = Path(tempfile.mkdtemp(prefix="lydite-runs-"))
    (folder / "small.txt").write_text(VECTORS, "utf-8")
    return build_store(folder)


def hops(choosers: Sequence[str] = ("first", "shortest", "vectors")) -> Run:
    """Strategies from all articles of the small wiki."""
    vectors = f"vectors(file={store().parent / 'small.txt'})"
    return Run.of_hops(hop(store(), [vectors if c == "vectors" else c for c in choosers]))


def agreements(matchers: Sequence[str] = ("stem", "r_precision")) -> Run:
    """Two people and three matchers on three questions."""
    asked = {
        "black cat": {"cat": (1, 1), "black dog": (-1, -1), "cats in black": (0, 1)},
        "dog": {"hound": (1, 1), "dogs": (1, 0), "cat": (-1, -1)},
        "naïve bird": {"birds": (1, -1), "bird house": (-1, -1), "犬": (-1, 0)},
    }
    questions = [
        Question.of(
            name,
            name,
            list(those),
            [Answer(m, w) for m, w in zip(zip(*those.values(), strict=True), "pq", strict=True)],
        )
        for name, those in asked.items()
    ]
    return Run.of_agreement(agree(QuestionSet("small", tuple(questions)), list(matchers)))


def make(kind: str) -> Run:
    """Return the run of a kind."""
    run: Run = globals()[kind]()
    return run


@functools.cache
def gold() -> Path:
    """Write the gold phrases, with the topic and the user of each item."""
    file = Path(tempfile.mkdtemp(prefix="lydite-runs-")) / "gold.jsonl"
    rows = [
        {"id": k, "phrases": GOLD[k], "topic": TOPICS[k], "user": f"u{n % 4}"} for n, k in enumerate(GOLD)
    ]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return file


def same(one: Run, two: Run, options: Inference, *, tests: bool = True) -> None:
    """Everything that is told of two runs agrees, signatures and values of items included."""
    mine, theirs = one.results(options), two.results(options)
    assert [r.row() for r in mine] == [r.row() for r in theirs]
    assert [repr(r.items) for r in mine] == [repr(r.items) for r in theirs]
    assert [repr(r.parameters) for r in mine] == [repr(r.parameters) for r in theirs]
    assert mine.notes == theirs.notes
    if tests and len(one.systems) > 1:
        for test in ("randomisation", "bootstrap"):
            a, b = one.comparison(options, test, 200), two.comparison(options, test, 200)
            assert repr(a.tests) == repr(b.tests)
            assert a.letters == b.letters


def again(run: Run) -> Run:
    """Return a run as it comes back from a file."""
    return unpack_run(pack_run(run), "run")


def taken_apart(data: bytes) -> tuple[dict[str, Any], list[np.ndarray]]:
    """Return header and arrays of a saved run."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = sorted((n for n in archive.namelist() if n.endswith("npy")), key=lambda n: int(n[7:-4]))
        arrays = [np.load(io.BytesIO(archive.read(n))) for n in names]
        return json.loads(archive.read("run.json")), arrays


def put_together(header: Any, arrays: list[np.ndarray]) -> bytes:
    """Return a saved run of a header and arrays."""
    return pack(json.dumps(header).encode(), arrays)
