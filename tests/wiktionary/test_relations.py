"""What words mean, and which senses their relations join."""

from __future__ import annotations

from typing import Any

import pytest

from lydite.core.spec import REGISTRIES
from lydite.knowledge import TransitionKind, find_targets
from lydite.knowledge.wiktionary import Form, NamedWord, Sense, Wiktionary, senses_meant, written_form

Matcher = REGISTRIES["matcher"]["wiktionary"]


def _words(*words: str, **more: Any) -> list[dict[str, Any]]:
    return [{"word": word, **more} for word in words]


def _senses(*glosses: str) -> list[dict[str, Any]]:
    return [{"glosses": [gloss]} for gloss in glosses]


def near(base: Wiktionary, word: str, gloss: str, kind: TransitionKind) -> dict[str, int]:
    """Return the words (with the breadth) that the sense of a word with this gloss leads to by a kind."""
    (sense,) = (s for s in base.targets(word.split()) if base.gloss(s).startswith(gloss))
    return {base.word(v): breadth for v, k, breadth in base.graph.transitions(sense) if k == kind}


def test_forms_and_alternatives_mean_what_their_word_means(wiktionary: Any) -> None:
    base = wiktionary(
        {"word": "bring", "senses": _senses("To carry."), "forms": [{"form": "brought"}]},
        {"word": "brung", "senses": [{"glosses": ["past of bring"], "form_of": _words("bring")}]},
        {"word": "brang", "senses": [{"glosses": ["form of brung"], "alt_of": _words("brung")}]},
        {"word": "went", "senses": [{"glosses": ["past of go"], "form_of": _words("go")}]},
        {"word": "upright", "senses": [{"glosses": ["honest"], "form_of": _words("bring")}]},
    )
    carry = base.targets(["bring"])
    assert base.gloss(carry[0]) == "To carry."
    assert base.targets(["brought"]) == base.targets(["brung"]) == base.targets(["brang"]) == carry
    assert base.targets(["went"]) == base.targets(["go"])
    assert base.word(base.targets(["go"])[0]) == "go"
    assert {base.word(s) for s in base.targets(["upright"])} == {"upright", "bring"}


def test_a_form_of_a_word_without_entry_names_it(wiktionary: Any) -> None:
    base = wiktionary({"word": "gorilla", "senses": _senses("An ape."), "alt_of": _words("gorila")})
    assert base.targets(["gorila"]) == base.targets(["gorilla"])


@pytest.mark.parametrize("listed", [{"sense_index": "2"}, {"sense": "a seat"}, {"sense_index": 2}])
def test_relations_join_the_sense_they_speak_of(wiktionary: Any, listed: dict[str, Any]) -> None:
    base = wiktionary(
        {"word": "bank", "senses": _senses("A house for money.", "A seat for several."),
         "hyponyms": _words("pew", **listed), "synonyms": _words("bench", **listed)}
    )  # fmt: skip
    assert near(base, "bank", "A seat", TransitionKind.SPECIALISATION) == {"pew": 1}
    assert near(base, "bank", "A house", TransitionKind.SPECIALISATION) == {}
    assert [base.gloss(s) for s in base.targets(["bench"])] == ["A seat for several."]


def test_a_synonym_never_makes_senses_of_one_word_the_same(wiktionary: Any) -> None:
    base = wiktionary(
        {"word": "bank", "senses": _senses("A house for money.", "A seat in a park.")},
        {"word": "bench", "senses": _senses("A court.", "A seat in the open."), "synonyms": _words("bank")},
        {"word": "tub", "senses": _senses("A vat."), "synonyms": _words("bench")},
    )
    assert near(base, "bench", "A seat", TransitionKind.SAME) == {"bank": 0}
    assert near(base, "bank", "A seat", TransitionKind.SAME) == {"bench": 0}
    assert near(base, "bank", "A house", TransitionKind.SAME) == {}


def test_a_sense_that_names_the_word_in_turn_is_meant(wiktionary: Any) -> None:
    base = wiktionary(
        {"word": "animal", "senses": _senses("beast", "a rude man, like a dog that barks")
         , "hyponyms": _words("dog", sense="beast")},
        {"word": "dog", "senses": [{"glosses": ["beast of a man"]},
                                   {"glosses": ["what barks"], "hypernyms": _words("animal")}]},
    )  # fmt: skip
    assert near(base, "dog", "what barks", TransitionKind.GENERALISATION) == {"animal": 1}
    assert near(base, "animal", "beast", TransitionKind.SPECIALISATION) == {"dog": 1}
    assert near(base, "dog", "beast", TransitionKind.GENERALISATION) == {}


def test_breadth_counts_what_lies_below_once(wiktionary: Any) -> None:
    base = wiktionary(
        {"word": "cut", "pos": "verb", "senses": _senses("To part."), "troponyms": _words("slice", "chop"),
         "hyponyms": _words("chop")},
        {"word": "saw", "pos": "verb", "senses": _senses("To part wood."), "hypernyms": _words("cut")},
    )  # fmt: skip
    assert near(base, "cut", "To part", TransitionKind.SPECIALISATION) == {"slice": 3, "chop": 3, "saw": 3}
    assert near(base, "saw", "To part wood", TransitionKind.GENERALISATION) == {"cut": 3}


def test_self_synonyms_and_cycles(wiktionary: Any) -> None:
    base = wiktionary(
        {"word": "magic", "senses": _senses("x"), "synonyms": _words("magic", "Magic"),
         "hypernyms": _words("art")},
        {"word": "art", "senses": _senses("y"), "hypernyms": _words("craft")},
        {"word": "craft", "senses": _senses("z"), "hypernyms": _words("magic")},
    )  # fmt: skip
    assert base.store.notes["counts"]["named themselves"] == 2
    assert near(base, "magic", "x", TransitionKind.SAME) == {}
    matcher = Matcher(store=base.path)
    assert matcher.score("magic", "craft") == pytest.approx(0.99)  # art → craft → magic, down; up: 0.99²
    assert matcher.score("nowhere", "craft") == 0


def test_links_without_a_target_are_none(wiktionary: Any) -> None:
    links = [[], ["cat"], ["cat", "w:Cat"], ["cat", ":w:Felis#Cat"]]
    base = wiktionary({"word": "cat", "senses": [{"glosses": ["x"], "links": links}]})
    assert base.links(0).wikipedia == ("Cat", "Felis")


def test_links_lead_both_ways(dictionary: Any) -> None:
    base = Wiktionary.open(dictionary, "en")
    (cat,) = base.linked("Cat")
    assert base.linked("Q146") == (cat,)
    assert base.word(cat) == "cat"
    assert (base.links(cat).wikipedia, base.links(cat).wikidata) == (("Cat",), ("Q146",))
    assert base.linked("Dog") == ()


def test_marks_of_dictionaries_are_not_written(dictionary: Any) -> None:
    base = Wiktionary.open(dictionary, "Latin")
    assert base.targets(["domūs"]) == base.targets(["domus"])
    matcher = Matcher(store=str(dictionary), language="la")
    assert matcher.score("aedes", "domus") == 1
    assert [step.transition for step in matcher.explain("aedēs", "domus").path] == ["same"]


def test_a_language_without_spaces(wiktionary: Any) -> None:
    base = wiktionary(
        {"word": "犬", "lang_code": "ja", "senses": _senses("dog")},
        {"word": "小屋", "lang_code": "ja", "senses": _senses("hut"), "hyponyms": _words("ほったて 小屋")},
    )
    found = find_targets(base, "犬小屋")
    assert (found.direct, found.aspects) == (False, ("犬", "小屋"))
    assert find_targets(base, "ほったて小屋").direct


def test_stems_where_no_form_is_listed(dictionary: Any) -> None:
    base = Wiktionary.open(dictionary, "en")
    assert base.targets(["dogs"]) == base.targets(["dog"])
    assert base.targets(["dog's"]) == base.targets(["dog"])


@pytest.mark.parametrize(
    ("code", "word", "form", "written"),
    [
        ("de", "Hallo", "des Hallos", "Hallos"),
        ("de", "ausmachen", "mache aus", "mache aus"),
        ("fr", "manger", "que j’eusse mangé", "eusse mangé"),
        ("fr", "manger", "il/elle/on mange", "mange"),
        ("de", "lieben", "ich werde geliebt worden sein", None),
        ("en", "cat", "—", None),
    ],
)
def test_forms_as_they_stand_in_texts(code: str, word: str, form: str, written: str | None) -> None:
    assert written_form(Form(form), word, code) == written


def test_which_senses_are_meant() -> None:
    senses = [Sense(glosses=[g], sense_index=n) for g, n in (("a", "1a"), ("b", "1b"), ("c", "2"))]
    assert senses_meant(NamedWord("x", sense_index="1"), senses) == [0, 1]
    assert senses_meant(NamedWord("x", sense_index="1b–2, 2"), senses) in ([1, 2], [2])
    assert senses_meant(NamedWord("x", sense_index="7"), senses) == []
    assert senses_meant(NamedWord("x"), senses) == []
