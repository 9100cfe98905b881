"""The text of specs, to values and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lydite
from lydite.cli import main
from lydite.core.errors import SpecError
from lydite.core.spec import REGISTRIES, Node, QuotedText, expand, name_key, parse, quote, read
from lydite.runs import parse_measures


def test_canonical_text() -> None:
    measure = parse("F1( assign = max,match=stem )@10")
    assert str(measure) == "F1(match=stem, assign=max)@10"
    assert measure.cut == 10
    assert hash(measure) == hash(parse(str(measure)))


def test_defaults_are_spelled_out_in_signatures() -> None:
    assert parse("F1@10").signature() == (
        "F1(match=exact(accents=keep, language=any, revision=2), assign=one_to_one, threshold=none, "
        "average=macro, pad=no)@10"
    )


def test_at_m_is_the_same_as_no_cut() -> None:
    assert parse("F1@M") == parse("F1")


def test_positions_and_nesting() -> None:
    assert parse("F1(stem)") == parse("F1(match=stem)") == parse("F1(match=stem(language=porter))")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position 1: .*name"),
        ("F1(match=stem", r"position 14: .*, or \)"),
        ("F1)", "position 3: "),
        ("F1@0", "position 5: .*@"),
        ("F1@1.5", "position 7: .*@"),
        ("10", "position 3: .*name"),
        ('F1(match="a\\x")', "JSON string"),
        (r"reval(thesaurus=C:\x\y.tsv)", r"C:/a\.tsv .*--define"),
        ("F1(" * 60, "position 154: "),
        ("F1(mach=stem)", r"'mach'.*match\?"),
        ("precison", "measure 'precison'"),
        ("F1@5(match=stem)", r"position 5: .*F1\(match=stem\)@5\?"),
        ("F1(match=cosine(vectors=all-MiniLM-L6-v2))", "vectors=wordllama"),
        ("F1(match=stme)", r"'stme'.*stem\?"),
        ("F1(assign=one_to_on)", r"assign .*'one_to_on'.*one_to_one\?"),
        ("F1(match=stem, match=exact)", "match .*twice"),
        ("F1(threshold=1.5)", r"threshold .*1\.5"),
        ("F1(pad=maybe)", "pad .*'maybe'"),
        ("F1(1, 2, 3, 4, 5, 6)", "matcher"),
        (
            "F1(match=exact, assign=max, threshold=none, part=all, average=micro, pad=no, 3)",
            "6 parameters",
        ),
        ("hit_rat", "'hit_rat'.*hit_rat"),
        ("F1@1,5", "position 5: "),
        ("F1(threshold=0:1:0.5)", r"position 15: .*, or \)"),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        parse(text)


def test_sweeps() -> None:
    assert [str(m) for m in expand("F1@1,5,M")] == ["F1@1", "F1@5", "F1"]
    assert [m.threshold for m in expand("F1(threshold=0:1:0.25)")] == [0, 0.25, 0.5, 0.75, 1]
    assert [str(m) for m in expand("P(threshold=0.5|none, match=exact|stem)@3")] == [
        "P(threshold=0.5)@3",
        "P(match=stem, threshold=0.5)@3",
        "P@3",
        "P(match=stem)@3",
    ]
    assert expand("F1@5") == [parse("F1@5")]


@pytest.mark.parametrize(
    "text", ["F1(threshold=0:1:0)", "F1(threshold=1:0:0.1)", "F1(threshold=0:1:0.0000001)"]
)
def test_sweeps_that_do_not_end(text: str) -> None:
    with pytest.raises(SpecError, match="sweep"):
        expand(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("F1@5|10", "@5,10"),
        ("F1(match=exact|stem)@5 ;M", "@5 ,M"),
        ("F1@1:10:3", "@1,5,10"),
        ("F1(threshold=0.1,0.5)@1,5", "0.1|0.5"),
    ],
)
def test_sweeps_in_another_form_are_told_the_right_one(text: str, form: str) -> None:
    with pytest.raises(SpecError) as caught:
        expand(text)
    assert form in str(caught.value)


@given(st.text())
def test_any_text_survives_quoting(text: str) -> None:
    tree = read(f"x({quote(text)})")
    value = tree.args[0][1]
    assert (value.text if isinstance(value, QuotedText) else value.name) == text  # type: ignore[union-attr]


@given(st.text(max_size=40))
def test_nothing_but_spec_errors(text: str) -> None:
    try:
        found = read(text)
    except SpecError:
        return
    assert isinstance(found, Node)


def test_sweeps_have_a_limit_together() -> None:
    cuts = ",".join(map(str, range(1, 51)))
    with pytest.raises(SpecError, match="100,100 measures.* 10,000"):
        expand(f"F1(threshold=0:1:0.001, match=exact|stem)@{cuts}")


@pytest.mark.parametrize(
    ("typed", "kind", "own"),
    [
        ("recall", "measure", "R"),
        ("Precision@5", "measure", "P@5"),
        ("f1", "measure", "F1"),
        ("f1_score(match=stem)", "measure", "F1(match=stem)"),
        ("MRR", "measure", "RR"),
        ("map", "measure", "AP"),
        ("ndcg@10", "measure", "nDCG@10"),
        ("Macro_f1", "measure", "macro_F1"),
        ("average_f1", "measure", "average_F1"),
        ("macro-recall", "measure", "macro_recall"),
        ("kld", "measure", "KLD"),
        ("OddOneOut", "probe", "odd_one_out"),
        ("Topk", "probe", "topk"),
        ("top_k(k=7)", "probe", "topk(k=7)"),
        ("WordSub", "matcher", "wordnet"),
        ("WikiSub(store=wp)", "matcher", "wikipedia(store=wp)"),
        ("F1(match=WordSub)@5", "measure", "F1(match=wordnet)@5"),
        ("Spearman", "agreement", "spearman"),
        ("Stem", "matcher", "stem"),
    ],
)
def test_natural_names_in_any_case(typed: str, kind: str, own: str) -> None:
    assert str(parse(typed, kind)) == own


def test_no_two_objects_share_a_name() -> None:
    """Names in any case, with or without underscores, lead to one object of their kind."""
    for registry in REGISTRIES.values():
        owners: dict[str, set[str]] = {}
        for one in registry.all().values():
            for name in (one.name, *one.also):
                owners.setdefault(name_key(name), set()).add(one.name)
        assert all(len(names) == 1 for names in owners.values())


def test_results_are_found_by_natural_names() -> None:
    found = lydite.evaluate({"a": ["cat"]}, {"a": ["cat"]}, ["recall", "f1@5"], bootstrap=0)
    assert found["recall"].measure == found["R"].measure == "R"
    assert found["F1_score@5"].measure == "F1@5"
    with pytest.raises(KeyError, match="R, F1@5"):
        found["precision"]


def test_sets_and_lists_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse_measures("TREC") == parse_measures("trec")
    with pytest.raises(SystemExit, match="0"):
        main(["list", "Recall"])
    assert capsys.readouterr().out.startswith("measure R(")
