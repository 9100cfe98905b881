"""Exports cut into units, packed in any way, and cut short."""

from __future__ import annotations

import bz2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inner import replace_inside
from lydite.core.errors import InputError
from lydite.knowledge.wikipedia import export_text
from lydite.knowledge.wikipedia.dumps import RawPage, read_pages, read_site, unescape, units

TEXT = export_text().encode()


def read(path: Path) -> list[RawPage]:
    return [page for unit in units(path) for page in read_pages(unit)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[RawPage]:
    path = tmp_path_factory.mktemp("whole") / "wiki.xml"
    path.write_bytes(TEXT)
    return read(path)


@pytest.mark.parametrize("unit", [97, 1_000, 40_000])
@pytest.mark.parametrize("packing", ["plain", "one stream", "streams at pages", "streams anywhere"])
def test_any_cut_gives_the_same_pages(
    tmp_path: Path, whole: list[RawPage], monkeypatch: pytest.MonkeyPatch, unit: int, packing: str
) -> None:
    replace_inside(monkeypatch, "lydite.knowledge.wikipedia.dumps", "UNIT", unit)
    path = tmp_path / "wiki"
    if packing == "plain":
        path.write_bytes(TEXT)
    elif packing == "one stream":
        path.write_bytes(bz2.compress(TEXT))
    elif packing == "streams at pages":
        pieces = [p + b"</page>" for p in TEXT.split(b"</page>")]
        pieces[-1] = pieces[-1].removesuffix(b"</page>")
        path.write_bytes(b"".join(map(bz2.compress, pieces)))
    else:
        path.write_bytes(b"".join(bz2.compress(TEXT[i : i + 311]) for i in range(0, len(TEXT), 311)))
    assert read(path) == whole


def test_siteinfo(tmp_path: Path) -> None:
    path = tmp_path / "wiki.xml"
    path.write_bytes(TEXT)
    site = read_site(path)
    assert (site.language, site.name, site.first_letter) == ("en", "miniwiki", True)
    assert site.namespaces == {"File": 6, "Category": 14}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("share", [0.3, 0.7, 0.999])
def test_a_file_that_is_cut_says_so(tmp_path: Path, share: float, *, packed: bool) -> None:
    path = tmp_path / "wiki"
    data = bz2.compress(TEXT) if packed else TEXT
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(InputError, match=r"wiki: .*(fetch|truncated)"):
        read(path)


def test_damaged_bz2_says_so(tmp_path: Path) -> None:
    data = bytearray(bz2.compress(TEXT))
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "wiki").write_bytes(data)
    with pytest.raises(InputError, match=r"wiki: .*(damaged|truncated)"):
        read(tmp_path / "wiki")


@pytest.mark.parametrize("text", [b"", b"<html>hello</html>", b"BZh9 not really"])
def test_what_is_no_export_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "wiki.xml"
    path.write_bytes(text)
    with pytest.raises(InputError):
        read_site(path)


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
    page = b"<page><title>X</title><ns>0</ns><text>&b; &c; &#233; &amp;amp; &lt;b&gt;</text></page>"
    path = tmp_path / "wiki.xml"
    path.write_bytes(bomb + b"<mediawiki>" + page + b"</mediawiki>")
    assert read(path)[0].text == "&b; &c; é &amp; <b>"


@given(st.text(max_size=60))
def test_escaping_round_trip(text: str) -> None:
    import html

    assert unescape(html.escape(text)) == text


def test_last_revision_counts(tmp_path: Path) -> None:
    revisions = "<revision><text>old</text></revision><revision><text bytes='3'>new</text></revision>"
    page = f"<page><title>X</title><ns>0</ns>{revisions}</page>"
    path = tmp_path / "wiki.xml"
    path.write_text(f"<mediawiki>{page}</mediawiki>")
    assert [p.text for p in read(path)] == ["new"]
