"""Starts: files, redirects, even draws over concreteness and first links; ratings and near matches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.errors import InputError
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.hop import (
    BINS,
    LONGEST,
    ConcretenessRatings,
    LinkGraph,
    SimilarWords,
    by_concreteness,
    by_first_link,
    divide_evenly,
    first_sentences,
    from_file,
    random_starts,
    score,
    similarity_to,
)


@pytest.fixture
def web(store: Path) -> LinkGraph:
    return LinkGraph.of(Wikipedia.open(store))


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    file = tmp_path / "ratings.txt"
    rows = ["Word\tBigram\tConc.M\tConc.SD", "stone\t0\t4.9\t0.1", "rock\t0\t4.8\t0.1", "logic\t0\t1.5\t1"]
    rows += ["philosophical\t0\t1.2\t1", "small pebble\t1\t5\t0", "study\t0\t2\t1", "mind\t0\t2.5\t1"]
    file.write_text("\n".join(rows) + "\n", "utf-8")
    return file


def test_titles_from_a_file(web: LinkGraph, tmp_path: Path) -> None:
    file = tmp_path / "starts.txt"
    file.write_text("Stone\n\nCogito\nMind\nPhilosophy\n", "utf-8")
    found = from_file(web, str(file))
    assert {web.wikipedia.title(int(a)) for a in found.articles} == {"Stone", "Mind"}
    said = " ".join(found.notes)
    assert "Cogito → Mind" in said
    assert "once: 1" in said
    assert "target" in said
    file.write_text("article_name,article_url\nStone,x\nStoone,y\n", "utf-8")
    found = from_file(web, str(file))
    assert [web.wikipedia.title(int(a)) for a in found.articles] == ["Stone"]
    [note] = found.notes
    assert "1 (Stoone (line 3))" in note
    file.write_text("Stoone\nElsewhere\n", "utf-8")
    with pytest.raises(InputError, match=r"starts\.txt: .*line 1: .*'Stoone'.*Stone"):
        from_file(web, str(file))
    with pytest.raises(InputError, match=r"none\.txt: .*No such file"):
        from_file(web, str(tmp_path / "none.txt"))
    file.write_text("title\nStone\n" + "a" * 200_000 + "\n", "utf-8")
    with pytest.raises(InputError, match=r"starts.txt:3: .*field larger than"):
        from_file(web, str(file))


def test_draws_are_seeded(web: LinkGraph) -> None:
    assert (random_starts(web, 5, 1).articles == random_starts(web, 5, 1).articles).all()
    assert len(random_starts(web, None, 0).articles) == 12
    with pytest.raises(InputError, match="13 .*12"):
        random_starts(web, 13, 0)


def test_even_over_first_links(web: LinkGraph) -> None:
    found = by_first_link(web, 3, 0)
    titles = {web.wikipedia.title(int(a)) for a in found.articles}
    assert {"Logic", "Twins"} <= titles  # the only ones at 1 and at 3 hops
    assert titles - {"Logic", "Twins"} <= {"Mind", "Lagoon"}
    assert any("4 of 12 articles" in note for note in found.notes)


def test_three_sentences_are_rated() -> None:
    assert first_sentences(("One is. Two is?", "Three is! Four is.")) == "One is. Two is? Three is!"


def test_concreteness(web: LinkGraph, ratings: Path) -> None:
    read = ConcretenessRatings.read(ratings)
    articles = np.array([web.wikipedia.article(n) for n in ("Rock", "Pebble", "Island")])
    scores, known, words = score(web.wikipedia, articles, read)
    assert scores[0] == pytest.approx((4.8 + 4.9) / 2)
    assert np.isnan(scores[2])
    assert (known, words) == (3, 9)  # rock, stone, stone of three words each that are no stop words
    assert read.rate(["small", "pebble", "the"]) == [5, 5]
    assert read.rate(["philosophicals", "stones"]) == [1.2, None]  # 13 of 14 letters; 5 of 6
    assert read.near == 1
    found = by_concreteness(web, ratings, 4, 0)
    assert len(found.articles) == 4
    assert "Starts by concreteness" in found.report[0]
    again = by_concreteness(web, ratings, 4, 0)
    assert (again.articles == found.articles).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "word,rating\ncat,5\n",
            "ratings.txt:1: .*Word and Conc.M.* word,rating",
        ),
        ("Word\tConc.M\ncat\tmany\n", "ratings.txt:2: .*Conc.M.* 'many'"),
        ("Word\tConc.M\ncat\tNaN\n", "ratings.txt:2: .*Conc.M.* 'NaN'"),
        ("Word\tConc.M\ncat\n", "ratings.txt:2: .*Conc.M.* 'nothing'"),
        ("", "ratings.txt:1: .*Word and Conc.M.*none"),
        ("Word\tConc.M\nzzz\t1\n", "ratings.txt: "),
    ],
)
def test_other_ratings_are_refused(web: LinkGraph, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "ratings.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        by_concreteness(web, file, 2, 0)


def test_quotas_are_as_even_as_they_can_be() -> None:
    assert divide_evenly(np.array([1, 100, 3]), 12) == [1, 8, 3]
    assert divide_evenly(np.array([1, 2]), 9) == [1, 2]
    assert divide_evenly(np.array([5, 5, 5]), 4) == [2, 1, 1]


def similarity(a: str, b: str) -> float:
    """1 − Levenshtein distance / length of the longer word, by the table that the distance is defined by."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return 1 - row[-1] / max(len(a), len(b), 1)


def test_near_matches_equal_a_plain_search() -> None:
    generator = np.random.default_rng(0)
    words = ["".join(generator.choice(list("abc"), n)) for n in generator.integers(7, 34, 200)]
    near = SimilarWords(words, 0.9)
    for word in words[:100]:
        edited = word
        for _ in range(generator.integers(1, 4)):  # up to three letters more, less or other
            at, more, less = generator.integers(0, len(edited)), *generator.integers(0, 2, 2)
            edited = edited[:at] + "x" * more + edited[at + less :]
        best = max(similarity(edited, w) for w in words)
        found = near.find(edited)
        assert (similarity(edited, found) if found else None) == (best if best >= 0.9 else None)


@given(st.text("abc", min_size=1), st.text("abc"))
def test_similarity_is_that_of_the_table_of_distances(a: str, b: str) -> None:
    assert similarity_to(a)(b) == similarity(a, b)


def test_scores_that_are_no_whole_numbers_fall_into_ten_bins(web: LinkGraph, ratings: Path) -> None:
    """From the least to the greatest: 11 edges at equal distances; of whole hops each number is a bin."""
    histogram, *_ = by_concreteness(web, ratings, None, 0).report
    bins = [line.split()[0].split("–") for line in histogram.split("\n")[1:]]
    lows, highs = ([float(b[side]) for b in bins] for side in (0, 1))
    assert len(bins) == BINS
    assert lows[1:] == highs[:-1]
    assert np.diff([*lows, highs[-1]]) == pytest.approx((highs[-1] - lows[0]) / BINS, abs=0.011)


def test_a_long_word_is_kept_once() -> None:
    """Not once for each of its letters: one of 40,000 took 1.6 GB."""
    similar = SimilarWords(["a" * 40_000, "philosophical"], 0.9)
    assert len(similar._parts) == len("philosophical") + 1
    assert similar.find("philosophicàl") == "philosophical"


@pytest.mark.parametrize("size", [LONGEST - 1, LONGEST, LONGEST + 1, 1400])
def test_what_is_longer_than_any_word_is_like_itself_alone(size: int) -> None:
    """60 of 1,400 letters, each compared with each word of a text, took 23 seconds."""
    words = [chr(97 + n) * 3 + "x" * (size - 3) for n in range(20)]
    similar = SimilarWords(words, 0.9)
    assert similar.find(words[7]) == words[7]
    assert similar.find("zzz" + words[0][3:]) == (words[0] if size <= LONGEST else None)
    assert similar.find(words[0][1:]) == (words[0] if size <= LONGEST else None)
