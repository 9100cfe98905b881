"""``meaning(ask=match)``, the default: what a person would say, rules, what is not known, own terms."""

from __future__ import annotations

import numpy as np
import pytest

import lydite
from inner import replace_inside
from lydite.core.errors import InputError, SpecError, StoreError
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers import code_pairs
from lydite.matchers.meaning import (
    DOWN,
    GROUPS,
    UP,
    add_leaves,
    add_trees,
    embedded_trees,
    expand,
    fit_words,
    information_of,
    number_word_pairs,
    number_word_pairs_at_once,
    read_term,
    read_trees,
)
from lydite.vectors import key_of, multiply_rows, multiply_rows_at_once, open_table, split


@pytest.fixture(scope="module")
def match():
    return lydite.matcher("meaning")


SAME = [
    ("colour", "color"), ("car", "automobile"), ("SVMs", "support vector machine"), ("e-mail", "email"),
    ("k-NN", "k-nearest neighbors"), ("HMMs", "hidden Markov models"), ("colours", "color"),
    ("5 km run", "five kilometre run"), ("Web2.0", "Web 2.0"), ("type II diabetes", "type 2 diabetes"),
    ("type ii diabetes", "type 2 diabetes"), ("phase I trial", "phase 1 trial"), ("5%", "five per cent"),
    ("3rd generation", "third generation"), ("twenty-first century", "21st century"), ("3km", "3000 m"),
    ("500 µg dose", "0.5 mg dose"), ("2 weeks", "14 days"), ("5 years", "60 months"),
]  # fmt: skip
DIFFERENT = [
    ("type 1 diabetes", "type 2 diabetes"), ("0.1 mg dose", "0.5 mg dose"), ("IPv4", "IPv6"),
    ("3rd generation", "2nd generation"), ("type i diabetes", "type ii diabetes"), ("5 years", "5 weeks"),
    ("20th century", "21st century"), ("Louis XIV", "Louis XVI"), ("3km", "5km"), ("5%", "6%"),
    ("hepatitis b", "hepatitis c"), ("phase I trial", "phase II trial"), ("500 µg dose", "500 mg dose"),
    ("vitamin B", "vitamin C"), ("mortgagor", "mortgagee"), ("overfitting", "underfitting"),
    ("encoder", "decoder"),
    ("randomized controlled trial", "randomized uncontrolled trial"), ("not good", "good"), ("big", "small"),
    ("asynchronous updates", "synchronous updates"), ("entity", "dog"), ("thing", "hospital"),
    ("object", "garlic"), ("dog", "department of geology"), ("garlic", "graph theory"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_a_person_calls_the_same_passes(match, one, other):
    assert min(match.score(one, other), match.score(other, one)) > 0.6


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_a_person_calls_different_does_not_pass(match, one, other):
    assert max(match.score(one, other), match.score(other, one)) < 0.36


def test_a_long_text_is_no_match_for_what_it_does_not_say(match):
    text = (
        "basic parameters are hard to come by and it is almost impossible to generate random samples for"
        " statistical purposes but the biggest problem that social scientists face is historical"
    )
    others = ["information gain", "topic analysis", "neural network", "a dog", "garlic", "distribution"]
    assert match.pairs([text] * len(others), others).max() < 0.36
    assert match.pairs(others, [text] * len(others)).max() < 0.36


def test_a_hypernym_says_less_the_further_up_it_is(match):
    scores = match.pairs(["dog", "canine", "vertebrate", "entity"], ["dog"] * 4)
    assert scores[0] == 1
    assert scores[1] > 0.3 > scores[2] > scores[3]


def test_only_capitals_make_initials(match):
    assert match.score("SVM", "support vector machine") > 0.6 > match.score("svm", "support vector machine")
    lists = {"1": ["support vector machine"]}
    scores = [
        lydite.evaluate(lists, {"1": [phrase]}, ["F1(match=meaning)"], bootstrap=0)[0].value
        for phrase in ("SVM", "svm")
    ]
    expected = match.pairs(["SVM", "svm"], ["support vector machine"] * 2)
    assert scores == pytest.approx(expected.tolist(), abs=1e-9)


def test_phrases_may_be_looked_up_together_or_in_parts(match, monkeypatch):
    phrases = [*dict.fromkeys(phrase for pair in SAME + DIFFERENT for phrase in pair), " "]
    left, right = (side.ravel() for side in np.indices((len(phrases), len(phrases))))
    together = match.score_coded(phrases, left, right)
    some = np.random.default_rng(0).permutation(len(left))[:2000]
    assert np.array_equal(match.score_coded(phrases, left[some], right[some]), together[some])
    for name, value in (("_PHRASES", 40), ("_MANY", 500), ("_BLOCK", 100)):
        replace_inside(monkeypatch, "lydite.matchers.meaning", name, value)
    parts = lydite.matcher("meaning").score_coded(phrases, left, right)
    assert np.array_equal(parts, together)


def test_terms_are_read_in_one_spelling():
    assert read_term("tumour centres").words == ("tumor", "centers")
    assert read_term("3-D scan").words == read_term("three-dimensional scan").words
    assert read_term("World War II").numbers == {"2"}
    assert read_term("2,500 kg").numbers == {"2.5e+06g"}
    assert expand(read_term("COVID-19"), read_term("coronavirus disease 2019"))[2]
    assert not expand(read_term("dog"), read_term("department of geology"))[2]


def test_the_score_is_monotone_in_its_evidence(match):
    trees = embedded_trees()
    rng = np.random.default_rng(0)
    pairs = [("room", "public toilet"), ("web page", "website"), ("red wine", "wine"), ("mug", "cup")]
    columns = match.matching.source.columns(*code_pairs(*zip(*pairs, strict=True)))
    before = trees.predict(columns)
    assert {*UP, *DOWN} <= {*columns} == {*trees.names}
    for name in (*UP, *DOWN):
        value = columns[name]
        changed = trees.predict(columns | {name: value + rng.random() * (1 if name in UP else -1)})
        assert (changed >= before)[~np.isnan(value)].all(), name


def test_every_piece_of_evidence_is_named_once_at_least():
    grouped = {column for columns in GROUPS.values() for column in columns.split()}
    assert {*embedded_trees().names} - grouped == {"same", "acronym"}


def test_pairs_do_not_depend_on_what_else_is_asked(match):
    ones, others = zip(*SAME, *DIFFERENT, strict=True)
    together = match.pairs(ones, others)
    fresh = lydite.matcher("meaning(ask=match)")
    assert [fresh.score(a, b) for a, b in zip(ones, others, strict=True)] == together.tolist()
    assert np.diag(match.matrix(ones, others)).tolist() == together.tolist()


ODD = [
    "🙂",
    "\x00\x07",
    "машинное обучение",
    "機械学習",
    "12 34",
    "!?…",
    "\ud800",
    "word " * 10_000,
    "a" * 5_000,
]


@pytest.mark.parametrize("phrase", ODD)
def test_odd_phrases_have_a_score(match, phrase):
    assert match.score(phrase, phrase) == 1
    for pair in ((phrase, "machine learning"), ("machine learning", phrase)):
        found = match.explain(*pair)
        assert 0 <= found.score < 0.5
        assert 0 <= found.known <= 1


def test_a_pair_of_which_nothing_is_known_gets_the_prior_and_says_so(match):
    found = match.explain("машинное обучение", "dog")
    assert 0 < found.score < 0.1
    assert found.score == pytest.approx(embedded_trees().prior)
    assert found.known == 0
    assert "is unknown" in found.note
    assert match.explain("", "dog").score == 0
    assert match.explain("car", "dog").known == 1


def test_coverage_is_of_words(match):
    shares = match.known_shares(
        ["zzzqx network", "zzzqx", "network of the zzzqx", "neural network", "", "🙂"]
    )
    assert shares.tolist() == [0.5, 0, 0.5, 1, 0, 0]
    results = lydite.evaluate({"1": ["network"]}, {"1": ["zzzqx network"]}, ["F1(match=meaning)"])
    assert results[0].coverage == 0.75


def test_an_explanation_weighs_the_evidence(match):
    found = match.explain("room", "public toilet")
    assert found.note.startswith(f"{found.score:.2f}".lstrip("0"))
    assert "near synonym .75" in found.note
    assert dict(found.evidence)["WordNet"] > 0
    assert found.path
    numbers = dict(match.explain("type 1 diabetes", "type 2 diabetes").evidence)
    assert numbers["numbers"] == min(numbers.values()) < -0.1


def test_questions_are_told_apart(tmp_path):
    assert lydite.matcher("meaning").question == lydite.matcher("meaning(language=en)").question == "match"
    assert "ask=match" in lydite.matcher("meaning").signature()
    for spec in ("meaning(language=de)", "meaning(candidate=deu, reference=eng)", "meaning(ask=kind)"):
        assert "ask=kind" in lydite.matcher(spec).signature()
    with pytest.raises(SpecError, match="ask=match .* de$"):
        lydite.matcher("meaning(ask=match, language=de)")
    for parameter in ("vectors=wordllama", f'model="{tmp_path}"', f'frequencies="{tmp_path}"'):
        with pytest.raises(SpecError, match=f"{parameter.partition('=')[0]} .*ask=kind"):
            lydite.matcher(f"meaning({parameter})")
    with pytest.raises(SpecError, match="synonyms .*ask=match"):
        lydite.matcher(f'meaning(ask=kind, synonyms="{tmp_path}")')


SYNONYMS = "concept,label\nC1,heart attack\nC1,myocardial infarction\nC1,MI\nC2,stroke\n"


@pytest.mark.parametrize("text", [SYNONYMS, SYNONYMS.replace(",", "\t"), "\ufeff" + SYNONYMS])
def test_own_terms_are_one_concept_whole_and_inside_phrases(tmp_path, text, match):
    file = tmp_path / "terms.csv"
    file.write_text(text, "utf-8")
    own = lydite.matcher(f'meaning(synonyms="{file}")')
    assert own.score("heart attack", "myocardial infarction") == 1
    assert own.score("acute heart attack", "acute myocardial infarctions") > 0.8
    assert own.score("stroke", "heart attack") == match.score("stroke", "heart attack")
    assert "terms.csv:" in own.signature()


def test_initials_that_are_a_label_of_ones_own_are_its_concept(tmp_path):
    file = tmp_path / "terms.csv"
    file.write_text("concept,label\nA,machine learning\nA,ML\nB,MLs of Meta\n", "utf-8")
    own = lydite.matcher(f'meaning(synonyms="{file}")')
    assert own.score("ML", "machine learning") == own.score("deep ML", "deep machine learning") == 1
    assert own.score("SVMs", "support vector machine") > 0.8


@pytest.mark.parametrize(("text", "message"), [
    ("concept,label\nC1,stroke\nC2,Stroke\n", "C1 .*C2"),
    ("concept,label\n", ": .*labels"),
    ("", "concept .*label, "),
    ("a,b\n1,2\n", "concept .*label, "),
    ("concept,label\nC1,\n", ":2: "),
    ("concept,label\nC1\n", ":2: "),
])  # fmt: skip
def test_own_terms_that_cannot_be_read_are_refused(tmp_path, text, message):
    file = tmp_path / "terms.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        lydite.matcher(f'meaning(synonyms="{file}")').score("a", "b")


def test_the_table_finds_words_pieces_and_phrases():
    table = open_table()
    assert table.lists(["network", "networks", "zzzqx"]).tolist() == [True, True, False]
    known = table.word_sums(["network", "networks", "zzzqx", "雨"]).any(axis=1)
    assert known.tolist() == [True, True, True, False]
    assert split("Café–Bar") == ["cafe", "bar"]
    assert key_of("network") in table.keys
    listed = table.encode(["roman empire"]) - table.word_sums(["roman"]) - table.word_sums(["empire"])
    assert np.abs(listed).max() > 0.01


def test_cosine_by_the_table_alone():
    cosine = lydite.matcher("cosine(vectors=lydite)")
    assert cosine.score("dog", "canine") > cosine.score("dog", "graph theory")
    assert cosine.known(["dog", "🙂"]).tolist() == [True, False]


@pytest.mark.parametrize("damage", [b"", b"LYE1", b"XXXX" + bytes(100)])
def test_a_damaged_table_is_one_sentence(tmp_path, damage):
    file = tmp_path / "table.bin"
    file.write_bytes(damage)
    with pytest.raises(StoreError, match="install lydite"):
        open_table(file)
    with pytest.raises(StoreError, match="install lydite"):
        read_trees(file)


def test_information_is_that_of_the_hierarchy(match):
    found = match.matching.source.taxonomy.information
    base = open_wordnet()
    (entity,) = base.match(["entity"])
    assert found[entity] == found.min() < 0.01
    if len(found) < 1_000_000:
        assert np.abs(information_of(base) - found).max() < 1e-6


def test_small_and_large_work_give_the_same_numbers(match, monkeypatch):
    rng = np.random.default_rng(3)
    phrases = [
        "", "the", "neural network", "network of neurons", "🙂", "car", "fast car", "state of the art",
        "zzzqx", "art", "red wine", "wine", "a dog", "machine learning algorithm", "learning machines",
        "type 2 diabetes",
    ]  # fmt: skip
    left, right = (rng.integers(len(phrases), size=300) for _ in range(2))
    columns, scores = [], []
    kernels = multiply_rows, add_leaves, number_word_pairs, fit_words
    small = multiply_rows_at_once, add_trees, number_word_pairs_at_once, fit_words.plain
    large = tuple(kernel.compiled for kernel in kernels)
    for runs in (small, large):
        for kernel, run in zip(kernels, runs, strict=True):
            monkeypatch.setattr(kernel, "for_work", lambda *_, run=run: run)
        columns.append(match.matching.source.columns(phrases, left, right))
        scores.append(match.matching.trees.predict(columns[0]))
    assert np.array_equal(*scores)
    for name, column in columns[0].items():
        assert np.allclose(column, columns[1][name], atol=2e-6, equal_nan=True)
