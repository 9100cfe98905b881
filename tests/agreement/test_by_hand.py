"""The sets written by hand to judge matchers by meaning: as they were committed, and free of slips."""

import csv
import hashlib
from pathlib import Path

import numpy as np
import pytest

import lydite

FOLDER = Path(__file__).parent.parent / "data" / "meaning"
DIGESTS = {
    "everyday": "997f3c11c43807e2",
    "opposites": "6ae37eec5cefb1b2",
    "synonyms": "931053681d0ddc1f",
    "negations": "9d519aa4b4845d6c",
    "afterwards": "8da1b90ea037b918",
}


def rows(name):
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("name", DIGESTS)
def test_is_as_it_was_written(name):
    """No row may be changed to suit a matcher."""
    assert hashlib.sha256((FOLDER / f"{name}.tsv").read_bytes()).hexdigest()[:16] == DIGESTS[name]
    assert all(all(v.strip() == v and v for v in row.values()) for row in rows(name))


def test_a_hundred_comparisons_of_different_pairs():
    found = rows("everyday")
    assert len(found) == 100
    pairs = [
        ((r["better_candidate"], r["better_reference"]), (r["worse_candidate"], r["worse_reference"]))
        for r in found
    ]
    assert len({p for p, _ in pairs} & {q for _, q in pairs}) == 0
    assert len(set(pairs)) == 100
    assert len({r["domain"] for r in found}) >= 6


def test_opposites_are_pairs_and_none_is_a_synonym():
    opposites = [frozenset((r["word"], r["opposite"])) for r in rows("opposites")]
    synonyms = {frozenset((r["word"], r["synonym"])) for r in rows("synonyms")}
    assert len(opposites) == len(set(opposites)) >= 200
    assert all(len(pair) == 2 for pair in [*opposites, *synonyms])
    assert not synonyms & set(opposites)


def test_negations_of_each_kind():
    found = rows("negations")
    assert {r["kind"] for r in found} == {"word", "prefix", "other"}
    plain = {r["negated"]: r["plain"] for r in found}
    assert (plain["not good"], plain["no smoking"], plain["without sugar"]) == ("good", "smoking", "sugar")


def test_pairs_that_were_written_afterwards_come_out_as_the_docs_say():
    shares = {}
    for kind, edge in (("opposite", 0.5), ("synonym", 0.5), ("denial", 0.15 + 1e-9)):
        pairs = [(r["one"], r["other"]) for r in rows("afterwards") if r["kind"] == kind]
        ones, others = zip(*pairs, strict=True)
        scores = lydite.matcher("meaning(ask=kind)").pairs([*ones, *others], [*others, *ones])
        shares[kind] = (len(pairs), round(float(np.mean(scores >= edge)), 3))
    assert shares == {"opposite": (100, 0.0), "synonym": (75, 0.887), "denial": (70, 0.114)}
