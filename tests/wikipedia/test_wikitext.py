"""Links and leads of wikitext, against an independent parser and against broken pages."""

from __future__ import annotations

import json
from collections import Counter
from importlib import util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.knowledge.wikipedia import (
    ARTICLE,
    ASIDE,
    CATEGORY,
    ITALIC,
    PARENTHESISED,
    TABLE,
    WikiSite,
    page_name,
)
from lydite.knowledge.wikipedia.dumps import (
    PageExtractor,
    RawPage,
    lead,
    near_concepts,
    read_pages,
    read_site,
    redirect,
    running_text,
    units,
)
from lydite.knowledge.wikipedia.dumps import links as links_of

ORACLE = json.loads(Path(__file__).with_name("wikitextparser.json").read_text())
FILES = frozenset({"file", "image", "category"})


def flags(text: str) -> list[tuple[str, int]]:
    return [(target, flag) for target, _, flag in lead(text, FILES).links]


def test_links_everywhere_but_where_wikitext_is_off() -> None:
    text = "{{box|a=[[In template]]}} <nowiki>[[no]]</nowiki> <!-- [[no]] --> <ref>[[In note|x]]</ref>"
    text += " <pre>[[no]]</pre>"
    assert links_of(text) == [("In template", "In template"), ("In note", "x")]


def test_links_in_captions() -> None:
    text = "[[File:a.jpg|thumb|A [[cat]] and [[File:b.jpg|x|a [[dog]]]] [[mouse|mice]]]]"
    assert [t for t, _ in links_of(text)] == ["cat", "dog", "mouse"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[open [[closed]]", ["closed"]),
        ("[[a|b]] [[c", ["a"]),
        ("[[a|b [c] d]]", ["a"]),
        ("{{{{{ [[a]] }} |} {| ]] [[b]]", ["a", "b"]),
        ("<!-- [[a]]", []),
        ("<nowiki>[[a]]", ["a"]),
        ("[[]] [[|x]] [[\n]]", []),
        ("[[a\nb]] [[ok]]", ["ok"]),
    ],
)
def test_broken_links(text: str, found: list[str]) -> None:
    assert [t for t, _ in links_of(text)] == found


def test_anchor_is_what_readers_see() -> None:
    assert links_of("[[Mars|the ''red'' {{nowrap|x}}<b>planet</b> &amp; co]]")[0][1] == "the red planet & co"
    assert links_of("[[kača|kač]]is [[cat]]s.")[0][1] == "kačis"


def test_lead_flags() -> None:
    text = (
        "{{Infobox\n| a = [[In box]]\n}}\n:''For the film see [[Film]]''\n"
        "[[File:x.jpg|thumb|Caption [[Caption]]]]\n'''X''' (from [[Latin]]) is ''an [[Italic]]'' "
        "[[Plain|thing]]<ref>[[Note]]</ref> of {{nowrap|the [[Inline]]}}.\n"
        "{| class=x\n| [[Cell]]\n|}\n\nSecond ([[unclosed\n\nThird [[After]].\n\n== Heading ==\n[[Body]]"
    )
    assert flags(text) == [
        ("In box", TABLE),
        ("Film", ASIDE | ITALIC),
        ("Caption", ASIDE),
        ("Latin", PARENTHESISED),
        ("Italic", ITALIC),
        ("Plain", 0),
        ("Inline", 0),
        ("Cell", TABLE),
        ("After", 0),
    ]
    paragraphs = lead(text, FILES).paragraphs
    assert paragraphs[0] == "X (from Latin) is an Italic thing of Inline."
    assert paragraphs[-1] == "Third After."


def test_what_templates_leave_of_parentheses() -> None:
    text = "'''Albania''' ({{IPA|x}}, {{lang|sq|y}}; ({{z}})) or ({{IPA|x}}; ''Shqip'') is a [[country]]."
    assert lead(text, FILES).paragraphs == ("Albania or (Shqip) is a country.",)


def test_unclosed_templates_do_not_swallow_the_lead() -> None:
    assert flags("{{Infobox | x\n'''A''' is a [[b]] and {{c [[d]].") == [("b", 0), ("d", 0)]


@given(st.text("[]{}|()'<>!-/ \nabref=:#*", max_size=120))
def test_nothing_breaks_on_anything(text: str) -> None:
    for target, _ in links_of(text):
        assert f"[[{target}" in text
    found = lead(text, FILES)
    assert all("\n" not in p for p in found.paragraphs)
    assert {t for t, _, _ in found.links} <= {t for t, _ in links_of(text)}
    running_text(text)


@given(st.text(max_size=40))
def test_titles_of_every_kind_resolve_to_themselves(raw: str) -> None:
    site = WikiSite("en", {"Category": 14})
    namespace, title = site.resolve(raw)
    assert title == title.strip(" _")
    if namespace == ARTICLE and title and not set(title) & set(":%&#"):
        assert site.resolve(title) == (ARTICLE, title)
        assert site.canonical(title) == title


def test_namespaces_are_those_of_the_wiki() -> None:
    site = WikiSite("ltg", {"Kategoreja": 14, "Fails": 6})
    assert site.resolve("kategoreja:  x_y ") == (CATEGORY, "X y")
    assert site.resolve("Category:X") == (CATEGORY, "X")
    assert site.resolve("Fails:x.png") == (6, "X.png")
    assert site.resolve("ßx") == (ARTICLE, "ßx")
    assert site.resolve("caf%C3%A9") == (ARTICLE, "Café")
    assert site.resolve("cafe\u0301\u200e") == (ARTICLE, "Café")


def by_parser(text: str, site: WikiSite) -> Counter[tuple[int, str]]:
    import wikitextparser

    found = [k.target.strip() for k in wikitextparser.parse(text).wikilinks]
    return Counter(site.resolve(t) for t in found if t and not set(t) & set("{}<>[]\n"))


def ours(text: str, site: WikiSite) -> Counter[tuple[int, str]]:
    return Counter(site.resolve(t) for t, _ in links_of(text))


def kept(links: Counter[tuple[int, str]]) -> Counter[tuple[int, str]]:
    return Counter({link: n for link, n in links.items() if link[0] in (ARTICLE, CATEGORY)})


def digest(links: Counter[tuple[int, str]]) -> str:
    import hashlib

    return hashlib.sha256(repr(sorted(kept(links).items())).encode()).hexdigest()[:16]


def pages(path: Path) -> list[RawPage]:
    return [p for unit in units(path) for p in read_pages(unit)]


def chosen(found: list[RawPage]) -> list[RawPage]:
    """Return fifty pages over the whole dump, the longest among them."""
    long = sorted((p for p in found if p.namespace in (0, 14)), key=lambda p: -len(p.text))
    return long[:10] + long[10 :: max(1, len(long) // 40)][:40]


def test_latgalian_pages_equal_the_independent_parser(shared_data: Path) -> None:
    path = shared_data / "wikipedia/ltgwiki-pages-articles.xml.bz2"
    site = read_site(path)
    sample = chosen(pages(path))
    assert len(sample) == 50
    assert {p.title: digest(ours(p.text, site)) for p in sample} == ORACLE["ltg"]


def test_english_pages_equal_the_independent_parser() -> None:
    path = gensim_dump()
    site = read_site(path)
    found = pages(path)
    for page in found:
        if page.redirect is not None:
            assert site.resolve(redirect(page.text) or "") == site.resolve(page.redirect), page.title
    categories = {
        p.title: sorted(t for (n, t), k in ours(p.text, site).items() for _ in range(k) if n == CATEGORY)
        for p in found
    }
    assert {t: len(c) for t, c in categories.items() if c} == ORACLE["en_categories"]
    assert {p.title: digest(ours(p.text, site)) for p in found if p.redirect is None} == ORACLE["en"]


def gensim_dump() -> Path:
    spec = util.find_spec("gensim")
    if spec is None or spec.origin is None:
        pytest.skip("gensim, whose test data this is, is not installed")
    name = "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
    path = Path(spec.origin).parent / "test" / "test_data" / name
    if not path.is_file():
        pytest.skip("gensim came without its test data")
    return path


@pytest.mark.parametrize(
    "opening", ["<ref>", "<ref name=x>", "<nowiki>", "<Math x>", "<gallery>", "{{", "[[File:"]
)
def test_what_never_closes_is_passed_over(opening: str) -> None:
    """Once: looked for from each opening to the end of the page, this took minutes."""
    site = WikiSite("en", {"Category": 14})
    text = f"<ref>[[A]]</ref> {opening * 20_000} [[Dog]]"
    page = PageExtractor(site, lead=True, words=True)(RawPage("Cat", 0, None, text))
    assert page is not None
    assert page_name(0, "Dog") in [name for name, _ in page.links]


def test_links_in_superscripts_are_no_words() -> None:
    text = "A [[cat]]<sup>[[note]]</sup> of 3 m<sup>2</sup> is a [[pet]]<SUP class=x>[[a]]<sup/>[[b]]"
    text += "\n\nIt [[purr]]s."
    found = lead(text, frozenset())
    assert [(target, flags) for target, _, flags in found.links] == [
        ("cat", 0), ("note", ASIDE), ("pet", 0), ("a", ASIDE), ("b", ASIDE), ("purr", 0),
    ]  # fmt: skip
    assert found.paragraphs == ("A cat of 3 m2 is a pet", "It purrs.")


def test_an_anchor_at_the_end_is_no_longer_one() -> None:
    """Of "a" and "a b", the last word of a text is the first."""
    near = near_concepts(["a"], np.zeros(1, np.uint64), [(7, ["a", "b"]), (9, ["a"])])
    assert near[1].tolist() == [9]
    near = near_concepts(["a", "b"], np.arange(2, dtype=np.uint64), [(7, ["a", "b"]), (9, ["a"])])
    assert set(near[1].tolist()) == {7}
