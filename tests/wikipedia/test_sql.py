"""SQL dumps, old and new schema, give the graph that the export of the same wiki gives."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from lydite.core.errors import InputError
from lydite.knowledge.wikipedia import Wikipedia, WikiSite, export_text
from lydite.knowledge.wikipedia.build import BuildOptions, build
from lydite.knowledge.wikipedia.dumps import links, read_pages, read_site, units

OLD = {
    "page": ["page_id", "page_namespace", "page_title", "page_is_redirect", "page_random"],
    "redirect": ["rd_from", "rd_namespace", "rd_title", "rd_interwiki"],
    "pagelinks": ["pl_from", "pl_namespace", "pl_title", "pl_from_namespace"],
    "categorylinks": ["cl_from", "cl_to", "cl_sortkey"],
}
NEW = OLD | {
    "page": ["page_id", "page_title", "page_namespace", "page_new", "page_is_redirect"],  # another order
    "linktarget": ["lt_id", "lt_namespace", "lt_title"],
    "pagelinks": ["pl_from", "pl_from_namespace", "pl_target_id"],
    "categorylinks": ["cl_from", "cl_sortkey", "cl_target_id"],
}


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace(" ", "_") + "'"


def write(folder: Path, schema: dict[str, list[str]], rows: dict[str, list[dict[str, str]]]) -> list[Path]:
    paths = []
    for table, columns in schema.items():
        lines = ",\n".join(f"  `{c}` int(8) unsigned NOT NULL DEFAULT '0'" for c in columns)
        text = f"-- dump\nCREATE TABLE `{table}` (\n{lines},\n  PRIMARY KEY (`{columns[0]}`)\n) ENGINE=X;\n\n"
        values = ["(" + ",".join(row.get(c, "'x),(y\\''") for c in columns) + ")" for row in rows[table]]
        for i in range(0, len(values), 7):
            text += f"INSERT INTO `{table}` VALUES {','.join(values[i : i + 7])};\n"  # noqa: S608
        paths.append(folder / f"wiki-{table}.sql.gz")
        paths[-1].write_bytes(gzip.compress(text.encode()))
    return paths


def tables(text: str, folder: Path) -> dict[str, list[dict[str, str]]]:
    """Return the rows of all tables of a wiki."""
    dump = folder / "wiki.xml"
    dump.write_text(text, "utf-8")
    site: WikiSite = read_site(dump)
    rows: dict[str, list[dict[str, str]]] = {
        t: [] for t in ("page", "redirect", "pagelinks", "categorylinks", "linktarget")
    }
    targets: dict[tuple[int, str], int] = {}
    pages = [p for unit in units(dump) for p in read_pages(unit)]
    for number, page in enumerate(pages, 1):
        title = site.title(page.title, page.namespace)
        rows["page"].append(
            {"page_id": str(number), "page_namespace": str(page.namespace), "page_title": quoted(title),
             "page_is_redirect": str(int(page.redirect is not None)), "page_random": "0.5", "page_new": "0"}
        )  # fmt: skip
        if page.redirect is not None:
            rows["redirect"].append(
                {
                    "rd_from": str(number),
                    "rd_namespace": "0",
                    "rd_title": quoted(page.redirect),
                    "rd_interwiki": "NULL",
                }
            )
            continue
        for target in dict.fromkeys(site.resolve(t) for t, _ in links(page.text)):
            place = str(targets.setdefault(target, len(targets) + 1))
            if target[0] == 14:
                rows["categorylinks"].append(
                    {"cl_from": str(number), "cl_to": quoted(target[1]), "cl_target_id": place}
                )
            else:
                rows["pagelinks"].append(
                    {
                        "pl_from": str(number),
                        "pl_namespace": "0",
                        "pl_title": quoted(target[1]),
                        "pl_from_namespace": "0",
                        "pl_target_id": place,
                    }
                )
    rows["linktarget"] = [
        {"lt_id": str(i), "lt_namespace": str(n), "lt_title": quoted(t)} for (n, t), i in targets.items()
    ]
    return rows


@pytest.mark.parametrize("schema", [OLD, NEW], ids=["old", "new"])
@pytest.mark.parametrize("processes", [1, 2])
def test_both_schemas_equal_the_export(tmp_path: Path, schema: dict[str, list[str]], processes: int) -> None:
    text = export_text().replace("Kitten", "L'Écureuil, or &quot;Kitten&quot; (x\\y)")
    rows = tables(text, tmp_path)
    build([tmp_path / "wiki.xml"], tmp_path / "xml", BuildOptions(stemmer="porter"))
    build(write(tmp_path, schema, rows), tmp_path / "sql", on=f"processes({processes})")
    one, two = Wikipedia.open(tmp_path / "xml"), Wikipedia.open(tmp_path / "sql")
    same = (
        "title_text",
        "graph_neighbours",
        "graph_classes",
        "graph_offsets",
        "redirect_ends",
        "inlink_sources",
        "hidden",
    )
    for name in same:
        assert one.store[name].tolist() == two.store[name].tolist(), name
    mars, novel = two.node("Mars"), two.node("Red Planet (novel)")
    assert novel in two.targets("red planet")  # its title without the bracketed term
    assert two.targets("mars") == [mars]
    assert not two.has_leads


def test_a_sort_key_may_read_like_a_statement(tmp_path: Path) -> None:
    rows = tables(export_text(), tmp_path)
    plain = write(tmp_path, OLD, rows)
    build(plain, tmp_path / "plain")
    for row in rows["categorylinks"]:
        row["cl_sortkey"] = "'INSERT INTO `x` VALUES (1,2);'"
    build(write(tmp_path, OLD, rows), tmp_path / "odd")
    one, two = Wikipedia.open(tmp_path / "plain"), Wikipedia.open(tmp_path / "odd")
    assert one.store["graph_neighbours"].tolist() == two.store["graph_neighbours"].tolist()


@pytest.mark.parametrize("table", list(NEW))
def test_a_plain_dump_may_be_cut_anywhere(tmp_path: Path, table: str) -> None:
    """Packed files tell that they are cut; plain ones end as mysqldump ends them, or are refused."""
    paths = write(tmp_path, NEW, tables(export_text(), tmp_path))
    path = next(p for p in paths if f"-{table}." in p.name)
    text = gzip.decompress(path.read_bytes()).replace(b";\n\n", b";\n\nLOCK TABLES `x` WRITE;\n", 1)
    others = [p for p in paths if p != path]
    cut = tmp_path / f"wiki-{table}.sql"
    for at in range(40, len(text), max(37, len(text) // 40)):
        cut.write_bytes(text[:at])
        with pytest.raises(InputError, match=r"\.sql: .*(cut|CREATE TABLE|should have)"):
            build([*others, cut], tmp_path / "store")
    cut.write_bytes(text + b"UNLOCK TABLES;\n")
    build([*others, cut], tmp_path / "store")


def test_damaged_packing_is_told(tmp_path: Path) -> None:
    paths = write(tmp_path, NEW, tables(export_text(), tmp_path))
    whole = paths[0].read_bytes()
    for at in range(10, len(whole), len(whole) // 50):
        paths[0].write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        with pytest.raises(InputError, match=r"\.gz: .*(damaged|truncated)"):
            build(paths, tmp_path / "store")


def test_hidden_categories_by_property(tmp_path: Path) -> None:
    rows = tables(export_text(), tmp_path)
    cats = next(r["page_id"] for r in rows["page"] if r["page_title"] == "'Cats'")
    rows["page_props"] = [
        {"pp_page": cats, "pp_propname": "'hiddencat'"},
        {"pp_page": "1", "pp_propname": "'wikibase_item'"},
    ]
    build(write(tmp_path, OLD | {"page_props": ["pp_page", "pp_propname"]}, rows), tmp_path / "sql")
    assert Wikipedia.open(tmp_path / "sql").counts["hidden_categories"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"page": ["page_id", "title"]}, "table page .*page_id, page_namespace"),
        ({"pagelinks": ["pl_from", "pl_target"]}, "table pagelinks .*pl_from, pl_target_id"),
        ({"categorylinks": ["cl_from", "cl_target_id"]}, "table linktarget "),
        ({"imagelinks": ["il_from"]}, "imagelinks"),
    ],
)
def test_wrong_schema(tmp_path: Path, change: dict[str, list[str]], said: str) -> None:
    rows = tables(export_text(), tmp_path) | {"imagelinks": []}
    with pytest.raises(InputError, match=said):
        build(write(tmp_path, OLD | change, rows), tmp_path / "store")


def test_cut_and_foreign_files(tmp_path: Path) -> None:
    paths = write(tmp_path, OLD, tables(export_text(), tmp_path))
    with pytest.raises(InputError, match="redirect and categorylinks"):
        build([p for p in paths if "-page." in p.name], tmp_path / "store")
    whole = paths[0].read_bytes()
    paths[0].write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"gz: .*(fetch|truncated)"):
        build(paths, tmp_path / "store")
    paths[0].write_bytes(gzip.compress(gzip.decompress(whole)[:-20]))
    with pytest.raises(InputError, match=r"gz: .*(fetch|truncated)"):
        build(paths, tmp_path / "store")
    paths[0].write_bytes(gzip.compress(b"SELECT 1;\n"))
    with pytest.raises(InputError, match="CREATE TABLE"):
        build(paths, tmp_path / "store")
