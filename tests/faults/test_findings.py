"""What was found once: each ends in one line and status 2, or in the right answer."""

from __future__ import annotations

import io
import json
import os
import shutil
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import inputs
from faults.cases import prepare
from lydite.cli import main
from lydite.errors import OutputError
from lydite.runs.archive import with_seal
from lydite.sources.store import content, identity
from lydite.sources.wikipedia.example import export_text

DIGITS = "9" * 5_000


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    prepare(folder)
    return folder


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))

    def run(*args: str) -> tuple[int, str]:
        status = 0
        try:
            main(list(args))
        except SystemExit as ended:
            status = int(ended.code or 0)
        return status, capsys.readouterr().err

    return run


def refused(answer: tuple[int, str], said: str) -> None:
    status, err = answer
    assert status == 2, err
    assert err.startswith("lydite: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["match", "a", "b", "-u", f"wordnet(below={DIGITS})"], "wordnet"),
        (["score", "g.jsonl", "g.jsonl", "-m", f"F1@{DIGITS}"], "whole number"),
        (["score", "g.jsonl", "g.jsonl", "-m", f"F1(threshold={DIGITS})"], "threshold"),
        (["score", "g.jsonl", "g.jsonl", "-m", f"reval(k=0:{DIGITS}:1)"], "digits"),
        (["match", "a", "b", "-u", 'cosine(vectors="~nosuchuser/v.vec")'], "no such user"),
        (["probe", "v.vec", "-t", "~nosuchuser/x"], "no such user"),
        (["synonyms", "~nosuchuser/x", "#a"], "~nosuchuser"),
        (["score", "g.jsonl", "g.jsonl", "--shard", f"1/{DIGITS}", "-o", "a.part"], "a shard is written"),
        (["match", "a", "b", "-u", "joined(a=wordnet, b=wordnet, cross={a>b: 1e400})"], "not '{a>b: inf}'"),
    ],
    ids=[
        "number", "cut", "parameter", "sweep", "user of a source", "user of a test set", "user of a store",
        "shard", "table",
    ],
)  # fmt: skip
def test_arguments(run: Any, args: list[str], said: str) -> None:
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")
    Path("v.vec").write_text(inputs.VECTORS, "utf-8")
    refused(run(*args), said)


def test_counts_of_words_beyond_all_numbers(run: Any) -> None:
    Path("f.tsv").write_text(f"cat\t5\ndog\t{'9' * 30}\n", "utf-8")
    answer = run("match", "cat", "dog", "-u", "meaning(frequencies=f.tsv)")
    refused(answer, "f.tsv:2: a count should be a whole number below 2⁵³")


@pytest.mark.parametrize("ids", [[1.0, float("nan")], [1e300, 1.0], [2.0**60, 1.0]])
def test_ids_that_are_no_whole_numbers(run: Any, ids: list[float]) -> None:
    pl.DataFrame({"id": ids, "phrases": [["a"], ["b"]]}).write_parquet("g.parquet")
    refused(run("score", "g.parquet", "g.parquet"), "g.parquet: column id should hold strings, not Float64")


@pytest.mark.parametrize("more", [[], ["-m", "accuracy", "--input-format", "parquet"]])
def test_texts_that_are_named_parquet(run: Any, more: list[str]) -> None:
    Path("g.parquet").write_text("id,phrases\na,cat\n")
    refused(run("score", "g.parquet", "g.parquet", *more), "g.parquet: is no Parquet file")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without an end")
@pytest.mark.parametrize("kind", ["score gold", "agree judgements", "compare runs", "probe test_set"])
def test_devices_without_an_end(run: Any, sound: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_MAX_CONTENT", "1")
    answer = run(*inputs.INPUTS[kind].args("/dev/zero", sound))
    refused(answer, "/dev/zero: the content is larger than 1 million bytes")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without an end")
@pytest.mark.parametrize("kind", ["sensitivity corpus", "matcher lsa corpus", "measure reval thesaurus"])
def test_sources_that_can_be_read_once(run: Any, sound: Path, kind: str) -> None:
    os.mkfifo("pipe")
    args = inputs.INPUTS[kind].args if kind in inputs.INPUTS else inputs.spec_args(kind)
    for source in ("/dev/zero", "pipe"):
        refused(run(*args(source, sound)), f"{source}: a source is read more than once")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_faults_of_a_pipe_are_told_without_opening_it_again(run: Any) -> None:
    os.mkfifo("p.jsonl")
    line = b'{"id": "a", "id": "b", "phrases": ["x"]}\n'
    writer = threading.Thread(target=lambda: Path("p.jsonl").write_bytes(line), daemon=True)
    writer.start()
    status, err = run("validate", "p.jsonl", "--as", "predictions")
    assert status == 2
    assert "p.jsonl:1: the key 'id' is there twice" in err


def test_one_part_of_very_many(run: Any) -> None:
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")
    assert run("score", "g.jsonl", "g.jsonl", "--shard", "2/999999999", "-o", "a.part")[0] == 0
    refused(run("merge", "a.part"), "of 999999999 shards, missing: 1, 3, 4, 5, 6, 7, 8, 9, …")


def test_comments_before_a_corpus(run: Any, sound: Path) -> None:
    """Each line could be read in two ways: thirty took twice as long as twenty-nine."""
    Path("c.txt").write_bytes(b"#\r\n" * 60 + b"one two three\n" * 3)
    began = time.process_time()
    status, err = run(*inputs.INPUTS["sensitivity corpus"].args("c.txt", sound))
    assert status in (0, 2), err
    assert time.process_time() - began < 30


@pytest.mark.parametrize("namespace", ["--5", "²", DIGITS, "0x0"])
def test_namespaces_that_are_no_numbers(run: Any, namespace: str) -> None:
    dump = inputs.export_text().replace("<ns>0</ns>", f"<ns>{namespace}</ns>", 1)
    Path("w.xml").write_text(dump, "utf-8")
    refused(run("build", "wikipedia", "w.xml", "-o", "made"), "w.xml")


@pytest.mark.parametrize("number", ["''", "\n", "x", DIGITS, "1.5"])
def test_rows_of_sql_without_a_number(run: Any, sound: Path, number: str) -> None:
    Path("p.sql").write_text(inputs.sql("categorylinks").replace("(1,", f"({number},"), "utf-8")
    others = [f"{sound}/page.sql", f"{sound}/redirect.sql"]
    refused(run("build", "wikipedia", "p.sql", *others, "-o", "made"), "p.sql")


def test_ratings_beyond_any_scale(run: Any, sound: Path) -> None:
    Path("r.txt").write_text(inputs.RATINGS.replace("4.5", "1e300"), "utf-8")
    refused(run(*inputs.INPUTS["hop ratings"].args("r.txt", sound)), "r.txt:2: expected a number")


FREE = {"label_names", "label_counts", "graph_breadths", "sense_counts"}  # any number goes there
STORES = {
    "wikipedia": ("miniature", ["match", "mars", "planet", "-u", "wikipedia(store=there)"]),
    "wordnet": ("wordnet", ["match", "café", "place", "-u", "wordnet(store=there)"]),
    "wiktionary": ("wiktionary", ["match", "café", "coffee house", "-u", "wiktionary(store=there)"]),
}


def seal_anew(store: Path, name: str, array: Any) -> None:
    """Copy a store with another array in it, and digests that fit."""
    shutil.rmtree("there", ignore_errors=True)
    shutil.copytree(store, "there")
    array.tofile(f"there/{name}.bin")
    manifest = json.loads((store / "manifest.json").read_bytes())
    manifest["arrays"][name]["digest"] = content(array)
    manifest["digest"] = identity(*(manifest[key] for key in ("kind", "version", "arrays", "notes")))
    Path("there/manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize("kind", STORES)
def test_arrays_that_do_not_belong_together(run: Any, sound: Path, kind: str) -> None:
    """One number of an array out of range, and its digest made to fit: nothing is looked up there."""
    store, args = STORES[kind]
    status, err = run(*args[:-1], args[-1].replace("there", json.dumps(str(sound / store))))
    assert status == 0, err
    manifest = json.loads((sound / store / "manifest.json").read_bytes())
    checked = 0
    for name, entry in manifest["arrays"].items():
        kind_of = np.dtype(entry["type"])
        if kind_of.itemsize == 1 or name in FREE or not np.prod(entry["shape"]):
            continue
        array = np.fromfile(sound / store / f"{name}.bin", kind_of)
        most = np.nan if kind_of.kind == "f" else min(np.iinfo(kind_of).max, 2**31 - 1)
        array[-1] = most if "names" not in name else 0
        seal_anew(sound / store, name, array)
        refused(run(*args), "there: damaged")
        checked += 1
    assert checked > 5


def test_a_lead_that_links_to_a_category(run: Any, sound: Path) -> None:
    targets = np.fromfile(sound / "miniature" / "lead_targets.bin", "<i4")
    targets[7] = 100  # a node, but none of the 19 articles
    seal_anew(sound / "miniature", "lead_targets", targets)
    refused(run("hop", "there", "--target", "Mars", "-c", "first", "--starts", "4"), "there: damaged")


def test_half_a_character_in_the_header_of_a_run(run: Any, sound: Path) -> None:
    with zipfile.ZipFile(sound / "saved.part") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw.replace(b'"kind":', b'"\\ud800":1,"kind":', 1))
        archive.comment = b"0" * 64
    Path("bad.part").write_bytes(with_seal(out.getvalue()))
    refused(run("merge", "bad.part"), "bad.part: does not follow schema")


def test_a_message_with_a_long_row(run: Any, sound: Path) -> None:
    Path("g.tsv").write_text("x" * 70_000)
    began = time.process_time()
    answer = run("score", "g.tsv", f"{sound}/run.jsonl")
    refused(answer, "g.tsv:1: the first row may be names")
    assert time.process_time() - began < 5
    assert len(answer[1]) < 1_200
    assert " … (" in answer[1]


def test_messages_are_no_longer_than_people_read(run: Any, sound: Path) -> None:
    """Whole rows stood in them, names of columns, and arguments: 140 kB, five times that in a report."""
    long = "x" * 70_000
    Path("g.csv").write_text(f"id,{long}\na,b\n")
    Path("g.tsv").write_text(long)
    told = [
        run("score", "g.csv", f"{sound}/run.jsonl"),
        run("validate", "g.tsv"),
        run("match", "a", "b", "-u", long),
    ]
    told.append(run("score", "g.csv", "g.csv", "--interval", long))  # typer's own message
    assert [status for status, _ in told] == [2, 2, 2, 2]
    assert max(len(err) for _, err in told) < 6_000


def test_a_cluster_that_is_none_is_refused_without_resamples(run: Any) -> None:
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")
    Path("h.jsonl").write_text(inputs.GOLD, "utf-8")
    for command in (["score", "g.jsonl", "g.jsonl"], ["score", "g.jsonl", "g.jsonl", "h.jsonl"]):
        answer = run(*command, "-m", "F1", "--cluster", "nosuch", "--bootstrap", "0")
        assert answer[0] == 2
        assert answer[1].endswith("lydite: there is no column 'nosuch' (columns: none)\n")


@pytest.mark.parametrize(("read", "written"), [("s3a", "s3"), ("gs", "gcs"), ("az", "abfss"), ("s3", "s3a")])
def test_one_place_by_two_addresses(read: str, written: str) -> None:
    from lydite.cli._outputs import keep_inputs

    given = {"gold": f"ours={read}://bucket/g.jsonl", "output": Path(f"{written}://bucket/g.jsonl")}
    with pytest.raises(OutputError, match="is read here, and would be overwritten"):
        keep_inputs(given, ["output"])
    keep_inputs(given | {"gold": f"{read}://bucket/other.jsonl"}, ["output"])


def test_phrases_that_spreadsheets_take_for_formulas(run: Any) -> None:
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["=cmd()", "cat", "+1"]}\n')
    status, err = run("score", "g.jsonl", "g.jsonl", "-m", "F1", "--items", "made.csv")
    assert status == 0
    assert "made.csv: 2 lines have a cell that spreadsheets take for a formula" in err
    assert "=cmd()" in Path("made.csv").read_text()  # for programs it is as it was
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    assert "formula" not in run("score", "g.jsonl", "g.jsonl", "-m", "F1", "--items", "made.csv")[1]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["n.json", "n.jsonl"])
def test_numbers_of_more_digits_than_python_reads(run: Any, name: str, side: int) -> None:
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    number = f'{{"a": {DIGITS}}}' if name == "n.json" else f'{{"id": {DIGITS}, "phrases": ["a"]}}\n'
    Path(name).write_text(number)
    files = [name, "g.jsonl"]
    status, err = run("score", files[side], files[1 - side])
    assert status == 2, err
    assert name in err


def test_a_system_whose_file_has_a_name_of_any_bytes(run: Any) -> None:
    name = os.fsdecode(b"a\xffb.jsonl")
    for file in ("g.jsonl", name):
        Path(file).write_text('{"id": "a", "phrases": ["cat"]}\n')
    assert run("score", "g.jsonl", name, "-m", "F1", "--items", "made.csv")[0] == 0
    assert "a\\udcffb,a,F1,matched" in Path("made.csv").read_text()


def test_parquet_whose_name_has_any_bytes(run: Any) -> None:
    name = os.fsdecode(b"a\xffb.parquet")
    with Path(name).open("wb") as file:
        pl.DataFrame({"id": ["a"], "phrases": [["cat"]]}).write_parquet(file)
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    assert run("score", "g.jsonl", name, "-m", "F1")[0] == 0


def test_a_file_that_is_one_hole(run: Any) -> None:
    with Path("q.jsonl").open("wb") as file:
        file.truncate(2**33)
    refused(run("agree", "q.jsonl", "--using", "exact"), "q.jsonl: the content is larger than")


def test_a_place_that_is_none_leaves_no_folder(run: Any) -> None:
    Path("w.xml").write_text(export_text())
    refused(run("build", "wikipedia", "w.xml", "-o", "made", "--on", "nowhere"), "nowhere")
    assert [str(p) for p in Path().iterdir() if p.name != "cache"] == ["w.xml"]


def test_swords_of_phrases_that_are_none(run: Any) -> None:
    target = {"target": "cat", "pos": "n"}
    substitutes = {"s": {"target_id": "t", "substitute": ["pet"]}}
    record = {"targets": {"t": target}, "substitutes": substitutes, "substitute_labels": {"s": ["TRUE"]}}
    Path("s.json").write_text(json.dumps(record, indent=1))
    refused(run("agree", "s.json", "--using", "exact"), "a value of another kind")


@pytest.mark.parametrize("key", ['"nobody"', "null", "[]"])
def test_swords_that_name_what_is_nowhere(run: Any, key: str) -> None:
    Path("s.json").write_text(
        f'{{"substitutes": {{"s": {{"target_id": {key}}}}},\n"substitute_labels": {{}}, "targets": {{}}}}'
    )
    status, err = run("agree", "s.json", "--using", "exact")
    assert status == 2
    assert "Error" not in err


@pytest.mark.parametrize("encoding", ["zip", "hex", "rot13", "base64", "bz2", "uu", "quopri"])
def test_codecs_that_make_no_text(run: Any, sound: Path, encoding: str) -> None:
    answer = run("validate", f"{sound}/gold.jsonl", "--encoding", encoding)
    refused(answer, f"gold.jsonl: unknown encoding '{encoding}'")


@pytest.mark.parametrize(("encoding", "text"), [("unicode_escape", "\\ud800"), ("utf-7", "+2AA-x")])
def test_half_a_character_of_another_encoding(run: Any, encoding: str, text: str) -> None:
    Path("g.tsv").write_text(f"a\t{text}\n")
    refused(run("validate", "g.tsv", "--encoding", encoding), f"g.tsv:1: not {encoding}")


@pytest.mark.parametrize(
    ("lemma", "ids", "said"),
    [(5, [1, 2], "a value of another kind"), ("cat", [1, 1], "'cat.n 1' is there twice")],
)
def test_lexical_substitution_as_json(run: Any, lemma: object, ids: list[int], said: str) -> None:
    target = {
        "extra": {"raw": {"lemma": lemma, "w_pos": "n"}},
        "wprimes": [{"wprime": "pet", "human_labels": ["TRUE_IMPLICIT"] * 3}],
    }
    Path("q.json").write_text(json.dumps({"ss": [{"id": i, "ws": [target]} for i in ids]}, indent=1))
    refused(run("agree", "q.json", "--using", "exact"), said)


@pytest.mark.parametrize("form", ["run", "csv", "parquet"])
def test_scores_of_rows_that_do_not_stand_together(run: Any, form: str) -> None:
    rows = [("a", "tax", 1.0), ("b", "cow", 1.0), ("a", "cat", 2.0), ("b", "dog", 3.0)]
    if form == "parquet":
        pl.DataFrame(rows, ["id", "phrase", "score"], orient="row").write_parquet("s.parquet")
    else:
        line = "{0} Q0 {1} 1 {2} x" if form == "run" else "{0},{1},{2}"
        head = "" if form == "run" else "id,phrase,score\n"
        Path(f"s.{form}").write_text(head + "".join(line.format(*row) + "\n" for row in rows))
    Path("g.json").write_text('{"a": ["cat"], "b": ["dog"]}')
    assert run("score", "g.json", f"s.{form}", "-m", "P@1", "-o", "made.json", "-f", "json")[0] == 0
    assert json.loads(Path("made.json").read_text())["results"][0]["value"] == 1


def test_spellings_near_a_long_word(run: Any) -> None:
    Path("v.vec").write_text("cat 1 0\ndog 0 1\ncow 1 1\n")
    Path("t.json").write_text(json.dumps({"a": ["cat", "dog", "cow", "x" * 100_000]}))
    began = time.process_time()
    assert run("probe", "v.vec", "-t", "t.json", "-m", "topk(k=1)", "--unknown", "u.tsv")[0] == 0
    assert time.process_time() - began < 5


def test_a_preset_without_a_number(run: Any) -> None:
    preset = {"kind": "lydite preset", "schema": 1, "matcher": "wordnet", "values": {"sp_max": None}}
    Path("p.json").write_text(json.dumps(preset))
    refused(run("match", "a cat", "a dog", "-u", "wordnet(preset=p.json)"), "p.json: sp_max has no value")


def test_sheets_of_a_file_with_a_name_of_any_bytes(run: Any) -> None:
    name = os.fsdecode(b"a\xffb.jsonl")
    Path(name).write_text('{"substitutee": "cat", "substitutes": ["pet", "dog"]}\n')
    assert run("questions", "sheets", name, "-o", "made")[0] == 0


def test_counts_of_tweets_that_are_no_numbers(run: Any, sound: Path) -> None:
    shutil.copytree(sound / "tags", "there")
    manifest = json.loads(Path("there/manifest.json").read_text())
    manifest["notes"]["counts"]["hashtagged"] = {}
    said = (manifest[k] for k in ("kind", "version", "arrays", "notes"))
    manifest["digest"] = identity(*said)
    Path("there/manifest.json").write_text(json.dumps(manifest))
    refused(run("synonyms", "there", "#a"), "there: damaged: its counts are not whole numbers")
