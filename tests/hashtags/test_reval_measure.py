"""reval against Table 2 and against a literal implementation of Equation 4."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from lydite.core.arrays import encode
from lydite.core.errors import InputError, SpecError
from lydite.core.spec import expand, parse
from lydite.measures.phrases import PhraseItems
from lydite.reporting import render

# #REval, Table 2
SYNONYMS = {
    "#hockey": ["#bowling", "#golf", "#sport"],
    "#championship": ["#champion", "#winner", "#tournament"],
    "#football": ["#soccer", "#footy", "#rugby"],
    "#sport": ["#sports", "#exercise", "#keeepfit"],
    "#swim": ["#dive", "#paddle", "#sport"],
    "#exercise": ["#keeepfit", "#yoga", "#walking"],
}
TABLE_2 = [
    (["#hockey", "#championship"], ["#football", "#sport"], 1 / 2),
    (["#football", "#sport"], ["#hockey", "#sports"], 1 / 2),
    (["#hockey"], ["#football", "#rugby"], 0.0),
    (["#swim", "#exercise"], ["#sport"], 1.0),
]


def items(gold: list[list[str]], predicted: list[list[str]]) -> PhraseItems:
    words, (left, right) = encode(gold, predicted)
    ids = tuple(f"{i:03}" for i in range(len(gold)))
    return PhraseItems(ids, words, left, right, np.zeros(len(gold), bool))


def write(path: Path, synonyms: dict[str, list[str]]) -> Path:
    path.write_text("".join("\t".join([h, *s]) + "\n" for h, s in synonyms.items()), "utf-8")
    return path


def values(spec: str, given_items: PhraseItems) -> list[float]:
    measure = parse(spec)
    return [float(v) for v in measure.value(measure.statistics(given_items)[:, None, :])]


@pytest.fixture
def table_2(tmp_path: Path) -> Path:
    return write(tmp_path / "table2.tsv", SYNONYMS)


def test_table_2(table_2: Path) -> None:
    ours = items([g for _, g, _ in TABLE_2], [r for r, _, _ in TABLE_2])
    assert values(f'reval(k=3, thesaurus="{table_2}")', ours) == [v for _, _, v in TABLE_2]
    assert values(f'reval(k=0, thesaurus="{table_2}")', ours) == [0.0] * 4


def test_relation_is_not_symmetric(table_2: Path) -> None:
    matcher = parse(f'thesaurus(store="{table_2}", k=3)', "matcher")
    assert matcher.score("#swim", "#sport") == 1
    assert matcher.score("#sport", "#swim") == 0


def literal(recommended: list[str], gold: list[str], synonyms: dict[str, list[str]], k: int) -> float | None:
    """Equation 4 as it stands, over sets."""
    R, G = set(recommended), set(gold)
    if not G or not R:
        return None
    syn = {h: {h, *synonyms.get(h, [])[:k]} for h in R}
    if len(R) <= len(G):
        hits = sum(1 for h in R if syn[h] & G)
    else:
        union = set().union(*syn.values())
        hits = sum(1 for g in G if g in union)
    return hits / min(len(R), len(G))


TAGS = [f"#t{i}" for i in range(9)]
UNKNOWN = ["#x", "#y"]
lists = st.lists(st.sampled_from(TAGS + UNKNOWN), max_size=5)
thesauri = st.fixed_dictionaries({t: st.permutations([u for u in TAGS if u != t]) for t in TAGS}).flatmap(
    lambda full: st.fixed_dictionaries(
        {t: st.integers(0, 8).map(lambda n, s=s: s[:n]) for t, s in full.items()}
    )
)


@settings(max_examples=60)
@given(st.lists(st.tuples(lists, lists), min_size=1, max_size=6), thesauri)
def test_equals_the_literal_sets(tmp_path_factory: pytest.TempPathFactory, pairs, synonyms) -> None:  # type: ignore[no-untyped-def]
    path = write(tmp_path_factory.mktemp("t") / "t.tsv", synonyms)
    ours = items([g for _, g in pairs], [r for r, _ in pairs])
    for measure in expand(f'reval(k=0:9:3, thesaurus="{path}")@1,3,5'):
        found = measure.value(measure.statistics(ours)[:, None, :])
        for (r, g), value in zip(pairs, found, strict=True):
            cut = list(dict.fromkeys(r))[: measure.cut]
            expected = literal(cut, g, synonyms, measure.k)
            assert (math.isnan(value) and expected is None) or value == pytest.approx(expected)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(lists, lists), min_size=1, max_size=6), thesauri, st.sampled_from(["equal", "rank"])
)
def test_laws(tmp_path_factory: pytest.TempPathFactory, pairs, synonyms, weight) -> None:  # type: ignore[no-untyped-def]
    """k = 0 is the hit ratio; never decreasing in k; between 0 and 1; weights only take away."""
    path = write(tmp_path_factory.mktemp("t") / "t.tsv", synonyms)
    ours = items([g for _, g in pairs], [r for r, _ in pairs])
    for cut in ("@1", "@2", ""):
        curve = [
            values(f'reval(k={k}, weight={weight}, thesaurus="{path}"){cut}', ours) for k in (0, 1, 2, 5, 8)
        ]
        assert curve[0] == pytest.approx(values(f"hit_ratio{cut}", ours), nan_ok=True)
        for below, above in itertools.pairwise(curve):
            for a, b in zip(below, above, strict=True):
                assert math.isnan(a) == math.isnan(b)
                assert math.isnan(a) or 0 <= a <= b <= 1
        plain = values(f'reval(k=8, thesaurus="{path}"){cut}', ours)
        assert all(math.isnan(p) or w <= p for w, p in zip(curve[-1], plain, strict=True))


def test_rank_weights(table_2: Path) -> None:
    """A hit at rank ρ counts 1/log₂(2 + ρ)."""
    ours = items([["#golf"], ["#hockey"]], [["#hockey"], ["#hockey"]])
    assert values(f'reval(k=3, weight=rank, thesaurus="{table_2}")', ours) == [1 / math.log2(4), 1.0]


def test_empty_recommendations_are_unscored_unless_asked(table_2: Path) -> None:
    ours = items([["#golf"], ["#sport"]], [[], ["#sport"]])
    for empty, value in (("skip", 1.0), ("zero", 0.5)):
        measure = parse(f'reval(k=3, thesaurus="{table_2}", empty={empty})')
        assert float(measure.value(measure.statistics(ours).sum(0)[None])) == value


def test_missing_items_without_gold_are_unscored_as_in_the_hit_ratio(table_2: Path) -> None:
    gold, run = {"a": ["#swim"], "b": ["#golf"], "c": []}, {"a": ["#swim"]}
    specs = ["hit_ratio", f'reval(thesaurus="{table_2}", k=0)', f'smallest_k(thesaurus="{table_2}")']
    found = lydite.evaluate(gold, run, specs)
    assert [(r.value, r.n, r.unscored) for r in found] == [(0.5, 2, 1), (0.5, 2, 1), (0, 2, 1)]


def test_a_thesaurus_that_knows_none_of_the_recommendations_is_named(table_2: Path) -> None:
    """Their zeros say nothing of the system; a sweep says it once."""
    sweep = f'reval(thesaurus="{table_2}", k=0|3|5)@1,5'
    gold = {"a": ["#sport"], "b": ["#golf"]}
    (note,) = lydite.evaluate(gold, {"a": ["#x"], "b": ["#y"]}, sweep, bootstrap=0, chance=0).notes
    assert ", k=0)@1 and 5 more: " in note
    assert "predicted" in note
    (note,) = lydite.evaluate({"a": ["#x"], "b": ["#y"]}, gold, sweep, bootstrap=0, chance=0).notes
    assert "gold" in note
    assert lydite.evaluate(gold, {"a": ["#x"], "b": ["#sport"]}, sweep, bootstrap=0, chance=0).notes == ()


def test_variants_of_one_gold_tag_count_once(table_2: Path) -> None:
    ours = items([[["#golf", "#bowling"], "#yoga"]], [["#hockey", "#swim"]])  # type: ignore[list-item]
    assert values(f'reval(k=3, thesaurus="{table_2}")', ours) == [0.5]


def test_spellings_of_one_tag_meet_at_rank_1(table_2: Path) -> None:
    ours = items([["#Golf:"]], [["golf"]])
    assert values(f'reval(k=0, thesaurus="{table_2}")', ours) == values("hit_ratio", ours) == [0.0]
    assert values(f'reval(k=1, thesaurus="{table_2}")', ours) == [1.0]


def test_smallest_k(table_2: Path) -> None:
    ours = items([["#bowling"], ["#golf"], ["#sport"], ["#zumba"]], [["#hockey"]] * 4)
    for reach, expected in ((0.25, 1), (0.5, 2), (0.75, 3), (0.76, 71)):
        measure = parse(f'smallest_k(reach={reach}, thesaurus="{table_2}")')
        assert float(measure.value(measure.statistics(ours).sum(0)[None])) == expected


@settings(max_examples=30)
@given(st.lists(st.tuples(lists, lists), min_size=1, max_size=6), thesauri, st.floats(0, 1))
def test_smallest_k_is_where_reval_gets_there(tmp_path_factory, pairs, synonyms, reach) -> None:  # type: ignore[no-untyped-def]
    path = write(tmp_path_factory.mktemp("t") / "t.tsv", synonyms)
    ours = items([g for _, g in pairs], [r for r, _ in pairs])
    one = parse(f'smallest_k(reach={reach}, thesaurus="{path}", most=9)@2')
    found = float(one.value(one.statistics(ours).sum(0)[None]))
    curve = []
    for k in range(10):
        m = parse(f'reval(k={k}, thesaurus="{path}")@2')
        curve.append(float(m.value(m.statistics(ours).sum(0)[None])))
    if math.isnan(curve[0]):
        assert math.isnan(found)
    else:
        assert found == next((k for k, v in enumerate(curve) if v >= reach - 1e-9), 10)


def test_without_a_thesaurus_it_says_what_to_do() -> None:
    with pytest.raises(SpecError, match="--hashtags"):
        values("reval(k=3)", items([["#a"]], [["#a"]]))


def test_bad_thesaurus_files(tmp_path: Path) -> None:
    twice = tmp_path / "twice.tsv"
    twice.write_text("#a\t#b\n#A\t#c\n")
    with pytest.raises(InputError, match=r"twice.tsv:2: .*already"):
        values(f'reval(thesaurus="{twice}")', items([["#a"]], [["#a"]]))
    empty = tmp_path / "empty.tsv"
    empty.write_text("")
    with pytest.raises(InputError, match=r"empty\.tsv: .*synonyms"):
        values(f'reval(thesaurus="{empty}")', items([["#a"]], [["#a"]]))
    prose = tmp_path / "prose.txt"
    prose.write_text("#a\t#b\n\nOnce upon a time #b\n")
    with pytest.raises(InputError, match=r"prose.txt:3: [^O]*hashtag$"):
        values(f'reval(thesaurus="{prose}")', items([["#a"]], [["#a"]]))
    some = write(tmp_path / "some.tsv", SYNONYMS)
    with pytest.raises(InputError, match=r"some\.tsv: order=popular .*store"):
        values(f'reval(thesaurus="{some}", order=popular)', items([["#a"]], [["#a"]]))
    with pytest.raises(InputError, match="cut-off .*cosines"):
        values(f'reval(thesaurus="{some}", cutoff=0.5)', items([["#a"]], [["#a"]]))


def test_items_say_rank_and_cosine(tmp_path: Path) -> None:
    """What matched what shows how near a synonym is, and each pair is looked up once."""
    from lydite.hashtags import small_store
    from lydite.measures.phrases import explain
    from lydite.reporting import account

    measure = parse(f'reval(thesaurus="{small_store(tmp_path)}", k=2)')
    rows = list(explain(items([["#cats"], ["#cats"]], [["#cat"], ["#cat", "#tag"]]), "run", [measure]))
    assert [(r.status, account(r.why)) for r in rows] == [
        ("matched", "synonym 1, cosine 0.9929"),
        ("matched", "synonym 1, cosine 0.9929"),
        ("spurious", ""),
    ]
    assert rows[0].why is rows[1].why


def test_smallest_k_is_written_as_a_count(table_2: Path) -> None:
    gold, run = {"a": ["#sport"], "b": ["#golf"], "c": ["#dive"]}, {key: ["#swim"] for key in "abc"}
    other = {key: ["#hockey"] for key in "abc"}
    spec = f'smallest_k(thesaurus="{table_2}", reach=0.6)'
    found = lydite.compare(gold, {"one": run, "two": other}, spec, judge="value")
    one, two = found.results
    assert [repr(v) for v in (one.value, two.value, found.tests[0].difference)] == ["3", "3", "0"]
    assert all(isinstance(v, int) for v in (one.low, one.chance))
    assert one.high is None  # some resamples never get there
    assert all(v != v for v in (found.tests[0].low, found.tests[0].high))  # noqa: PLR0124  nor have a difference
    text = render(found.results, "text", comparison=found)
    assert f"3 [{one.low}, –]" in text
    assert '"value": 3,' in render(found.results, "json")


def test_smallest_k_has_chance_and_no_corrected_value(table_2: Path) -> None:
    gold = {f"{i:02}": [("#rugby", "#walking", "#tournament", "#paddle")[i % 4]] for i in range(40)}
    spec = f'smallest_k(thesaurus="{table_2}", reach=0.1)'
    found = lydite.compare(gold, {"same": gold, "other": {i: ["#swim"] for i in gold}}, spec)
    assert [r.corrected for r in found.results] == [None, None]
    assert found.results[0].chance is not None
    assert {t.figure for t in found.tests} == {"value"}


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
@pytest.mark.parametrize("never", ["first", "second", "third"])
def test_a_system_that_never_gets_there_leaves_the_other_tests_alone(
    table_2: Path, never: str, test: str
) -> None:
    """Two systems get there at k = 0 and 3; a third, without a number, has no p and leaves them theirs."""
    gold = {f"{i:02}": ["#rugby"] for i in range(40)}
    others = [name for name in ("first", "second", "third") if name != never]
    runs = {never: ["#nothing"], others[0]: ["#rugby"], others[1]: ["#football"]}
    runs = {name: runs[name] for name in sorted(runs)}
    lists = {name: dict.fromkeys(gold, tags) for name, tags in runs.items()}
    spec = f'smallest_k(thesaurus="{table_2}", reach=0.6)'
    found = lydite.compare(gold, lists, spec, judge="value", test=test)
    assert math.isnan(next(r.value for r in found.results if r.system == never))
    for one in found.tests:
        if never in (one.first, one.second):
            assert math.isnan(one.p)
            assert math.isnan(one.p_holm)
            assert math.isnan(one.low)
            assert math.isnan(one.high)
        else:
            assert abs(one.difference) == 3
            assert one.p_holm == pytest.approx(3 * one.p)
            assert one.p_holm < (0.05 if test == "bootstrap" else 1)  # swaps may be as good
