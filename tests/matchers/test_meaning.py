"""``meaning``: words by votes, phrases by alignment, and what it says of itself."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import lydite
from lydite.core.errors import InputError, SpecError
from lydite.matchers.meaning import combine_shares, divide, negators


@pytest.fixture(scope="module")
def meaning():
    return lydite.matcher("meaning(ask=kind)")


def test_the_general_stands_for_the_special_and_not_the_other_way_round(meaning):
    assert meaning.score("food", "cake") > 0.6
    assert 0 < meaning.score("cake", "food") < 0.3


def test_rare_senses_do_not_decide(meaning):
    assert meaning.score("queen", "king") < 0.1
    assert meaning.score("father", "mother") == 0
    assert meaning.score("hot dog", "dog") < meaning.score("hot dog", "sausage") + 0.05 < 0.5
    assert meaning.score("machine learning", "learning") > 0.3  # a word without a path is not the end of it


@pytest.mark.parametrize(
    ("one", "other"),
    [("not good", "good"), ("no smoking", "smoking"), ("without sugar", "sugar"), ("sugar-free", "sugar"),
     ("public key", "private key"), ("asynchronous updates", "synchronous updates"), ("big", "small")],
)  # fmt: skip
def test_opposites_and_denials(meaning, one, other):
    assert max(meaning.score(one, other), meaning.score(other, one)) <= 0.15


def test_two_negations_cancel_each_other_out(meaning):
    assert meaning.score("not good", "bad") > 0.5 > meaning.score("not good", "good")
    assert meaning.score("without sugar", "sugar-free") == 1


def test_a_beginning_that_looks_like_a_negation_is_none(meaning):
    assert "opposites" not in meaning.explain("income", "come").note
    assert "opposites" in meaning.explain("unencrypted", "encrypted").note


def test_one_stem_is_not_always_one_word(meaning):
    assert meaning.score("networks", "network") == 1
    assert meaning.score("universe", "university") < 0.2
    assert meaning.score("news", "new") == 0
    assert meaning.score("import", "important") < 0.5
    assert meaning.score("classified", "classify") == meaning.score("probability", "probable") == 1


def test_spelling_hashtags_and_initials(meaning):
    assert meaning.score("#machinelearning", "machine learning") == 1
    assert meaning.score("#MachineLearning", "machine learning") == 1
    assert meaning.score("e-mail", "email") == 1
    assert meaning.score("support vector machine (SVM)", "support vector machines") == 1
    assert meaning.score("artificial intelligence (A.I.)", "artificial intelligence") == 1
    assert divide("vitamin (v)").words == ("vitamin", "v")  # one letter stands for no word
    assert meaning.score("NLP", "natural language processing") == 0.8
    assert meaning.score("is", "information system") < 0.5  # a common word is no acronym in small letters
    assert divide("don't smoke").denies
    assert not divide("not without").denies
    assert "ohne" in negators("de")
    assert negators("xx") == frozenset()


def test_letters_speak_for_words_that_the_wordnet_does_not_know(meaning):
    def last(one, other):
        return max(p.score for p in meaning.explain(one, other).parts if p.candidate != "good")

    assert last("good classificator", "good classification") > 0.2
    assert last("good classification", "good classificator") > 0.2
    assert last("good university", "good universal") < 0.01  # WordNet knows both: letters do not count


def test_the_first_word_asked_for_is_scored_like_others(meaning):
    new = lydite.matcher("meaning(ask=kind)")
    expected = [meaning.score("food", "cake"), meaning.score("cake", "food")]
    assert new.pairs(["food", "cake"], ["cake", "food"]).tolist() == expected
    assert expected[1] > 0


PHRASES = [
    "text categorization", "document classification", "public key", "private key", "red wine", "wine",
    "neural network models", "models of neural networks", "state of the art", "cheap red wine",
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(PHRASES, 2)))
def test_the_parts_of_an_explanation_give_the_score(meaning, one, other):
    match = meaning.explain(one, other)
    if not match.parts:
        assert match.acceptance is not None
        return
    retained = np.array([sum(p.score * p.reference_share for p in match.parts)])
    supported = np.array([sum(p.score * p.candidate_share for p in match.parts)])
    factor = 0.1 if "opposites" in match.note else 0.5 if "something else" in match.note else 1.0
    assert float(combine_shares(retained, supported)[0]) * factor == pytest.approx(match.score, abs=1e-9)
    for side in ("candidate_share", "reference_share"):
        assert sum(getattr(p, side) for p in match.parts) == pytest.approx(1)
    assert match.path == ()


def test_words_say_what_people_would_accept(meaning):
    match = meaning.explain("food", "cake")
    assert match.path[0].source.startswith("[food")
    assert match.note.startswith(f"{100 * match.acceptance:.0f} of 100 people")
    assert meaning.acceptance(["food"], ["cake"])[0] == match.acceptance
    assert meaning.acceptance(["red wine sauce"], ["cake"]) is None  # of phrases no share is claimed
    mixed = meaning.acceptance(["food", "red wine sauce", "cake"], ["cake", "cake", "red wine sauce"])
    assert (mixed[0], np.isnan(mixed[1:]).tolist()) == (match.acceptance, [True, True])
    assert meaning.explain("good", "bad").note == "good and bad are opposites"


@pytest.mark.parametrize(("one", "other"), [("worker", "company"), ("hospital", "prison"), ("queen", "king")])
def test_a_path_does_not_turn_up_again(meaning, one, other):
    """Worker → clerk → sorter → to sort → to group → group → company is no way to speak of anything."""
    ways = [step.transition[0] for leg in meaning.aspect_paths(one, other) for step in leg.steps]
    assert "".join(ways).strip("ds").find("sg") < 0  # s: specialisation, g: generalisation


@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(
    ["food", "cake", "jail", "prison", "run", "runner", "happy", "glad", "dog", "poodle", "idea"], 2
)))  # fmt: skip
def test_a_path_gives_what_it_is_said_to_be_worth(meaning, one, other):
    units = meaning.engine.units([one, other])
    related = meaning.engine.related(units[0].whole, units[1].whole)
    for leg in meaning.aspect_paths(one, other):
        forth = leg.substitute == one
        worth = np.prod([*leg.weights, *(step.score for step in leg.steps)])
        assert worth == pytest.approx(leg.score)
        if related.accepted[0] < 1:
            assert leg.score == pytest.approx(related.path[0] if forth else related.back[0])
    assert bool(meaning.aspect_paths(one, other)) == bool(related.path[0] + related.back[0] > 0)


@pytest.mark.parametrize("back", [False, True])
def test_every_path_can_be_found_again(meaning, back):
    """What is stepped aside to may be on the way to something else, and be worth more than on that way."""
    from lydite.matchers.meaning import trace

    words = meaning.engine.words
    text = "control management order construct base coming arrival return vary alter turn food good cake run"
    numbers = words.add(text.split())
    sets = words.arrays.senses[numbers]
    ones, others = (half.reshape(-1) for half in np.meshgrid(sets, sets))
    found = words.climbs.meet(ones, others)[0]
    if back:
        found = words.climbs.meet(others, ones)[1]
    for one, other, worth in zip(ones.tolist(), others.tolist(), found.tolist(), strict=True):
        path = trace(words.climbs, one, other, back=back)
        assert (path is None) == (worth == 0)
        if path is not None:
            assert np.prod([*path.weights, *(step.score for step in path.steps)]) == pytest.approx(worth)


@pytest.mark.extra
@pytest.mark.parametrize("spec", ["meaning(ask=kind)", "meaning(ask=kind, vectors=wordllama)"])
def test_a_phrase_of_the_wordnet_that_denies_the_other_is_no_word_for_it(spec):
    """Never again is an entry of WordNet, and a denial of again all the same."""
    if "wordllama" in spec:
        pytest.importorskip("wordllama", reason="needs the extra encoders")
    found = lydite.matcher(spec)
    for pair in (("never again", "again"), ("again", "never again")):
        match = found.explain(*pair)
        assert match.score <= 0.1
        assert match.acceptance is None
        assert "only one of the two denies" in match.note
    assert found.score("drug", "anti-inflammatory drug") > 0.5  # an entry that denies something else


def test_a_match_and_its_matcher_claim_the_same_share(meaning):
    pairs = [("food", "cake"), ("red wine", "wine"), ("motor vehicle", "truck"), ("web tool", "web tool")]
    pairs += [("e-mail", "email"), ("good", "bad"), ("text categorization", "document classification")]
    shares = meaning.acceptance(*zip(*pairs, strict=True))
    for pair, share in zip(pairs, shares.tolist(), strict=True):
        single = meaning.explain(*pair).acceptance
        assert (single is None and np.isnan(share)) or single == share, pair
    assert np.isnan(shares[[1, 6]]).all()


def test_the_way_that_is_told_begins_and_ends_with_the_words_compared(meaning):
    assert meaning.explain("food", "cake").note.endswith(": food → nutriment → dish → cake")
    assert meaning.explain("control", "order").note.endswith(": control → manage → organize → order")


def test_a_phrase_of_the_wordnet_is_explained_by_its_path(meaning):
    match = meaning.explain("motor vehicle", "truck")
    assert match.path[0].source.startswith("[motor vehicle")
    assert match.parts == ()
    assert meaning.explain("red motor vehicle", "truck").parts


@pytest.mark.parametrize("phrase", ["word " * 10_000, "!?…", "машинное обучение", "", "\ud800", "12 34"])
def test_odd_phrases_are_scored(meaning, phrase):
    assert meaning.score(phrase, phrase) == 1
    for other in ("machine learning", "", "…"):
        assert 0 <= meaning.score(phrase, other) < 1 or phrase == other
        assert 0 <= meaning.score(other, phrase) < 1 or phrase == other


def test_long_phrases_say_what_is_compared(meaning):
    words = [f"w{i}x" for i in range(200)]
    assert "64 rarest" in meaning.explain(" ".join(words), "w1x machine").note
    assert "rarest" not in meaning.explain(" ".join(words[:64]), "w1x machine").note


def test_vectors_that_know_nothing_leave_the_rest(tmp_path, meaning):
    file = tmp_path / "vectors.txt"
    file.write_text("zzqx 1 0.5 0\nqqzx 0.9 0.6 0.1\n", "utf-8")
    vague = lydite.matcher(f'meaning(ask=kind, vectors="{file}")')
    assert vague.score("food", "cake") == meaning.score("food", "cake")
    assert "no vector for 'food' and 'cake'" in vague.explain("food", "cake").note
    assert vague.score("zzqx", "qqzx") > meaning.score("zzqx", "qqzx")


def test_a_cosine_that_is_worth_more_than_the_words_is_named(tmp_path):
    """Two words that no wordnet has, side by side in a space of opposites: a cosine is worth .9 at most."""
    file = tmp_path / "vectors.txt"
    file.write_text(
        "zzqx 1 0.1 0\nqqzx 1 0 0\ndog -1 0 0\ncat 1 0 1\nvvkj 1 0 0.1\nkkvj 1 0.1 0.1\n", "utf-8"
    )
    found = lydite.matcher(f'meaning(ask=kind, vectors="{file}")')
    phrases = found.explain("zzqx vvkj", "qqzx kkvj")
    assert phrases.score == pytest.approx(0.9)
    assert phrases.note.endswith("; decided by the cosine 1.00")
    near, far = found.explain("zzqx", "qqzx"), found.explain("dog", "cat")
    assert near.score == pytest.approx(0.9)
    assert near.note.startswith("cosine 0.99;")
    assert "cosine" not in far.note
    assert far.note.startswith("16 of 100 people")


@pytest.mark.parametrize(("word", "why"), [("cats", "one word by its stem"), ("cat", "the same word")])
def test_words_that_are_one_say_so(meaning, word, why):
    parts = {part.candidate: part.why for part in meaning.explain(f"old {word}", "grey cat").parts}
    assert parts == {word: why, "old": "path 0.09, way back 0.14"}


def test_weights_are_signed_where_they_count(meaning):
    assert set(meaning.sources()) == {"store", "frequencies", "model"}
    assert set(lydite.matcher("meaning(ask=kind, vectors=wordllama)").sources()) == {
        "store",
        "frequencies",
        "model",
        "weights",
    }


def test_what_does_not_go_together_is_refused(tmp_path):
    with pytest.raises(SpecError, match="encoder=lsa"):
        lydite.matcher("meaning(ask=kind, encoder=lsa)")
    bad = tmp_path / "model.json"
    bad.write_text("{}", "utf-8")
    with pytest.raises(InputError, match=r"model\.json: .*'plain'"):
        lydite.matcher(f'meaning(ask=kind, model="{bad}")').score("cat", "dog")


def test_the_order_of_vectors_says_how_common_words_are(tmp_path):
    file = tmp_path / "german.txt"
    file.write_text(
        "".join(f"{w} {i} 1\n" for i, w in enumerate(["der", "und", "Haus", "Zucker", "rot"])), "utf-8"
    )
    found = lydite.matcher(f'meaning(language=de, vectors="{file}")')
    zipf = found.languages[0].frequencies.zipf(["der", "rot", "unbekannt"])
    assert zipf[0] > zipf[1] > zipf[2]
    assert "order:german.txt:" in found.signature()
    assert "overlap and vectors only" in found.explain("rotes Haus", "Haus").note


@pytest.mark.extra
def test_an_encoder_counts_too(tmp_path, meaning):
    from tinybert import build_model

    build_model(tmp_path / "model", ["public", "private", "key", "food"])
    found = lydite.matcher(f'meaning(ask=kind, encoder=transformers(model="{tmp_path / "model"}"))')
    assert found.score("public key", "private key") <= 0.1
    assert found.score("food", "food") == 1
    assert 0 <= found.score("zzqx yyq", "plugh") <= 0.9
    assert "model:" in found.signature()
