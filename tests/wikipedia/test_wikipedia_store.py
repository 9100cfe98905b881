"""Stores: what they know, and how bad ones are refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from inner import replace_inside
from lydite.core.errors import InputError, StoreError
from lydite.knowledge.wikipedia import PARENTHESISED, Wikipedia
from lydite.knowledge.wikipedia.build import build

Make = Callable[..., Wikipedia]


def test_counts_and_titles(miniature: Wikipedia) -> None:
    assert miniature.counts["articles"] == 19
    assert miniature.counts["redirects"] == 3
    assert miniature.counts["categories"] == 15 + 76
    for node in range(len(miniature)):
        assert miniature.node(miniature.display_title(node)) == node
    assert miniature.title(miniature.article("baby_cat")) == "Kitten"
    with pytest.raises(InputError, match="'Kiten'.*Kitten"):
        miniature.article("Kiten")


@pytest.mark.parametrize("typed", ["Kiten", "Kittten", "Kittne", "Kutten", "itten", "Kitten-"])
def test_similar_titles_of_large_stores(
    miniature: Wikipedia, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    replace_inside(monkeypatch, "lydite.knowledge.wikipedia", "FEW", 0)
    with pytest.raises(InputError, match=r"Kitten\?"):
        miniature.article(typed)
    with pytest.raises(InputError, match="'Something else'$"):
        miniature.article("Something else")


def test_red_planet(miniature: Wikipedia) -> None:
    senses = [(miniature.title(s.node), s.anchors) for s in miniature.senses("Red Planet")]
    assert senses == [("Mars", 3), ("Red Planet (novel)", 1), ("Red Planet (film)", 1)]
    assert [s.prior for s in miniature.senses("red planets")] == []  # no label reads so; its stems do
    assert [miniature.title(n) for n in miniature.targets("red planets")] == [t for t, _ in senses]


def test_pruning_by_prior(wiki: Make) -> None:
    many = " ".join(["[[Common|word]]"] * 1_990 + ["[[Rare|word]]"] * 9 + ["[[Rarest|word]]"])
    found = wiki({"Common": many, "Rare": "", "Rarest": ""})
    assert [found.title(n) for n in found.targets("word")] == ["Common"]  # 0.995 is above the coverage
    titles = [found.title(n) for n in found.targets("word", coverage=1.0)]
    assert titles == ["Common", "Rare"]  # the third has a prior of 0.0005
    assert len(found.targets("word", coverage=1.0, least=0)) == 3


def test_orange_is_central_to_oranges(miniature: Wikipedia) -> None:
    orange, oranges = miniature.node("Orange (fruit)"), miniature.node("C:Oranges")
    near = [(n, k.label) for n, k, _ in miniature.graph.transitions(orange)]
    assert (oranges, "same") in near
    assert miniature.node("C:Citrus hybrids") in miniature.parents(orange)


def test_central_by_redirect_and_without_brackets_of_one_of_the_two(wiki: Make) -> None:
    found = wiki(
        {
            "Automobile": "[[Category:Cars]]",
            "Java (island)": "[[Category:Java]]",
            "Go": "[[Category:Go (game)]]",
            "Igo": "[[Category:Weiqi (game)]]",
            "Halloween (1978 film)": "[[Category:Halloween (series)]]",
            "Scream (series)": "[[Category:Scream (series)]]",
        },
        {
            "Cars": "",
            "Java": "",
            "Go (game)": "",
            "Weiqi (game)": "",
            "Halloween (series)": "",
            "Scream (series)": "",
        },
        {"Car": "Automobile", "Weiqi": "Igo"},
    )
    central = {
        found.title(n)
        for n in range(found.articles)
        for _, kind, _ in found.graph.transitions(n)
        if kind.label == "same"
    }
    assert central == {"Automobile", "Java (island)", "Go", "Igo", "Scream (series)"}


def test_breadths_leave_central_articles_out(wiki: Make) -> None:
    found = wiki(
        {"Coffee": "[[Category:Coffee]]", "Latte": "[[Category:Coffee]]", "Mocha": "[[Category:Coffee]]"},
        {"Coffee": ""},
    )
    near = {found.title(n): (k.label, b) for n, k, b in found.graph.transitions(found.node("C:Coffee"))}
    assert near == {"Coffee": ("same", 0), "Latte": ("specialisation", 2), "Mocha": ("specialisation", 2)}


def test_a_page_in_itself_cycles_and_loops(wiki: Make) -> None:
    found = wiki(
        {"A": "[[Category:X]] [[Category:X]] [[A]]", "B": "[[Loop one]] [[Chain one|chained]] [[Nowhere]]"},
        {"X": "[[Category:X]] [[Category:Y]]", "Y": "[[Category:X]]", "Z": "[[Category:Missing]]"},
        {
            "Loop one": "Loop two",
            "Loop two": "Loop one",
            "Chain one": "Chain two",
            "Chain two": "A",
            "Self": "Self",
            "Lost": "Gone",
        },
    )
    assert found.counts["broken_redirects"] == 4
    assert found.redirect_target(found.node("Chain one")) == found.node("A")
    assert found.redirect_target(found.node("Loop one")) is None
    with pytest.raises(InputError):
        found.article("Loop two")
    assert found.parents(found.node("C:X")) == [found.node("C:Y")]
    assert [found.title(n) for n in found.inlinks(found.node("A"))] == ["B"]
    assert found.targets("chained") == [found.node("A")]


def test_titles_with_every_oddity(wiki: Make) -> None:
    odd = [
        "ǅungla",
        "ßeta",
        "日本",
        "𝔘nicode 🦊",
        "Zero\u200bwidth",
        "A\u0301",
        "“Quotes” & <tags>",
        "C++",
        "100%",
        "İstanbul",
        "ﬁ",
        "x" * 255,
    ]
    found = wiki(dict.fromkeys(odd, f"[[{odd[0]}]]"))
    assert found.articles == len(odd)
    for title in odd:
        node = found.node(title)
        assert node is not None
        assert found.node(found.title(node)) == node
        assert found.targets(title), title


def test_hidden_and_maintenance_categories(wiki: Make) -> None:
    articles = {"A": "[[Category:Cats]] [[Category:Secret]] [[Category:Articles with dead links]]"}
    categories = {"Cats": "", "Secret": "__HIDDENCAT__", "Articles with dead links": ""}
    found = wiki(articles, categories)
    assert found.counts["hidden_categories"] == 2
    assert [found.display_title(n) for n in found.parents(0)] == ["C:Cats"]
    assert len(wiki(articles, categories, keep_hidden=True).parents(0)) == 3


def test_leads(wiki: Make) -> None:
    found = wiki(
        {
            "Cat": "A '''cat''' ([[Latin]]) is a [[small|little]] [[beast]] and [[gone]].\n\nSecond.\n"
            "== H ==\n[[Late]]",
            "Latin": "x",
            "Animal": "",
            "Late": "",
        },
        redirects={"Beast": "Animal", "Small": "Latin"},
    )
    lead = found.lead(found.node("Cat"))
    assert lead.paragraphs == ("A cat (Latin) is a little beast and gone.", "Second.")
    assert [(found.title(k.target), k.anchor, k.flags) for k in lead.links] == [
        ("Latin", "Latin", PARENTHESISED),
        ("Latin", "little", 0),
        ("Animal", "beast", 0),
    ]
    assert lead.links[0].parenthesised
    assert not lead.links[1].table


def test_store_without_leads_says_so(wiki: Make) -> None:
    with pytest.raises(StoreError, match="store: .*leads"):
        wiki({"A": "x"}, lead=False).lead(0)


def test_store_of_another_version_or_kind(miniature: Wikipedia, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(miniature.path, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    for key, value, said in (
        ("version", 99, "version 99 "),
        ("version", 0, "version 0 "),
        ("kind", "wordnet", "wordnet.*wikipedia"),
    ):
        (copy / "manifest.json").write_text(json.dumps(manifest | {key: value}))
        with pytest.raises(StoreError, match=said):
            Wikipedia.open(copy)
    (copy / "manifest.json").write_text(json.dumps(manifest))
    text = bytearray((copy / "title_text.bin").read_bytes())
    text[3] ^= 1
    (copy / "title_text.bin").write_bytes(text)
    with pytest.raises(StoreError, match=r"title_text\.bin .*digest"):
        Wikipedia.open(copy)
    (copy / "title_text.bin").write_bytes(b"short")
    with pytest.raises(StoreError, match=r"title_text\.bin .*1974 bytes"):
        Wikipedia.open(copy)
    with pytest.raises(StoreError, match="absent: .*lydite build wikipedia"):
        Wikipedia.open(tmp_path / "absent")


def test_empty_wiki(wiki: Make) -> None:
    with pytest.raises(InputError, match=r"wiki\.xml: .*page"):
        wiki({})


NO_ARTICLE = ".*article"
NO_NUMBER = "page 'A' .*namespace '.*'"


@pytest.mark.parametrize(("namespace", "told"), [("1", NO_ARTICLE), ("--5", NO_NUMBER), ("²", NO_NUMBER)])
def test_a_wiki_without_an_article(tmp_path: Path, namespace: str, told: str) -> None:
    """Its store was built, and knew no phrase; pages of an unknown namespace were left out in silence."""
    page = f"<page><title>A</title><ns>{namespace}</ns><id>1</id><revision><text>x</text></revision></page>"
    (tmp_path / "d.xml").write_text(f"<mediawiki>{page}</mediawiki>", "utf-8")
    with pytest.raises(InputError, match=rf"d\.xml: {told}"):
        build([tmp_path / "d.xml"], tmp_path / "made")
    assert [p.name for p in tmp_path.iterdir()] == ["d.xml"]
