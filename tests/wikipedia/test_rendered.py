"""Rendered articles: the Selection for Schools, and small pages by hand."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from full_size import full_only
from inner import replace_inside
from lydite.core.errors import InputError
from lydite.knowledge.wikipedia import Wikipedia, WikiSite
from lydite.knowledge.wikipedia.build import build
from lydite.knowledge.wikipedia.dumps import ARTICLE, REDIRECT, Page, read_page


def page(title: str, body: str, subject: str = "Science.Physics") -> str:
    return (
        f'<html><head><title>{title}</title></head><body><h1 class="firstHeading">{title}</h1>'
        f'<h3 id="siteSub">Related subjects: <a href="../index/subject.{subject}.htm">x</a></h3>'
        f"<!-- start content -->{body}<!-- end content -->"
        "</body></html>"
    )


BODY = (
    '<div class="dablink">See <a href="../b/B.htm" title="B">b</a></div><table class="infobox"><tr><td>'
    '<a href="../b/B.htm" title="B">boxed</a></td></tr></table><p>An <i>a <a href="../b/B.htm" title="Bee">'
    'bee</a></i> (of <a href="../c/C%2525C3%2525A9.htm" title="Cé">ce</a>) is &amp; <!--del_lnk--> was '
    '<a href="../b/B.htm#x" title="B">b</a>.'
    '<p>Next.<h2>H</h2><p><a href="../c/C%2525C3%2525A9.htm" title="Cé">late</a> <a href="http://x.org">web</a>'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "html"
    files = {
        "a/A.htm": page("A", BODY),
        "b/B.htm": page("B", "<p>b"),
        "c/C%C3%A9.htm": page("Cé", "<p>c", "Science"),
    }
    for name, text in {**files, "index/no.htm": "<html><title>Index</title></html>"}.items():
        path = root / "wp" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_a_page_by_hand(folder: Path, tmp_path: Path) -> None:
    build([folder], tmp_path / "store")
    found = Wikipedia.open(tmp_path / "store")
    assert [found.title(n) for n in range(found.articles)] == ["A", "B", "Cé"]
    lead = found.lead(0)
    assert lead.paragraphs == ("An a bee (of ce) is & was b.", "Next.")
    assert [(found.title(k.target), k.anchor, k.flags) for k in lead.links] == [
        ("B", "b", 8), ("B", "boxed", 4), ("B", "bee", 2), ("Cé", "ce", 1), ("B", "b", 0),
    ]  # fmt: skip
    assert found.title(found.article("Bee")) == "B"
    assert [found.display_title(n) for n in found.parents(0)] == ["C:Physics"]
    assert [found.display_title(n) for n in found.parents(found.node("C:Physics"))] == ["C:Science"]
    assert found.inlinks(found.node("Cé")).tolist() == [0]


@pytest.mark.parametrize(
    "style", ["float: right; clear: right;", "FLOAT:left", "position: absolute; left:3px"]
)
def test_boxes_out_of_the_flow_are_asides(style: str) -> None:
    body = (
        f'<div style="{style}"><div><a href="../b/B.htm">map</a></div></div><p>A <a href="../c/C.htm">c</a>.'
    )
    (found,) = (p for p in read_page("wp/a/A.htm", page("A", body), WikiSite()) if p.kind == ARTICLE)
    assert [(anchor, flags) for _, anchor, flags in found.lead] == [("map", 8), ("c", 0)]
    assert found.paragraphs == ("A c.",)


def test_archives_hold_the_same(folder: Path, tmp_path: Path) -> None:
    build([folder], tmp_path / "store")
    names = [p.relative_to(folder).as_posix() for p in sorted(folder.rglob("*.htm"))]
    with (
        tarfile.open(tmp_path / "wp.tar.gz", "w:gz") as tar,
        zipfile.ZipFile(tmp_path / "wp.zip", "w") as packed,
    ):
        for name in names:
            tar.add(folder / name, name)
            packed.write(folder / name, name)
    for path in ("wp.tar.gz", "wp.zip"):
        build([tmp_path / path], tmp_path / f"{path}.store")
        for file in (tmp_path / "store").iterdir():
            assert file.read_bytes() == (tmp_path / f"{path}.store" / file.name).read_bytes()


def test_modern_html_has_categories(tmp_path: Path) -> None:
    text = (
        '<html><head><title>Cat</title><link rel="mw:PageProp/Category" href="./Category:Small_cats"/></head>'
        '<body><div class="mw-parser-output"><p><a href="./Dog" title="Dog">dog</a></p></div></body></html>'
    )
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "Cat.html").write_text(text)
    (tmp_path / "html" / "Dog.html").write_text(text.replace("<title>Cat", "<title>Dog"))
    build([tmp_path / "html"], tmp_path / "store")
    found = Wikipedia.open(tmp_path / "store")
    assert [found.display_title(n) for n in found.parents(found.node("Cat"))] == ["C:Small cats"]
    assert found.inlinks(found.node("Dog")).tolist() == [found.node("Cat")]


def test_bad_archives(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "wp.tar.xz").write_bytes(b"not an archive")
    for name, said in (("empty", "empty: .*[.]htm"), ("wp.tar.xz", "wp.tar.xz: .*compressed")):
        with pytest.raises(InputError, match=said):
            build([tmp_path / name], tmp_path / "store")


@full_only
def test_schools_selection(shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = shared_data / "wikipedia/schools-2007.tar.xz"
    articles, pairs = set(), set()

    def watched(*args: object, **options: object) -> Iterator[Page]:
        for one in read_page(*args, **options):
            (articles.add(one.name) if one.kind == ARTICLE else pairs.add((one.title, one.target, one.kind)))
            yield one

    replace_inside(monkeypatch, "lydite.knowledge.wikipedia.dumps", "read_page", watched)
    build([path], tmp_path / "store")
    # 530 pairs of title and article; 518 titles, since the others are titles of articles or come twice
    assert len([p for p in pairs if p[1] in articles and p[2] == REDIRECT]) == 530
    found = Wikipedia.open(tmp_path / "store")
    counts = found.counts
    assert (counts["articles"], counts["redirects"], counts["categories"]) == (4654, 518, 144)
    assert counts["labels"] == 11705  # 31 of them differ from another in accents alone
    philosophy = found.article("Philosophy")
    assert found.title(found.article("Math")) == "Mathematics"
    plain = [found.title(k.target) for k in found.lead(philosophy).links if not k.flags]
    assert plain[:4] == ["Logic", "Mathematics", "Geometry", "Ethics"]
    assert [found.display_title(n) for n in found.parents(philosophy)] == ["C:Philosophy"]


def test_links_in_superscripts_are_left_out() -> None:
    raised = '<sup><a href="../b/B.htm" title="B">note</a></sup>'
    bee, unclosed = '<a href="../b/B.htm" title="B">bee</a>', '<sup><a href="../b/B.htm">x</a><p>'
    body = f"<p>A{raised} m<sup>2</sup> is {bee}.{unclosed}"
    (found,) = (p for p in read_page("wp/a/A.htm", page("A", body), WikiSite()) if p.kind == ARTICLE)
    assert [(anchor, flags) for _, anchor, flags in found.lead] == [("note", 8), ("bee", 0), ("x", 8)]
    assert found.paragraphs == ("A m2 is bee.",)


def test_paragraphs_of_links_further_down_are_kept(folder: Path, tmp_path: Path) -> None:
    link = '<a href="../b/B.htm" title="B">bee</a>'
    long = "Nothing is said here. " * 120
    files = {
        "A": f"<p>First.<p>{long}<p>Then {link} flew.<p>Last.",
        "D": f"<p>No.<h2>H</h2><p>But {link}<p>y",
    }
    for name, body in files.items():
        (folder / "wp/a" / f"{name}.htm").write_text(page(name, body), "utf-8")
    build([folder], tmp_path / "store")
    found = Wikipedia.open(tmp_path / "store")
    above, below = (found.lead(found.article(name)) for name in files)
    assert (above.paragraphs[0], above.further) == ("First.", ("Then bee flew.",))
    assert (below.paragraphs, below.further) == (("No.",), ("But bee",))
