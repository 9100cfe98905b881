"""``meaning``: words by votes, phrases by alignment, and what it says of itself."""

from __future__ import annotations

import hashlib
import itertools
import json
from importlib import resources

import numpy as np
import pytest

import lydite
from lydite.errors import InputError, SpecError
from lydite.matchers.meaning.alignment import OPPOSITE, WordScoreTables, align
from lydite.matchers.meaning.engine import combine_shares
from lydite.matchers.meaning.model import EMBEDDED, SIGNS, load_model
from lydite.matchers.meaning.phrases import divide, negators


@pytest.fixture(scope="module")
def meaning():
    return lydite.matcher("meaning")


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
    new = lydite.matcher("meaning")
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
    assert match.note.startswith(f"{100 * match.acceptance:.0f} of 100 people would accept it")
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
    from lydite.matchers.meaning.tracing import trace

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


@pytest.mark.parametrize("spec", ["meaning", "meaning(vectors=wordllama)"])
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


def test_plain_and_compiled_climbs_agree():
    from lydite.matchers.meaning.climbing import Climbs, climb, meet
    from lydite.sources.wordnet import open_wordnet

    base = open_wordnet()
    sets = [
        tuple((s, p, p / 2) for s, p in zip(*base.ranked([w]), strict=True)) for w in ("cake", "run", "good")
    ]
    ones, others = np.divmod(np.arange(9), 3)
    found = []
    for which in ("plain", "compiled"):
        kernels = {kernel: kernel.large for kernel in (climb, meet)}
        for kernel in kernels:
            kernel.large = 0 if which == "compiled" else 1 << 60
            kernel.__dict__.pop("compiled", None)
        climbs = Climbs(base.graph)
        climbs.add(sets)
        found.append([*climbs.meet(ones, others), *(x for i in range(3) for x in climbs.reached(i))])
        for kernel, large in kernels.items():
            kernel.large = large
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)


def test_a_sense_may_reach_more_than_there_is_room_for_at_first():
    """One sense below 2,000 others, each of which has no other below it: it reaches all, and itself."""
    from lydite.knowledge.graph import Graph, Relation, TransitionKind
    from lydite.matchers.meaning.climbing import Climbs

    kinds = TransitionKind.SPECIALISATION, TransitionKind.GENERALISATION
    up = Relation(list(range(1, 2001)), [0] * 2000, *kinds, [1] * 2000)
    climbs = Climbs(Graph.build(2001, [up]))
    climbs.add([((0, 1.0, 1.0),)])
    assert climbs.reached(0).synsets.tolist() == list(range(2001))


def test_a_phrase_of_the_wordnet_is_explained_by_its_path(meaning):
    match = meaning.explain("motor vehicle", "truck")
    assert match.path[0].source.startswith("[motor vehicle")
    assert match.parts == ()
    assert meaning.explain("red motor vehicle", "truck").parts


def test_alignment_is_the_best_one_to_one():
    from scipy.optimize import linear_sum_assignment

    rng = np.random.default_rng(5)
    for _ in range(200):
        n, m = rng.integers(1, 6, 2)
        scores = rng.random((n, m)) * (rng.random((n, m)) < 0.6)
        left, right = rng.random(n), rng.random(m)
        values = scores * (left[:, None] / left.sum() + right / right.sum())
        rows, columns = linear_sum_assignment(-values)
        one = np.array([0])
        found = align(
            WordScoreTables(scores.ravel(), one, np.array([n]), np.array([m]),
                   np.concatenate([left, right]), one,
                   np.array([n]), np.array([False]))
        )  # fmt: skip
        assert found.retained[0] + found.supported[0] == pytest.approx(values[rows, columns].sum())


def test_plain_and_compiled_alignment_agree(monkeypatch):
    from lydite.assignment import assign_rows
    from lydite.matchers.meaning.alignment import _align_equal, _align_free

    rng = np.random.default_rng(6)
    rows, columns = rng.integers(1, 5, (2, 300))
    counts = rows * columns
    scores = rng.choice([0.0, 1.0, OPPOSITE, 0.3, 0.7], counts.sum())
    starts, left = np.cumsum(counts) - counts, np.cumsum(rows + columns) - rows - columns
    weights = rng.random(int((rows + columns).sum())) + 0.1
    tables = WordScoreTables(scores, starts, rows, columns, weights, left,
                    left + rows, rng.random(300) < 0.3)  # fmt: skip
    given = []
    for twin in ("plain", "compiled"):
        for one in (_align_equal, assign_rows, _align_free):
            monkeypatch.setattr(one, "for_work", lambda _, one=one, twin=twin: getattr(one, twin))
        given.append(align(tables))
    for one, other in zip(*given, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("phrase", ["word " * 10_000, "!?…", "машинное обучение", "", "\ud800", "12 34"])
def test_odd_phrases_are_scored(meaning, phrase):
    assert meaning.score(phrase, phrase) == 1
    for other in ("machine learning", "", "…"):
        assert 0 <= meaning.score(phrase, other) < 1 or phrase == other
        assert 0 <= meaning.score(other, phrase) < 1 or phrase == other


def test_long_phrases_say_what_is_compared(meaning):
    words = [f"w{i}x" for i in range(200)]
    assert "of 200 words the 64 rarest are compared" in meaning.explain(" ".join(words), "w1x machine").note
    assert "rarest" not in meaning.explain(" ".join(words[:64]), "w1x machine").note


def test_another_language_goes_by_overlap_and_says_so():
    german = lydite.matcher("meaning(language=de)")
    assert german.score("rote Häuser", "rotes Haus") > german.score("rote Häuser", "blaues Haus") > 0
    assert german.score("ohne Zucker", "Zucker") == 0.1
    assert "no wordnet for the language de: overlap only" in german.explain("rotes Haus", "Haus").note
    assert "wordnet" not in german.signature().partition("store=")[2][:6]


FRENCH = """<?xml version="1.0" encoding="UTF-8"?>
<LexicalResource><Lexicon id="petit" label="Petit" language="fr" email="x" license="x" version="1.0">
{entries}
  <Synset id="y1" ili="" partOfSpeech="n"/>
  <Synset id="y2" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y1"/></Synset>
  <Synset id="y3" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y2"/></Synset>
  <Synset id="y4" ili="" partOfSpeech="a"/>
  <Synset id="y5" ili="" partOfSpeech="a"/>
  <Synset id="y6" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y3"/></Synset>
</Lexicon></LexicalResource>
"""
ENTRIES = {
    "aliment": ("n", "y1"), "dessert": ("n", "y2"), "gâteau": ("n", "y3"), "public": ("a", "y4"),
    "privé": ("a", "y5"), "forêt noire": ("n", "y6"),
}  # fmt: skip


def build_french(folder, words):
    """Return a store of a French wordnet of six words, by hand."""
    from lydite.sources.wordnet.compiling import compile_lexicon
    from lydite.sources.wordnet.lmf import read_lmf

    opposite = '<SenseRelation relType="antonym" target="s-y5"/>'
    entries = [
        f'<LexicalEntry id="e-{synset}"><Lemma writtenForm="{word}" partOfSpeech="{pos}"/>'
        f'<Sense id="s-{synset}" synset="{synset}">{opposite if word == "public" else ""}</Sense>'
        "</LexicalEntry>"
        for word, (pos, synset) in words.items()
    ]
    (folder / "fr.xml").write_text(FRENCH.format(entries="\n".join(entries)), "utf-8")
    compile_lexicon(read_lmf(folder / "fr.xml"), folder / "store")
    return folder / "store"


@pytest.fixture(scope="module")
def french(tmp_path_factory):
    return build_french(tmp_path_factory.mktemp("french"), ENTRIES)


@pytest.mark.parametrize(
    ("phrase", "opaque"),
    [("public privé gâteau", False), ("gâteau public privé", False), ("public gâteau privé", True)],
)
def test_the_head_of_a_phrase_is_its_last_or_its_first_word(tmp_path, phrase, opaque):
    """What lies below gâteau is one, wherever French puts the noun; but not between two adjectives."""
    words = {phrase if word == "forêt noire" else word: entry for word, entry in ENTRIES.items()}
    found = lydite.matcher(f'meaning(store="{build_french(tmp_path, words)}")')
    assert found.engine.units([phrase])[0].opaque is opaque


def test_a_wordnet_of_another_language_is_used_as_that_of_english_is(french):
    found = lydite.matcher(f'meaning(store="{french}")')
    assert found.spoken == "fr"
    assert found.score("aliment", "gâteau") > 0.6
    assert 0 < found.score("gâteau", "aliment") < 0.5
    assert [step.transition for step in found.explain("aliment", "gâteau").path] == ["specialisation"] * 2
    assert found.score("aliment", "forêt noire") > 0.6  # a phrase of the wordnet
    assert found.score("clés publiques", "clé publique") == 1  # by the stemmer of the language
    assert found.score("gâteau sans sucre", "gâteau au sucre") < 0.15 < found.score("gâteau", "dessert sucré")
    assert "public and privé are opposites" in found.explain("jardin public", "jardin privé").note
    assert "no wordnet" not in found.explain("jardin", "parc").note
    assert "french" not in found.signature()
    assert "petit-1.0:" in found.signature()


def test_a_hierarchy_that_goes_round_in_a_circle_is_climbed_once(tmp_path):
    from lydite.sources.wordnet.compiling import compile_lexicon
    from lydite.sources.wordnet.lmf import read_lmf

    entries = [
        f'<LexicalEntry id="e-{synset}"><Lemma writtenForm="{word}" partOfSpeech="{pos}"/>'
        f'<Sense id="s-{synset}" synset="{synset}"/></LexicalEntry>'
        for word, (pos, synset) in ENTRIES.items()
    ]
    round_again = (
        '<Synset id="y1" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y6"/></Synset>'
    )
    text = FRENCH.replace('<Synset id="y1" ili="" partOfSpeech="n"/>', round_again)
    (tmp_path / "fr.xml").write_text(text.format(entries="\n".join(entries)), "utf-8")
    compile_lexicon(read_lmf(tmp_path / "fr.xml"), tmp_path / "store")
    found = lydite.matcher(f'meaning(store="{tmp_path / "store"}")')
    for one, other in itertools.permutations(["aliment", "dessert", "gâteau", "forêt noire"], 2):
        match = found.explain(one, other)
        assert 0 < match.score < 1
        assert 0 < len(match.path) <= 3


def test_words_of_another_language_weigh_the_same_until_it_is_said_how_often_they_are_used(tmp_path, french):
    plain = lydite.matcher(f'meaning(store="{french}")')
    assert plain.engine.units(["le gâteau"])[0].words
    assert plain.engine.zipf().tolist() == [7, 4]  # but for stop words, which are common in every language
    assert 'stopwords="fr:' in plain.signature()
    (tmp_path / "fr.tsv").write_text("le\t90000\nparc\t10\ngâteau\t9\n", "utf-8")
    counted = lydite.matcher(f'meaning(store="{french}", frequencies="{tmp_path / "fr.tsv"}")')
    assert counted.score("gâteau parc", "gâteau") != plain.score("gâteau parc", "gâteau")
    assert 'frequencies="fr.tsv:' in counted.signature()
    assert "stopwords" not in counted.signature()


def test_a_store_of_another_language_than_that_asked_for_is_refused(french):
    assert lydite.matcher(f'meaning(store="{french}", language=fr)').score("gâteau", "gâteau") == 1
    with pytest.raises(InputError, match=r"no German \(de\) in this wordnet, which has French"):
        lydite.matcher(f'meaning(store="{french}", language=de)').score("Kuchen", "Torte")


def test_vectors_that_know_nothing_leave_the_rest(tmp_path, meaning):
    file = tmp_path / "vectors.txt"
    file.write_text("zzqx 1 0.5 0\nqqzx 0.9 0.6 0.1\n", "utf-8")
    vague = lydite.matcher(f'meaning(vectors="{file}")')
    assert vague.score("food", "cake") == meaning.score("food", "cake")
    assert "no vector for 'food' and 'cake'" in vague.explain("food", "cake").note
    assert vague.score("zzqx", "qqzx") > meaning.score("zzqx", "qqzx")


def test_a_cosine_that_is_worth_more_than_the_words_is_named(tmp_path):
    """Two words that no wordnet has, side by side in a space of opposites: a cosine is worth .9 at most."""
    file = tmp_path / "vectors.txt"
    file.write_text(
        "zzqx 1 0.1 0\nqqzx 1 0 0\ndog -1 0 0\ncat 1 0 1\nvvkj 1 0 0.1\nkkvj 1 0.1 0.1\n", "utf-8"
    )
    found = lydite.matcher(f'meaning(vectors="{file}")')
    phrases = found.explain("zzqx vvkj", "qqzx kkvj")
    assert phrases.score == pytest.approx(0.9)
    assert phrases.note.endswith("; decided by the cosine 1.00")
    near, far = found.explain("zzqx", "qqzx"), found.explain("dog", "cat")
    assert near.score == pytest.approx(0.9)
    assert near.note.startswith("cosine 0.99;")
    assert "cosine" not in far.note
    assert far.note.startswith("16 of 100 people would accept it (12 if nothing spoke for it): the way back")


@pytest.mark.parametrize(("word", "why"), [("cats", "one word by its stem"), ("cat", "the same word")])
def test_words_that_are_one_say_so(meaning, word, why):
    parts = {part.candidate: part.why for part in meaning.explain(f"old {word}", "grey cat").parts}
    assert parts == {word: why, "old": "path 0.09, way back 0.14"}


def test_weights_are_signed_where_they_count(meaning):
    assert set(meaning.sources()) == {"store", "frequencies", "model"}
    assert set(lydite.matcher("meaning(vectors=wordllama)").sources()) == {
        "store",
        "frequencies",
        "model",
        "weights",
    }


def test_what_does_not_go_together_is_refused(tmp_path):
    with pytest.raises(SpecError, match="learns from texts"):
        lydite.matcher("meaning(encoder=lsa)")
    bad = tmp_path / "model.json"
    bad.write_text("{}", "utf-8")
    with pytest.raises(InputError, match="not the coefficients"):
        lydite.matcher(f'meaning(model="{bad}")').score("cat", "dog")


def test_the_coefficients_are_those_that_were_learned():
    content = resources.files("lydite").joinpath(EMBEDDED).read_bytes()
    assert hashlib.sha256(content).hexdigest()[:16] == load_model().digest == DIGEST
    found = json.loads(content)
    assert found["made by"] == "tools/meaning.py"
    assert set(found["votes"]) >= {"HyperLex training", "SWORDS dev", "SimLex-999"} >= set(found["licences"])
    for part in ("plain", "vectors"):
        for name, weight in found[part]["weights"].items():
            assert weight * SIGNS[name] >= 0


DIGEST = "af01e8ef137eaf0b"


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


def test_an_encoder_counts_too(tmp_path, meaning):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tinybert import build_model

    build_model(tmp_path / "model", ["public", "private", "key", "food"])
    found = lydite.matcher(f'meaning(encoder=transformers(model="{tmp_path / "model"}"))')
    assert found.score("public key", "private key") <= 0.1
    assert found.score("food", "food") == 1
    assert 0 <= found.score("zzqx yyq", "plugh") <= 0.9
    assert "model:" in found.signature()
