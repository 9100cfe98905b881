"""Tables of article and category, child and parent: the graph that an export of the same wiki gives."""

from __future__ import annotations

import gzip
from importlib import resources
from pathlib import Path

import pytest

from lydite.cli import main
from lydite.errors import InputError
from lydite.languages import known_code
from lydite.sources.wikipedia import Wikipedia
from lydite.sources.wikipedia.build.builder import BuildOptions, build
from lydite.sources.wikipedia.dumps import tables

ARTICLES = (
    "article\tcategory\nPhysics\tPhysics\nLaser_(device)\tOptics\n\nPrism\tCategory:Optics\nPrism\tGlass\n"
)
CATEGORIES = "child\tparent\nOptics\tPhysics\nCategory:Glass\tMaterials\nGlass\tGlass\nPhysics\tOptics\n"


def store(folder: Path, *texts: str, **options: object) -> Wikipedia:
    paths = []
    for number, text in enumerate(texts):
        paths.append(folder / f"{number}.tsv")
        paths[-1].write_text(text, "utf-8")
    build(paths, folder / "store", BuildOptions(**options))  # type: ignore[arg-type]
    return Wikipedia.open(folder / "store")


def near(wikipedia: Wikipedia, title: str) -> set[tuple[str, str, int]]:
    node = wikipedia.node(title)
    assert node is not None, title
    return {
        (wikipedia.display_title(n), kind.label, breadth)
        for n, kind, breadth in wikipedia.graph.transitions(node)
    }


def test_pairs_become_a_graph(tmp_path: Path) -> None:
    wikipedia = store(tmp_path, ARTICLES, CATEGORIES)
    assert (wikipedia.articles, wikipedia.counts["categories"]) == (3, 4)
    assert near(wikipedia, "Physics") == {("C:Physics", "same", 0)}
    assert near(wikipedia, "Prism") == {("C:Optics", "generalisation", 2), ("C:Glass", "generalisation", 1)}
    # a cycle stays, a category in itself does not
    assert near(wikipedia, "C:Physics") == {
        ("Physics", "same", 0),
        ("C:Optics", "specialisation", 1),
        ("C:Optics", "generalisation", 1),
    }
    assert near(wikipedia, "C:Glass") == {
        ("Prism", "specialisation", 1),
        ("C:Materials", "generalisation", 1),
    }


def test_titles_of_categories_are_labels_and_so_is_what_precedes_brackets(tmp_path: Path) -> None:
    wikipedia = store(tmp_path, ARTICLES, CATEGORIES)
    shown = lambda phrase: sorted(wikipedia.display_title(n) for n in wikipedia.targets(phrase))  # noqa: E731
    assert shown("material") == ["C:Materials"]
    assert shown("laser") == ["Laser (device)"] == shown("Lasers (device)")
    assert shown("physics") == ["C:Physics", "Physics"]


def test_tables_equal_the_export_of_the_same_wiki(tmp_path: Path) -> None:
    from tests.wikipedia.conftest import export_of

    parts = tmp_path / "tables"
    parts.mkdir()
    one = store(parts, ARTICLES, CATEGORIES)
    dump = tmp_path / "wiki.xml"
    belongs = {"Optics": "Physics", "Glass": "Materials", "Physics": "Optics", "Materials": ""}
    dump.write_text(
        export_of(
            {"Physics": "[[Category:Physics]]", "Laser (device)": "[[Category:Optics]]",
             "Prism": "[[Category:Optics]] [[Category:Glass]]"},
            {c: f"[[Category:{p}]]" if p else "" for c, p in belongs.items()},
        ), "utf-8",
    )  # fmt: skip
    build([dump], tmp_path / "export")
    two = Wikipedia.open(tmp_path / "export")
    for title in ("Physics", "Laser (device)", "Prism", *(f"C:{c}" for c in belongs)):
        assert near(one, title) == near(two, title)


def test_units_of_any_size_and_packed_tables_give_the_same_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = store(tmp_path, ARTICLES, CATEGORIES)
    packed = [tmp_path / "a.tsv.gz", tmp_path / "b.tsv.gz"]
    for path, text in zip(packed, (ARTICLES, CATEGORIES), strict=True):
        path.write_bytes(gzip.compress(text.encode()))
    monkeypatch.setattr(tables, "ROWS", 1)
    build(packed, tmp_path / "small")
    small = Wikipedia.open(tmp_path / "small")
    assert small.counts["memberships"] == whole.counts["memberships"]
    for node in range(len(whole)):
        title = whole.display_title(node)
        assert near(small, title) == near(whole, title)


def test_categories_that_serve_editors_are_hidden(tmp_path: Path) -> None:
    more = (
        "child\tparent\n10\tNavseasoncats year and decade\n10\t10s\nTracked\tHidden categories\nX\tTracked\n"
    )
    assert near(store(tmp_path, more), "C:10") == {("C:10s", "generalisation", 1)}
    assert near(store(tmp_path, more), "C:X") == set()
    kept = store(tmp_path, more, keep_hidden=True)
    assert near(kept, "C:X") == {("C:Tracked", "generalisation", 1)}


def test_sub_categories_among_the_articles_and_pages_of_other_kinds(tmp_path: Path) -> None:
    wikipedia = store(
        tmp_path, "page\tcategory\nCategory:Optics\tPhysics\nTemplate:Box\tPhysics\nLight\tPhysics\n"
    )
    assert [wikipedia.title(n) for n in range(wikipedia.articles)] == ["Light"]
    assert near(wikipedia, "C:Optics") == {("C:Physics", "generalisation", 1)}
    assert wikipedia.counts["other_pages"] == 1


@pytest.mark.parametrize(
    ("language", "name"), [("de", "Kategorie"), ("Finnish", "Luokka"), ("zh", "分類"), ("en", "Category")]
)
def test_names_of_the_namespace_in_other_languages(tmp_path: Path, language: str, name: str) -> None:
    text = f"article\tcategory\nLicht\t{name}:Optik\n{name}:Optik\t{name.lower()}: Physik\n"
    wikipedia = store(tmp_path, text, language=language)
    assert near(wikipedia, "C:Optik") >= {("C:Physik", "generalisation", 1)}
    assert wikipedia.articles == 1
    assert "other_pages" not in wikipedia.counts


def test_names_of_the_namespace_that_the_rows_show(tmp_path: Path) -> None:
    rows = "".join(f"A{i}\tSokajy:C{i}\n" for i in range(10))
    shown = store(tmp_path, f"article\tcategory\n{rows}Sokajy:C1\tSokajy:C2\n", language="mg")
    assert near(shown, "C:C1") >= {("C:C2", "generalisation", 1)}
    few = store(tmp_path, "article\tcategory\nSpock\tStar Trek:Vulcans\n")
    assert few.node("C:Star Trek:Vulcans") is not None


def test_every_name_of_the_namespace_is_of_a_language() -> None:
    rows = (resources.files("lydite") / tables.NAMES).read_text("utf-8").splitlines()[1:]
    codes = [row.split("\t")[0] for row in rows]
    assert codes == sorted(set(codes))
    assert len(codes) == 67
    assert all(tables.category_names(code) for code in codes)
    assert {code for code in codes if known_code(code) != code} == set()


def test_what_is_left_out_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.tsv").write_text("article\tcategory\nA\tX\nUser:B\tX\nC\n", "utf-8")
    with pytest.raises(SystemExit, match="0"):
        main(["build", "wikipedia", str(tmp_path / "a.tsv"), "-o", str(tmp_path / "store")])
    said = "left out: 1 broken lines and 1 rows of pages that are no articles"
    assert said in capsys.readouterr().out


def test_broken_lines_are_counted_up_to_a_limit(tmp_path: Path) -> None:
    broken = ARTICLES + "alone\n\tPhysics\na\tb\tc\n"
    assert store(tmp_path, broken).counts["broken"] == 3
    with pytest.raises(InputError, match=r"0\.tsv:7: .*and 10 more of 17 lines .* at most 10"):
        store(tmp_path, ARTICLES + "alone\n" * 11)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["a\tb\nc\td\n"], r"0\.tsv:1: expected a first line that names two columns"),
        ([ARTICLES, "<mediawiki>"], r"1\.tsv:1: .*tables go with tables only"),
        ([""], r"0\.tsv:1: expected"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, texts: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        store(tmp_path, *texts)
    assert not (tmp_path / "store").exists()


def test_one_table_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(ARTICLES, "utf-8")
    with pytest.raises(InputError, match="named twice"):
        build([path, path], tmp_path / "store")


def test_simple_english_categories_grade_what_they_know(shared_data: Path, tmp_path: Path) -> None:
    """The figures of docs/wikipedia.md on HyperLex, of which the Schools selection grades 1.7%."""
    from lydite.matchers.knowledge.wikipedia import WikipediaMatcher

    folder = shared_data / "wikipedia"
    build(
        [folder / "simple-article-category.tsv", folder / "simple-category-parent-wide.tsv"],
        tmp_path / "simple",
    )
    matcher = WikipediaMatcher(store=str(tmp_path / "simple"))
    special, general = [], []
    for part in ("training", "dev"):
        path = shared_data / "substitution" / f"hyperlex_{part}_all_random.txt"
        for line in path.read_text("utf-8").splitlines()[1:]:
            special.append(line.split()[0])
            general.append(line.split()[1])
    scores = matcher.pairs(general, special)
    known = matcher.known(general) & matcher.known(special)
    assert (len(scores), known.sum(), ((scores > 0) & (scores < 1)).sum()) == (1961, 140, 58)


@pytest.mark.parametrize(
    "text",
    ["article\tcategory\n", "article\tcategory\nCat\nDog\n", "article\tcategory\nTalk:Cat\tCats\n"],
    ids=["no row", "broken rows only", "no article"],
)
def test_tables_without_a_page_make_no_store(tmp_path: Path, text: str) -> None:
    """Such a store said so of nothing, and every phrase was unknown to it."""
    with pytest.raises(InputError, match=r"0\.tsv: there is no page in it"):
        store(tmp_path, text)
    assert [p.name for p in tmp_path.iterdir()] == ["0.tsv"]
