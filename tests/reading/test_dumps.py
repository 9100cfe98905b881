"""What keyphrase systems and data sets write, each read or refused with the option that mends it."""

# ruff: noqa: E501 - dumps are shown as they are
from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from lydite.core.errors import InputError
from lydite.reading import IDS, FieldNames, read

WANTED = {"d1": ["cat", "dog house"], "d2": ["fish"]}


@dataclass(frozen=True)
class Dump:
    """A file as it is found, and how it is read."""

    name: str
    content: str
    fields: FieldNames = field(default_factory=FieldNames)
    role: Any = None


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


READ = {
    "KeyBERT, JSON of pairs": Dump("r.json", '{"d1": [["cat", 0.9], ["dog house", 0.5]], "d2": [["fish", 0.1]]}'),
    "KeyBERT, JSON lines": Dump(
        "r.jsonl", lines({"doc_id": "d1", "keywords": [["dog house", 0.5], ["cat", 0.9]]}, {"doc_id": "d2", "keywords": [["fish", 0.1]]})
    ),
    "KeyBERT, a frame of tuples as CSV": Dump(
        "r.csv", "doc,keywords\nd1,\"[('cat', 0.9), ('dog house', np.float64(0.5))]\"\nd2,\"[('fish', 0.1)]\"\n"
    ),
    "pke, best first": Dump(
        "r.jsonl", lines({"id": "d1", "keyphrases": [["cat", 0.02], ["dog house", 0.01]]}, {"id": "d2", "keyphrases": [["fish", 0.1]]})
    ),
    "pke, reference of variants": Dump("r.json", '{"d1": [["cat"], ["dog house"]], "d2": [["fish"]]}'),
    "pipeline of transformers": Dump(
        "r.jsonl",
        lines({"id": "d1", "prediction": [{"word": "cat", "score": 0.9}, {"word": "dog house", "score": 0.8}]}, {"id": "d2", "prediction": [{"word": "fish", "score": 1}]}),
    ),
    "objects in an object": Dump(
        "r.json", '{"d1": [{"text": "dog house", "score": 0.1}, {"text": "cat", "score": 0.3}], "d2": [{"text": "fish", "score": 0}]}'
    ),
    "objects, label": Dump(
        "r.json", '[{"id": "d1", "subjects": [{"label": "dog house", "score": 0.1}, {"label": "cat", "score": 0.3}]}, {"id": "d2", "subjects": [{"label": "fish", "score": 1}]}]'
    ),
    "HF inspec": Dump(
        "r.jsonl",
        lines({"id": "d1", "document": ["A", "cat"], "doc_bio_tags": ["O", "B"], "extractive_keyphrases": ["cat"], "abstractive_keyphrases": ["dog house"]}, {"id": "d2", "document": ["fish"], "doc_bio_tags": ["B"], "extractive_keyphrases": ["fish"], "abstractive_keyphrases": []}),
    ),
    "HF kp20k, one string": Dump(
        "r.jsonl", lines({"id": "d1", "title": "x", "keywords": "cat;dog house"}, {"id": "d2", "title": "y", "keywords": "fish;"})
    ),
    "comma in a cell": Dump("r.csv", 'id,keywords\nd1,"cat, dog house"\nd2,"fish,"\n'),
    "list in a cell": Dump("r.tsv", "id\tpredictions\nd1\t['cat', 'dog house']\nd2\t[\"fish\"]\n"),
    "one phrase an object": Dump(
        "r.jsonl", lines({"id": "d1", "keyphrase": "dog house", "score": 1}, {"id": "d1", "keyphrase": "cat", "score": 2}, {"id": "d2", "keyphrase": "fish", "score": 1})
    ),
    "gold and predictions in one file": Dump(
        "r.jsonl", lines({"id": "d1", "keyphrases": ["no"], "predictions": ["cat", "dog house"]}, {"id": "d2", "keyphrases": [], "predictions": ["fish"]}), role="run"
    ),
    "fields that are named": Dump(
        "r.csv", "paper,kw,note\nd1,cat|dog house,x\nd2,fish|,y\n", FieldNames(id="paper", phrases=("kw",))
    ),
    "several columns": Dump(
        "r.jsonl", lines({"id": "d1", "author": ["cat"], "reader": "dog house"}, {"id": "d2", "author": [], "reader": "fish"}),
        FieldNames(phrases=("author", "reader"), separator=";"),
    ),
    "objects by id": Dump("r.json", '{"d1": {"keyphrases": ["cat", "dog house"], "year": 1}, "d2": {"keyphrases": ["fish"]}}'),
    "objects under one name": Dump(
        "r.json", '{"data": [{"id": "d1", "keywords": ["cat", "dog house"]}, {"id": "d2", "keywords": ["fish"]}]}'
    ),
    "a data frame's index": Dump("r.csv", ",doc,keyword,score\n0,d1,dog house,1\n1,d1,cat,2\n2,d2,fish,1\n"),
    "a singular name for several": Dump("r.csv", 'id,keyword\nd1,"cat, dog house"\nd2,"fish, "\n'),
    "long, plural name": Dump("r.csv", "id,predictions,score\nd1,dog house,1\nd1,cat,2\nd2,fish,1\n"),
    "hashtags in one cell": Dump("r.csv", "id,hashtags\nd1,#cat #dog\nd2,#fish\n"),
    "a separator of its own": Dump("r.csv", "id,terms\nd1,cat // dog house\nd2,fish\n", FieldNames(separator="//")),
}  # fmt: skip


@pytest.mark.parametrize("dump", READ.values(), ids=READ)
def test_read(dump: Dump, tmp_path: Path) -> None:
    path = tmp_path / dump.name
    path.write_text(dump.content, encoding="utf-8")
    found = read(path, fields=dump.fields, role=dump.role).to_dict()
    assert found == (WANTED if "#cat" not in dump.content else {"d1": ["#cat", "#dog"], "d2": ["#fish"]})


REFUSED = {
    "unknown column": (Dump("r.csv", "id,foo\nd1,cat\n"), r"r.csv:1: .*\(id, foo\).*--phrases.*--no-header"),
    "unknown key": (
        Dump("r.jsonl", lines({"id": "d1", "foo": ["cat"]})),
        "r.jsonl:1: .*--phrases",
    ),
    "a string": (Dump("r.jsonl", lines({"id": "d1", "phrases": "cat"})), "r.jsonl:1: .*--separator"),
    "objects of other keys": (Dump("r.json", '{"d1": [{"foo": "cat"}]}'), "r.json: .*foo"),
    "commas without quotes": (Dump("r.csv", "id,keywords\nd1,cat,dog\n"), "r.csv:2: .*quote"),
    "phrases without ids": (Dump("r.csv", "phrase,score\ncat,1\n"), "r.csv:2: .*--id"),
}


@pytest.mark.parametrize(("dump", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(dump: Dump, message: str, tmp_path: Path) -> None:
    path = tmp_path / dump.name
    path.write_text(dump.content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read(path)


def test_without_ids(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("cat;dog house\nfish;\n")
    run = tmp_path / "run.jsonl"
    run.write_text('["dog house", "cat"]\n["bird"]\n')
    found = lydite.evaluate(gold, run, "F1", bootstrap=0)
    assert found[0].value == 0.5
    assert any("no ids" in note for note in found.notes)
    assert lydite.evaluate(WANTED, run, "F1", bootstrap=0)[0].value == 0.5
    run.write_text('["cat"]\n')
    with pytest.raises(InputError, match=r"no ids.* 1 item.* 2 .*gold\.txt"):
        lydite.evaluate(gold, run, "F1")


def test_folder(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    (folder / "d1.key").write_text("cat\ndog house\n")
    (folder / "d2.key").write_text("fish\n")
    assert read(folder).to_dict() == WANTED
    (folder / "d2.key").write_text("bird\t0.1\nfish\t0.9\n")
    assert read(folder).to_dict()["d2"] == ["fish", "bird"]
    (folder / "d2.abstr").write_text("A text.\n")
    with pytest.raises(InputError, match=r"keys: .*\(.abstr, .key\)"):
        read(folder)


def test_series() -> None:
    pd = pytest.importorskip("pandas")
    assert read(pd.Series(WANTED)).to_dict() == WANTED
    assert read(pd.Series(["cat", "dog house", "fish"], index=["d1", "d1", "d2"])).to_dict() == WANTED


def test_fields_that_no_file_has(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("id,keywords\nd1,cat\n")
    with pytest.raises(InputError, match="field 'keyword s'.*keywords"):
        lydite.evaluate(path, path, "F1", topic="keyword s", same=True)
    with pytest.raises(InputError, match="field 'kind'.*id, keywords"):
        lydite.evaluate(path, path, "F1", topic="kind", same=True)


def test_named_fields_of_either_side(tmp_path: Path) -> None:
    gold, run = tmp_path / "g.csv", tmp_path / "r.csv"
    gold.write_text("key,mine,kind\n1,cat,x\n2,dog,y\n")
    run.write_text("id,prediction\n1,cat\n2,fish\n")
    found = lydite.evaluate(gold, run, "F1", id="key", phrases="mine", topic="kind", by="topic", bootstrap=0)
    assert {r.group: r.value for r in found if r.group} == {"x": 1.0, "y": 0.0}


words = st.text("abcdefgh", min_size=1, max_size=8)


@settings(max_examples=200, deadline=None)
@given(
    names=st.tuples(words | st.sampled_from(IDS), words),
    phrases=st.lists(words, min_size=1, max_size=6),
    prefix=st.sampled_from(["", "d", "doc-"]),
    kind=st.sampled_from([",", "\t", ";"]),
)
def test_no_header_row_is_an_item(
    names: tuple[str, str],
    phrases: list[str],
    prefix: str,
    kind: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Whatever names a header has: it is read as one or refused, where ids are numbered."""
    path = tmp_path_factory.mktemp("h") / ("g.tsv" if kind == "\t" else "g.csv")
    rows = [names, *((f"{prefix}{n}", phrase) for n, phrase in enumerate(phrases))]
    path.write_text("".join(f"{a}{kind}{b}\n" for a, b in rows))
    try:
        found = read(path)
    except InputError as error:
        assert "--phrases" in str(error)  # noqa: PT017
        found = (
            read(path, fields=FieldNames(id=names[0], phrases=(names[1],))) if names[0] != names[1] else None
        )
    assert found is None or len(found) == len(phrases)


def test_ties_are_told_and_broken_as_trec_eval_does(tmp_path: Path) -> None:
    run = {"d": {"a": 1, "c": 1, "b": 2}}
    told = read(run, name="run")
    assert told.to_dict() == {"d": ["b", "a", "c"]}
    [note] = told.notes
    assert re.search("^run: .*equal scores.*1", note)
    trec = FieldNames.of(ties="trec")
    assert read(run, fields=trec).to_dict() == {"d": ["b", "c", "a"]}
    path = tmp_path / "r.csv"
    path.write_text("id,phrase,score\nd,a,1\nd,c,1\nd,b,2\n")
    assert read(path, fields=trec).to_dict() == {"d": ["b", "c", "a"]}
    with pytest.raises(InputError, match="order .*trec.*'random'"):
        FieldNames.of(ties="random")  # type: ignore[arg-type]


def test_all_faults_of_all_files(tmp_path: Path) -> None:
    gold, run = tmp_path / "g.jsonl", tmp_path / "r.tsv"
    gold.write_text('{"id": 1, "phrases": ["a"]}\n{"id": 2}\n{"id": 3, "phrases": [7]}\n{"id": 4,\n')
    run.write_text("1\ta\t0.5\n2\tb\n3\tc\thigh\n4\td\t1\n")
    with pytest.raises(InputError) as error:
        lydite.evaluate(gold, run, "F1")
    told = str(error.value).split("\n")
    assert [line.split(": ")[0].rpartition("/")[2] for line in told] == [
        "g.jsonl:4", "g.jsonl:2", "g.jsonl:3", "r.tsv:2",
    ]  # fmt: skip
    found = lydite.evaluate(gold, run, "F1", skip_bad=True, bootstrap=0)
    assert (found[0].value, found[0].n) == (1.0, 1)
    assert any("bad rows" in note and "3" in note for note in found.notes)
    assert any("r.tsv:3: " in note and "'high'" in note for note in found.notes)


def test_no_more_than_twenty_faults(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": null, "phrases": []}\n' * 100)
    with pytest.raises(InputError) as error:
        read(path)
    assert str(error.value).count("\n") == 20
    with pytest.raises(InputError):
        read(path, skip_bad=True)


def test_ids_of_numbers_and_of_text() -> None:
    pl = pytest.importorskip("polars")
    gold = pl.DataFrame({"id": [1.0, 2.0], "phrases": [["cat"], ["dog"]]})
    assert lydite.evaluate(gold, {"1": ["cat"], "2": ["fish"]}, "F1", bootstrap=0)[0].value == 0.5
    assert lydite.evaluate({1: ["cat"]}, {"1": ["cat"]}, "F1", bootstrap=0)[0].value == 1
