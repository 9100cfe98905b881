"""Real entries of five editions: all are read; entities and relations of ten words as a reader finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lydite.core.spec import REGISTRIES
from lydite.knowledge import TransitionKind
from lydite.knowledge.wiktionary import Wiktionary, build_wiktionary

Matcher = REGISTRIES["matcher"]["wiktionary"]

Near = dict[TransitionKind, set[str]]


@pytest.fixture(scope="module")
def editions(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All entries together in one store."""
    folder = tmp_path_factory.mktemp("editions")
    files = sorted((shared_data / "wiktionary").glob("*.jsonl"))
    (folder / "all.jsonl").write_bytes(b"".join(f.read_bytes().rstrip() + b"\n" for f in files))
    notes = build_wiktionary(folder / "all.jsonl", folder / "store")
    assert (notes["counts"]["entries"], notes["counts"]["broken"]) == (99, 0)
    assert list(notes["languages"]) == ["de", "el", "en", "fr", "la"]
    return folder / "store"


def near(base: Wiktionary, sense: int) -> Near:
    """Return the words that a sense leads to, by kind."""
    found: Near = {}
    for v, kind, _ in base.graph.transitions(sense):
        found.setdefault(kind, set()).add(base.word(v))
    return found


def of(base: Wiktionary, phrase: str, gloss: str) -> int:
    """Return the sense of a phrase whose gloss begins so."""
    (sense,) = (s for s in base.targets(phrase.split()) if base.gloss(s).startswith(gloss))
    return sense


def test_english(editions: Path) -> None:
    base = Wiktionary.open(editions, "en")
    assert [base.pos(s) for s in base.targets(["falcon"])] == ["noun"] * 4 + ["verb"]
    bird, cannon = of(base, "falcon", "Any bird of the genus"), of(base, "falcon", "A light cannon")
    assert base.linked("Q43489") == (bird,)
    assert base.links(bird).wikidata == ("Q43489",)
    assert near(base, cannon) == {TransitionKind.SIMILAR: {"falconet"}}
    assert {"Amur falcon", "falconry", "Falconer"} <= near(base, bird)[TransitionKind.SIMILAR]
    assert base.targets(["faulcon"]) == base.targets(["falcon"])
    magic, charming = of(base, "magical", "Of, relating"), of(base, "magical", "Enchanting")
    assert len(near(base, magic)[TransitionKind.SPECIALISATION]) == 8
    assert near(base, charming) == {}
    assert base.targets(["bewitching"]) == base.targets(["captivating"]) == (charming,)
    assert base.targets(["witching"]) == base.targets(["sorcerous"]) == (magic,)
    assert base.targets(["brought"]) == base.targets(["brings"]) == base.targets(["bring"])
    assert [base.name(s) for s in base.targets(["synonyme"])] == ["synonym (noun)"]


def test_german(editions: Path) -> None:
    base = Wiktionary.open(editions, "de")
    short, sale = of(base, "Garage", "Raum zum kurzfristigen"), of(base, "Garage", "Geschäft")
    workshop = of(base, "Garage", "auf die Reparatur")
    assert base.targets(["autowerkstatt"]) == (workshop,)
    assert near(base, workshop)[TransitionKind.GENERALISATION] == {"Werkstatt"}
    assert near(base, workshop)[TransitionKind.SPECIALISATION] == {"Betriebsgarage"}
    assert near(base, sale)[TransitionKind.GENERALISATION] == {"Geschäft", "Verkaufslokal", "Werkstatt"}
    assert "Parkhaus" in near(base, short)[TransitionKind.SIMILAR]
    assert (
        "Garagentor"
        in near(base, short)[TransitionKind.SIMILAR] & near(base, workshop)[TransitionKind.SIMILAR]
    )
    eel = of(base, "Aal", "schlangenförmiger")
    (breadth,) = {b for _, k, b in base.graph.transitions(eel) if k == TransitionKind.SPECIALISATION}
    assert breadth == len(near(base, eel)[TransitionKind.SPECIALISATION]) == 26
    assert base.targets(["torpedo"]) == (of(base, "Aal", "Torpedo"),)
    seat, house = of(base, "Bank", "Sitz-"), of(base, "Bank", "Geldinstitut")
    assert near(base, seat)[TransitionKind.GENERALISATION] == {"Sitzgelegenheit", "Stadtmöbel"}
    assert near(base, house)[TransitionKind.GENERALISATION] == {"Gebäude", "Unternehmen"}
    assert base.targets(["kasino"]) == (of(base, "Bank", "Glücksspiellokal"),)
    assert base.targets(["gehe", "aus"]) == base.targets(["ausgehen"])
    assert base.targets(["caritativ"]) == base.targets(["karitativ"])
    assert base.targets(["hallos"]) == base.targets(["hallo"])


def test_french(editions: Path) -> None:
    base = Wiktionary.open(editions, "fr")
    chew, meal = of(base, "manger", "Mâcher et avaler"), of(base, "manger", "Prendre un repas")
    assert base.targets(["mangeons"]) == base.targets(["manger"])
    assert len(base.targets(["manger"])) == 11
    assert base.targets(["becqueter"]) == (meal,)
    assert base.targets(["bouffer"]) == (chew, meal)
    assert {"avaler", "mâcher", "mastiquer"} <= near(base, chew)[TransitionKind.SPECIALISATION]
    assert (
        not near(base, chew)[TransitionKind.SPECIALISATION] & near(base, meal)[TransitionKind.SPECIALISATION]
    )
    assert [base.name(s) for s in base.targets(["arrive"])] == ["arriver (verb)"]


def test_greek(editions: Path) -> None:
    base = Wiktionary.open(editions, "el")
    assert base.targets(["κόρφο"]) == base.targets(["κόρφοσ"])
    assert len(base.targets(["κόρφο"])) == 3
    assert base.targets(["γορίλασ"]) == base.targets(["γορίλλασ"])
    matcher = Matcher(store=str(editions), language="el")
    assert matcher.score("ασήμαντος", "αμελητέος") == 1
    assert matcher.score("ψηφίσας", "ψηφίζω") == 1


def test_latin(editions: Path) -> None:
    base = Wiktionary.open(editions, "la")
    assert base.targets(["nuntius"]) == base.targets(["indicium"]) == (of(base, "fama", "fame"),)
    house = of(base, "domus", "house, home")
    assert near(base, house)[TransitionKind.GENERALISATION] == {
        "aedificium",
        "domus",
    }  # aedes is a domus, too
    assert base.targets(["aedes"]) == (of(base, "domus", "any dwelling"),)
    assert base.targets(["puto"]) == (of(base, "cogito", "to think"),)
    assert base.targets(["doceo"]) == (of(base, "lego", "to teach"),)
    assert base.targets(["legunt"]) == base.targets(["lego"])
    assert len(base.targets(["rectus"])) == 3
    assert base.targets(["rego"]) == base.targets(["rectus"])  # its participle; it has no entry here
