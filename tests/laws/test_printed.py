"""What is printed for people can be typed again: every label of every declared object parses back to it."""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lydite
from lydite.cli import main
from lydite.core.errors import SpecError
from lydite.core.spec import REGISTRIES, Declaration, Resource, expand, parse
from lydite.hashtags import small_store
from lydite.reporting import escape_control, table_names
from lydite.reporting.charts import label
from variations import changed, default

OWNERS = [o for r in REGISTRIES.values() for o in r.all().values()]
every_owner = pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")


def forms(owner: type[Declaration]) -> list[Declaration]:
    return [default(owner), *(one for _, one in changed(owner))]


def files(one: Declaration) -> dict[str, str]:
    """Return by name the files that an object and those inside it depend on."""
    found: dict[str, str] = {}
    given = list(one.arguments().values())
    for value in [*given, *(row for table in given if isinstance(table, dict) for row in table.values())]:
        if isinstance(value, Resource):
            found[value.file.name] = value.path
        elif isinstance(value, Declaration):
            found |= files(value)
    return found


@every_owner
def test_a_spec_expands_to_itself(owner: type[Declaration]) -> None:
    for one in forms(owner):
        assert expand(str(one), one.kind) == [one]


@every_owner
def test_short_names_parse_where_let_knows_the_files(owner: type[Declaration]) -> None:
    for one in forms(owner):
        assert "/" not in one.short()
        assert parse(one.short(), one.kind, files(one)) == one


@every_owner
def test_labels_of_charts_parse(owner: type[Declaration]) -> None:
    for one in forms(owner):
        assert parse(label(str(one)).replace("\n", ""), one.kind) == one


@every_owner
def test_rows_of_a_sweep_parse(owner: type[Declaration]) -> None:
    """Also those whose number is at its default, which is said there, and those that have none."""
    family = {str(one): one for one in forms(owner)}
    given = [(text, one.arguments() | {"cut": getattr(one, "cut", None)}) for text, one in family.items()]
    for text, name in table_names(given).items():
        assert parse(name, owner.kind) == family[text]


def test_tables_can_be_typed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = small_store(tmp_path)
    gold, run = tmp_path / "gold.jsonl", tmp_path / "run.jsonl"
    for file, tags in ((gold, ["#flu", "#ebola"]), (run, ["#ebola", "#art"])):
        file.write_text("".join(f'{{"id": "{t}", "phrases": ["{t}"]}}\n' for t in tags), "utf-8")

    def printed(sweeps: list[str]) -> list[str]:
        asked = ["score", str(gold), str(run), *(a for m in sweeps for a in ("-m", m)), "--bootstrap", "0"]
        with contextlib.suppress(SystemExit):
            main(asked)
        return capsys.readouterr().out.splitlines()

    sweeps = [f"reval(thesaurus={store}, cutoff=0.1|0.5|none)@5", "P(threshold=0.3|0.6|none)@2"]
    lines = [line for line in printed(sweeps) if line.startswith(("reval", "P"))]
    names = [line.split("  ")[0].strip() for line in lines]
    assert [parse(name) for name in names] == [measure for sweep in sweeps for measure in expand(sweep)]
    assert any("cutoff=none" in name for name in names)

    sweep = f"reval(thesaurus={store}, cutoff=0.1|0.5|none)@1,M"  # a table: title, parameter, cuts
    title, _, head, _, *rows = printed([sweep])
    spec, (parameter, *cuts) = title.removeprefix("run: "), head.replace("figure", "").split()
    values = [row.split()[0] for row in itertools.takewhile(str.strip, rows) if row[0] != " "]
    typed = [
        f"{spec[:-1]}, {parameter}={value}){cut if cut.startswith('@') else '@M'}"
        for value in values
        for cut in cuts
    ]
    assert sorted(map(str, map(parse, typed))) == sorted(map(str, expand(sweep)))


@given(st.text())
def test_any_path_is_printed_so_that_it_reads_back(path: str) -> None:
    one = replace(parse("reval(thesaurus=x)@5"), thesaurus=Resource(path))
    assert parse(str(one)) == one
    assert expand(escape_control(str(one))) == [one]


@pytest.mark.parametrize("path", ["none", "5", "1:9", "a=1:3,b", "k=1|2", 'a"b', "\x85\u202e", "a, b)@3"])
def test_paths_that_look_like_something_else(path: str) -> None:
    one = replace(parse("reval(thesaurus=x)@5"), thesaurus=Resource(path))
    assert expand(escape_control(str(one))) == [one]


def test_strings_can_be_chosen_from() -> None:
    found = expand('reval(thesaurus="a b"|c|"d|e", k=1:2)@1,2')
    assert [(m.thesaurus.path, m.k, m.cut) for m in found] == [
        (path, k, cut) for path in ("a b", "c", "d|e") for k in (1, 2) for cut in (1, 2)
    ]


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_numbers_that_no_spec_spells_are_refused(number: float) -> None:
    meteor: Any = type(lydite.matcher("meteor"))
    with pytest.raises(SpecError, match="meteor: beta .*number"):
        meteor(beta=number)
    with pytest.raises(SpecError, match="meteor: beta .*number"):
        parse("meteor(beta=1e999)", "matcher")


def test_none_is_spelled_none_in_messages() -> None:
    with pytest.raises(SpecError, match="average .*macro .*micro.*'none'"):
        type(parse("F1"))(average=None)
