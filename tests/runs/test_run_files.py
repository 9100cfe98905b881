"""A run that was saved and read gives the same results, to the last digit, wherever it is read."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
import sample_runs
from command import run as run_command
from lydite.core.errors import InputError
from lydite.inference import Inference, ItemStatistics
from lydite.measures.phrases import explain
from lydite.runs import Run, Shard, merge, pack_run, read_run, score, unpack_run
from sample_runs import again, same
from variations import families

OPTIONS = [
    Inference(50),
    Inference(50, 7, "bca", 0.9),
    Inference(50, by="topic"),
    Inference(50, cluster="user"),
    Inference(50, cluster="topic", by="user"),
]


@pytest.mark.parametrize("kind", sample_runs.KINDS)
def test_results_come_back(kind: str) -> None:
    run = sample_runs.make(kind)
    columns = run.blocks[0].systems[0].columns
    for options in OPTIONS:
        if {options.by, options.cluster} - {None} <= set(columns):
            same(run, again(run), options)


@pytest.mark.parametrize(
    "family",
    families("measure", lambda m: m.input_kind == "phrases" and "hso" not in str(m)),  # which takes seconds
)
def test_every_measure_of_phrases_comes_back(family: Any) -> None:
    run = sample_runs.phrases(family, chance=2)
    assert any(s.chance for s in run.blocks[0].systems) or not any(m.soft for m in family)
    same(run, again(run), Inference(20, by="topic"), tests=False)


@pytest.mark.parametrize("family", families("measure", lambda m: m.input_kind == "labels"))
def test_every_measure_of_labels_comes_back(family: Any) -> None:
    run = sample_runs.labels(family)
    same(run, again(run), Inference(20, by="user"), tests=False)


@pytest.mark.parametrize("family", families("probe"))
def test_every_probe_comes_back(family: Any) -> None:
    run = sample_runs.probes(family)
    same(run, again(run), Inference(20, by="category"), tests=False)


@pytest.mark.parametrize("kind", sample_runs.KINDS)
def test_a_run_has_the_same_bytes_whenever_it_is_saved(kind: str, tmp_path: Path) -> None:
    run = sample_runs.make(kind)
    assert pack_run(run) == pack_run(again(run)) == pack_run(sample_runs.make(kind))
    run.save(tmp_path / "x.run")
    assert (tmp_path / "x.run").read_bytes() == pack_run(run)
    assert lydite.read_run(tmp_path / "x.run").name == "x"
    assert [f.name for f in tmp_path.iterdir()] == ["x.run"]


def test_sources_need_not_be_there(tmp_path: Path) -> None:
    """Neither vectors nor thesauri nor stores are opened for values, intervals, tests and signatures."""
    thesaurus, vectors = tmp_path / "t.tsv", tmp_path / "v.txt"
    thesaurus.write_text("cat\tkitten\tdog\ndog\thound\n")
    vectors.write_text("2 2\ncat 1 0\ndog 0 1\n")
    run = sample_runs.phrases([
        f"reval(k=2, thesaurus={thesaurus})", f"smallest_k(thesaurus={thesaurus}, most=3)",
        f"F1(match=cosine(vectors={vectors}))", f"F1(match=thesaurus(store={thesaurus}, k=1))",
    ])  # fmt: skip
    options = Inference(50, by="topic")
    expected = repr(([r.row() for r in run.results(options)], run.comparison(options, times=100).tests))
    data = pack_run(run)
    shutil.rmtree(tmp_path)
    back = unpack_run(data, "run")
    got = [r.row() for r in back.results(options)], back.comparison(options, times=100).tests
    assert repr(got) == expected  # what is not reached has no number, and NaN equals nothing
    assert pack_run(back) == data


def test_phrases_come_back_on_request() -> None:
    run = sample_runs.phrases()
    back = again(run)
    measures = [m for m in run.blocks[0].systems[0].measures if "wordnet" not in str(m)]
    for name, items in run.evidence.phrases.items():
        assert repr(list(explain(items, name, measures))) == repr(
            list(explain(back.evidence.phrases[name], name, measures))
        )
    assert not again(Run("phrases", run.blocks)).evidence.phrases


def test_half_a_character_in_an_id_comes_back() -> None:
    statistics = np.array([[0.5, 1.0]])
    scored = ItemStatistics("a\ud800", ("\udfff",), (lydite.parse("F1"),), (statistics,))
    assert again(Run.of_scored([scored])).blocks[0].systems[0].ids == ("\udfff",)


def test_arrays_keep_their_order_in_memory_and_stay_shared() -> None:
    """Both decide over the last digits of sums."""
    rows = np.asfortranarray(np.random.default_rng(0).random((9, 2)))
    measures = (lydite.parse("F1"), lydite.parse("R"))
    back = again(Run.of_scored([ItemStatistics("s", tuple("abcdefghi"), measures, (rows, rows))]))
    first, second = back.blocks[0].systems[0].statistics
    assert first is second
    assert first.flags.f_contiguous
    assert not first.flags.c_contiguous


def test_shared_rows_come_back() -> None:
    statistics = np.eye(3)
    scored = ItemStatistics(
        "s", tuple("abcde"), (lydite.parse("accuracy"),), (statistics[:, :2],),
        {"topic": tuple("xyxyx")}, cluster="topic", rows=np.array([2, 0, 0, 1, 2]), gold="12ab",
        predictions="34cd",
    )  # fmt: skip
    (back,) = again(Run.of_scored([scored])).blocks[0].systems
    assert back.rows is not None
    assert back.rows.tolist() == [2, 0, 0, 1, 2]
    assert (back.cluster, back.gold, back.predictions) == ("topic", "12ab", "34cd")


@pytest.mark.parametrize("parts", [1, 3, 30])
def test_merged_parts_of_labels_are_the_whole(parts: int, tmp_path: Path) -> None:
    paths = []
    for k in range(1, parts + 1):
        paths.append(tmp_path / f"{k}.part")
        sample_runs.labels(shard=f"{k}/{parts}").save(paths[-1])
    whole, joined = sample_runs.labels(), merge(paths[::-1])
    assert joined.blocks[0].systems[0].rows is not None
    for options in (Inference(50, by="topic"), Inference(50, 2, "bca", cluster="user")):
        same(whole, joined, options)


@pytest.mark.parametrize("parts", [1, 2, 5, 9])
def test_merged_parts_are_the_whole(parts: int, tmp_path: Path) -> None:
    """More parts than items, too; phrases included."""
    paths = []
    for k in range(1, parts + 1):
        paths.append(tmp_path / f"{k}.part")
        sample_runs.phrases(shard=f"{k}/{parts}").save(paths[-1])
    whole, joined = sample_runs.phrases(chance=0), merge(paths[::-1])
    whole = replace(whole, notes=(*whole.notes, "shards have neither chance nor corrected values"))
    same(whole, joined, Inference(50, by="topic"))
    for name, items in whole.phrases.items():
        theirs = joined.phrases[name]
        assert theirs.ids == items.ids
        for side in ("gold", "predicted"):
            assert _listed(items, side) == _listed(theirs, side)


def test_shards_have_no_corrected_values_and_say_so(tmp_path: Path) -> None:
    draw = np.random.default_rng(1)
    words = ["car", "dog", "cake", "food", "tree", "river"]
    gold, run = ({f"{i:02}": draw.choice(words, 3, replace=False).tolist() for i in range(40)} for _ in "gr")
    paths = [tmp_path / f"{k}.part" for k in (1, 2)]
    for k, path in enumerate(paths, 1):
        Run.of_scored(*score(gold, {"s": run}, "F1(match=part_of)", shard=f"{k}/2"), Shard(k, 2)).save(path)
    found = merge(paths).results()
    assert (found[0].chance, found[0].corrected) == (None, None)
    assert any("neither chance nor corrected" in note for note in found.notes)
    whole = lydite.evaluate(gold, run, "F1(match=part_of)")[0]
    assert (found[0].value, found[0].low, found[0].high) == (whole.value, whole.low, whole.high)


def _listed(items: Any, side: str) -> Any:
    lists = getattr(items, side)
    words = [items.words.phrases[c] for c in lists.codes]
    return words, lists.starts.tolist(), None if lists.concepts is None else lists.concepts.tolist()


def test_parts_with_shared_rows_are_joined(tmp_path: Path) -> None:
    measure, table = lydite.parse("accuracy"), np.array([[1.0, 1.0], [0.0, 1.0]])
    codes, ids = np.array([0, 1, 1, 0, 0]), tuple("abcde")
    from lydite.runs import Block

    for k in (1, 2):
        places = Shard(k, 2).places(5)
        some = ItemStatistics(
            "s", tuple(ids[i] for i in places), (measure,), (table,),
            {"topic": tuple("xyxyx"[i] for i in places)}, codes[places],
        )  # fmt: skip
        Run("labels", (Block((some,)),), shard=Shard(k, 2)).save(tmp_path / f"{k}.part")
    (joined,) = merge([tmp_path / "2.part", tmp_path / "1.part"]).blocks[0].systems
    assert joined.rows is not None
    assert (joined.ids, joined.rows.tolist(), joined.columns["topic"]) == (
        ids,
        codes.tolist(),
        tuple("xyxyx"),
    )
    assert np.array_equal(joined.statistics[0], table)


def test_what_would_not_come_back_is_not_saved(tmp_path: Path) -> None:
    class Own(type(lydite.parse("F1"))):  # type: ignore[misc]
        name = "own"

    rows = np.array([[0.5, 1.0]])
    for measure, statistics, said in [
        (Own(), rows, "own"),
        (lydite.parse("F1"), rows * np.nan, "F1 .*finite"),
        (lydite.parse("F1"), rows * np.inf, "F1 .*finite"),
    ]:
        run = Run.of_scored([ItemStatistics("s", ("a",), (measure,), (statistics,))])
        with pytest.raises(InputError, match=said):
            run.save(tmp_path / "x.run")
    assert not list(tmp_path.iterdir())


def test_a_run_is_read_from_what_is_compressed_too(tmp_path: Path) -> None:
    import gzip

    run = sample_runs.make("phrases")
    (tmp_path / "x.run.gz").write_bytes(gzip.compress(pack_run(run)))
    back = read_run(tmp_path / "x.run.gz")
    assert pack_run(back) == pack_run(run)
    assert back.name == "x"


def test_a_run_where_a_text_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.run"
    sample_runs.make("phrases").save(path)
    for command in (("agree", path), ("score", path, path)):
        assert run_command(*command) == 2
        assert "x.run" in capsys.readouterr().err
