"""Chance of every probe: what the same vectors give when words get them at random."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from full_size import size
from lydite.core.errors import InputError
from lydite.inference import Options, value_of
from lydite.probes import examine, probe
from lydite.probes.testsets import TestSet
from lydite.runs import Run, read_run
from lydite.vectors import Vectors

WORDS = [f"w{i}" for i in range(60)]
TEST = TestSet(
    "made",
    categories={
        "a": (*WORDS[:8], "unknown", "strange"),
        "b": tuple(WORDS[8:13]),
        "c": (*WORDS[10:22], "odd"),
        "d": tuple(WORDS[22:29]),
    },
    analogies={
        "r": tuple((WORDS[i], WORDS[i + 1], WORDS[i + 2], WORDS[i + 3]) for i in range(40)),
        "s": (("w0", "w1", "w0", "w3"), ("w0", "w1", "w2", "w2"), ("w0", "w1", "w2", "none")),
    },
    # people's scores tell known pairs from unknown ones
    pairs=tuple((WORDS[i], WORDS[i + 1] if i % 3 else "none", float(i % 3) + i / 100) for i in range(40)),
    outliers={"g": (("w0", "w1", "w2", "gone"), ("w5", "w6", "none")), "h": (("w8", "w9"), ("w1",))},
)
PROBES = [
    "topk(k=2)",
    "topk(k=2, oov=skip)",
    "odd_one_out(k=2)",
    "odd_one_out(k=3, odd=outside_sample, oov=skip)",
    "odd_one_out(k=2, odd=outside_sample, pool=11)",
    "odd_one_out(k=2, samples=500)",
    "odd_one_out(k=2, distance=cosine, pool=20)",
    "combined(k=2, of=rates)",
    "categorise",
    "categorise(clusters=best)",
    "analogy",
    "analogy(method=3CosMul, average=relations, oov=skip)",
    "similarity",
    "similarity(correlation=pearson)",
    "similarity(oov=skip)",
    "outlier",
    "outlier(score=position)",
    "topk(k=2, of=counts)",
]


def vectors(seed: int = 0, shift: float = 0.3) -> Vectors:
    """Return vectors that have most cosines above 0, as real ones do."""
    matrix = np.random.default_rng(seed).normal(size=(len(WORDS), 6)) + shift
    return Vectors.of(dict(zip(WORDS, matrix.tolist(), strict=True)))


def shuffled(given: Vectors, seed: int) -> Vectors:
    rows = np.random.default_rng(seed).permutation(len(given))
    return Vectors.of(dict(zip(WORDS, given.matrix[rows].tolist(), strict=True)))


def test_shuffled_rows_are_as_good_as_chance() -> None:
    """In the mean over shuffles, value − chance is 0; the harmonic mean of means is near it."""
    given = vectors()
    apart = []
    for seed in range(size(25, 100)):
        blocks = [row[0] for row in examine(shuffled(given, seed), PROBES, TEST).scored]
        assert all(b.chance[0].shape == b.statistics[0].shape for b in blocks)
        by_chance = [replace(b, statistics=(b.chance[0],)) for b in blocks]
        apart.append([value_of(b, 0) - value_of(c, 0) for b, c in zip(blocks, by_chance, strict=True)])
    means = np.mean(apart, axis=0)
    errors = np.std(apart, axis=0) / np.sqrt(len(apart))
    loose = np.array([0.01 if p.startswith("combined") else 0.0 for p in PROBES])
    assert dict(zip(PROBES, abs(means) < 4 * errors + loose, strict=True)) == dict.fromkeys(PROBES, True)


def test_the_numbers_of_the_definitions() -> None:
    found = probe(vectors(), ["topk(k=3)", "odd_one_out(k=3)"], {"a": WORDS[:10]}, Options(bootstrap=0))
    assert found[0].chance == pytest.approx(9 / 59)
    assert found[1].chance == pytest.approx(1 / 4)
    half = probe(vectors(), ["odd_one_out(k=3)"], {"a": [*WORDS[:5], *"12345"]}, Options(bootstrap=0))
    assert half[0].chance == pytest.approx(1 / 4 * 10 / 120)  # C(5, 3) of C(10, 3)
    corrected = found[1].corrected
    assert corrected == pytest.approx((found[1].value - 0.25) / 0.75)


def test_signatures_say_how_chance_was_taken() -> None:
    found = probe(vectors(), ["topk", "categorise(seed=3)"], TEST, Options(bootstrap=0))
    assert "chance:expectation" in str(found[0].signature)
    assert "chance:100 shuffles, seed 3" in str(found[1].signature)


def test_a_raw_count_has_chance_and_nothing_to_correct_by() -> None:
    result = probe(vectors(), ["topk(of=counts)"], TEST)[0]
    assert result.chance is not None
    assert result.corrected is None or np.isnan(result.corrected)


@pytest.mark.parametrize("distance", ["unit", "raw", "cosine"])
@pytest.mark.parametrize("odd", ["outside_category", "outside_sample"])
@pytest.mark.parametrize("pool", [7, 25, 1000])
def test_a_pool_by_hand(distance: str, odd: str, pool: int) -> None:
    given = vectors(1)
    matrix = given.matrix.astype(np.float64)
    rows = matrix / np.linalg.norm(matrix, axis=1, keepdims=True) if distance == "unit" else matrix
    members, right, asked = range(4, 10), 0, 0
    for chosen in itertools.combinations(members, 3):
        for w in range(min(pool, len(WORDS))):
            if w in (members if odd == "outside_category" else chosen):
                continue
            x = rows[[*chosen, w]]
            mean = x.mean(0)
            far = ((x - mean) ** 2).sum(1)
            if distance == "cosine":
                far = -(x @ mean) / np.linalg.norm(x, axis=1)
            right += far[3] > far[:3].max()
            asked += 1
    spec = f"odd_one_out(distance={distance}, odd={odd}, pool={pool})"
    found = probe(given, [spec, spec[:-1] + ", samples=4000)"], {"m": [WORDS[i] for i in members]})
    assert found[0].value == pytest.approx(right / asked)
    assert found[1].value == pytest.approx(right / asked, abs=0.04)


def test_a_pool_without_an_odd_word() -> None:
    with pytest.raises(InputError, match="odd_one_out.*no odd word.* 4 words"):
        probe(vectors(), ["odd_one_out(pool=4)"], {"a": WORDS[:10]})


def test_the_purest_clustering_is_no_worse_than_any() -> None:
    ways = [f"categorise(clusters={way})" for way in ("ward", "average", "kmeans", "best")]
    *each, best = probe(vectors(), ways, TEST, Options(bootstrap=0))
    assert best.value == max(r.value for r in each)
    assert best.chance is not None
    assert best.chance > max(r.chance or 0.0 for r in each)  # choosing pays by chance, too


def test_pairs_that_are_left_out_are_said() -> None:
    result = probe(vectors(), ["similarity(oov=skip)"], TEST)
    assert (result[0].n, result[0].unscored) == (26, 14)
    assert "26 of 40 pairs, 14 " in result.notes[0]
    whole = probe(vectors(), ["similarity"], TEST)
    assert whole[0].n == 40
    assert "40 pairs, 14 " in whole.notes[0]
    assert "of words" in whole.notes[0]  # coverage


def test_vectors_are_compared_on_the_words_that_all_know() -> None:
    whole = vectors()
    less = Vectors(whole.words.first(30), whole.matrix[:30], "less")
    sets = {"a": WORDS[:8], "b": WORDS[20:40]}
    both = {"whole": whole, "less": less}
    probed = examine(both, ["odd_one_out(k=2)", "topk"], sets, shared=True)
    compared = probed.comparison(Options(bootstrap=100))
    values = {(r.system, r.measure, r.group): r.value for r in compared.results}
    for measure in ("odd_one_out(k=2)", "topk"):
        assert values["whole", measure, None] != values["less", measure, None]
        assert values["whole", measure, "shared vocabulary"] == values["less", measure, "shared vocabulary"]
        assert values["less", measure, None] == values["less", measure, "shared vocabulary"]
        assert compared.letters[f"{measure}, shared vocabulary"] == {"whole": "a", "less": "a"}
    assert set(compared.letters) == {t.measure for t in compared.tests}
    assert any("shared vocabulary: 30 words" in note for note in compared.results.notes)
    assert any("significant difference" in note for note in compared.results.notes)
    signed = {r.signature.measure + str(r.signature) for r in compared.results}
    assert len(signed) == len(compared.results)


def test_a_vocabulary_is_shared_by_several() -> None:
    with pytest.raises(InputError, match="vocabulary .*vectors"):
        examine(vectors(), ["topk"], TEST, shared=True)
    strangers = {"one": vectors(), "two": Vectors.of({"x": [1.0, 0.0], "y": [0.0, 1.0]})}
    with pytest.raises(InputError, match=r"words of made .*vectors"):
        examine(strangers, ["topk"], TEST, shared=True)


def test_folding_before_sharing() -> None:
    upper = Vectors.of({"Cat": [1, 0], "Dog": [1, 0.1], "Red": [0, 1]})
    lower = Vectors.of({"cat": [1, 0], "dog": [1, 0.1], "tax": [0, 1]})
    probed = examine({"u": upper, "l": lower}, ["topk(k=1, fold=yes)"], {"a": ["cat", "dog"]}, shared=True)
    assert probed.shared is not None
    assert {len(g.answers(fold=True)) for g in probed.shared.inputs} == {2}


def test_composed_words_are_asked_about_and_never_answer() -> None:
    """Words that nobody ever wrote are near each other by their letters; gensim finds none of them."""
    gensim = pytest.importorskip("gensim")
    from gensim.models.fasttext import load_facebook_model

    from lydite.vectors import load_vectors

    path = Path(gensim.__file__).parent / "test" / "test_data" / "crime-and-punishment.bin"
    ours, theirs = load_vectors(path, cache=False), load_facebook_model(str(path)).wv
    made_up = [f"blorfin{end}" for end in ("a", "as", "ist", "ing", "ed")]
    real = ["the", "and", "that", "he", "was"]
    sets = {"made up": made_up, "mixed": [*real, *made_up]}
    found = probe_subwords(ours, sets)
    for name, words in sets.items():
        right = sum(x in words for w in words for x, _ in theirs.most_similar(w, topn=3))
        assert found[name] == pytest.approx(right / (3 * len(words)))
    assert found["made up"] == 0


def probe_subwords(given: Vectors, sets: dict[str, list[str]]) -> dict[str, float]:
    probed = examine(given, ["topk(k=3)", "odd_one_out(k=2)"], sets, subwords=True)
    results = probed.results(Options(bootstrap=0))
    assert results[0].coverage == 1.0
    return dict(results[0].items)


def test_a_saved_run_keeps_chance_and_the_shared_vocabulary(tmp_path: Path) -> None:
    whole = vectors()
    both = {"whole": whole, "less": Vectors(whole.words.first(40), whole.matrix[:40], "less")}
    probed = examine(both, ["topk", "categorise", "similarity"], TEST, shared=True)
    Run.of_probes(probed).save(tmp_path / "probes.run")
    read = read_run(tmp_path / "probes.run")
    assert list(read.results(Options(100))) == list(probed.results(Options(100)))
    mine, theirs = (one.comparison(Options(100)) for one in (read, probed))
    assert (mine.letters, mine.tests) == (theirs.letters, theirs.tests)


@pytest.mark.parametrize("odd", ["outside_category", "outside_sample"])
def test_by_chance_each_of_all_words_is_the_odd_one_equally_often(odd: str) -> None:
    words = TestSet.of({"some": WORDS[:5]})
    (result,) = probe(vectors(1), [f"odd_one_out(k=2, odd={odd})"], words)
    assert result.chance == pytest.approx(1 / 3)
