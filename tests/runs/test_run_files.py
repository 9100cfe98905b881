"""A run that was saved and read gives the same results, to the last digit, wherever it is read."""

from __future__ import annotations

import contextlib
import errno
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
import sample_runs
from command import run as run_command
from lydite.core.errors import InputError, OutputError
from lydite.core.io.writing import writing
from lydite.core.notes import Note
from lydite.inference import Inference, ItemStatistics, sum_items
from lydite.measures.phrases import PhraseItems, explain
from lydite.runs import Block, Run, pack_run, read_run, unpack_run
from performing import score, scored_run
from sample_runs import again, same
from variations import families

OPTIONS = [
    Inference(50),
    Inference(50, 7, "bca", 0.9),
    Inference(50, by="topic"),
    Inference(50, cluster="user"),
    Inference(50, cluster="topic", by="user"),
]


def shared_rows() -> Run:
    """Labels of two systems, of which many items share a row; one system is a reference."""
    measures = tuple(map(lydite.parse, ("accuracy", "macro_recall")))
    rows = np.array([2, 0, 0, 1, 2, 1, 0])
    first = ItemStatistics(
        "s", tuple("abcdefg"), measures, (np.eye(3)[:, :2], np.ones((3, 6))), {"topic": tuple("xyxyxyx")},
        rows, policies={"missing": "zero"}, gold="12ab", predictions="34cd", cluster="topic",
    )  # fmt: skip
    return Run("labels", (Block((first, replace(first, system="t", rows=rows[::-1], reference=True))),))


ALIKE = (
    "system", "ids", "columns", "policies", "gold", "predictions", "cluster", "shuffles", "version",
    "reference",
)  # fmt: skip
MAKERS: dict[str, Callable[[], Run]] = {
    **{kind: partial(sample_runs.make, kind) for kind in sample_runs.KINDS},
    "phrases without items": lambda: Run("phrases", sample_runs.phrases().blocks),
    "labels with shared rows": shared_rows,
}


@pytest.mark.parametrize("made", MAKERS)
def test_what_is_read_is_what_was_written(made: str) -> None:
    """The same results, the same evidence, the same notes, and the same bytes when it is written again."""
    run = MAKERS[made]()
    said = Note("{lists:,} lists of {name}, {share:.1%}", "s", lists=1200, name="{a}", share=0.5)
    run = replace(run, notes=(*run.notes, Note("{what}", what="{not a value}"), said))
    data = pack_run(run)
    back = unpack_run(data, "run")
    assert pack_run(back) == data == pack_run(replace(MAKERS[made](), notes=run.notes))
    assert {type(note) for note in back.notes} == {Note}
    assert [n.as_data() for n in back.notes][-1] == said.as_data()
    assert (back.kind, back.notes, back.systems) == (run.kind, run.notes, run.systems)
    assert [b.group for b in back.blocks] == [b.group for b in run.blocks]
    for one, two in zip(run.blocks, back.blocks, strict=True):
        for mine, theirs in zip(one.systems, two.systems, strict=True):
            assert (mine.rows is None) == (theirs.rows is None)
            assert mine.rows is None or np.array_equal(mine.rows, theirs.rows)
            for name in ALIKE:
                assert getattr(mine, name) == getattr(theirs, name)
            for i, measure in enumerate(mine.measures):
                assert mine.signed(i) == theirs.signed(i)
                assert str(measure) == str(theirs.measures[i])
                assert np.array_equal(mine.statistics[i], theirs.statistics[i])
            for side in ("chance", "chance_sums", "chance_spread", "coverage", "net"):
                assert getattr(mine, side).keys() == getattr(theirs, side).keys()
    assert {s: _listed(i) for s, i in run.evidence.phrases.items()} == {
        s: _listed(i) for s, i in back.evidence.phrases.items()
    }
    columns = run.blocks[0].systems[0].columns
    for options in OPTIONS:
        if {options.by, options.cluster} - {None} <= set(columns):
            same(run, back, options)


def _listed(items: PhraseItems) -> Any:
    sides = [
        (
            [items.words.phrases[c] for c in lists.codes],
            lists.starts.tolist(),
            None if lists.concepts is None else lists.concepts.tolist(),
        )
        for lists in (items.gold, items.predicted)
    ]
    return items.ids, sides, items.absent.tolist()


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


def test_a_file_holds_the_run_and_is_called_so(tmp_path: Path) -> None:
    run = sample_runs.make("phrases")
    run.save(tmp_path / "x.run")
    assert (tmp_path / "x.run").read_bytes() == pack_run(run)
    assert lydite.read_run(tmp_path / "x.run").name == "x"
    assert [f.name for f in tmp_path.iterdir()] == ["x.run"]


@pytest.mark.parametrize(
    ("error", "raised"),
    [(OSError(errno.ENOSPC, "No space left"), OutputError), (KeyboardInterrupt(), KeyboardInterrupt)],
)
def test_saving_that_is_stopped_leaves_what_was_there(
    error: BaseException, raised: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped:
        def __init__(self, file: Any) -> None:
            self.file = file

        def write(self, content: bytes) -> None:
            self.file.write(content[:99])
            raise error

    @contextlib.contextmanager
    def stopped(path: Path, mode: str) -> Iterator[Stopped]:
        with writing(path, mode) as file:
            yield Stopped(file)

    monkeypatch.setitem(pack_run.__globals__, "writing", stopped)
    (tmp_path / "old.run").write_bytes(b"what was there")
    for name in ("old.run", "new.run"):
        with pytest.raises(raised) as caught:
            sample_runs.make("phrases").save(tmp_path / name)
        assert "\n" not in str(caught.value)
    assert [(f.name, f.read_bytes()) for f in tmp_path.iterdir()] == [("old.run", b"what was there")]


def test_sums_in_place_of_items_are_not_saved(tmp_path: Path) -> None:
    options = Inference(interval="poisson", bootstrap=5)
    scored, notes = score({"a": ["cat"]}, {"run": {"a": ["cat"]}}, "F1")
    with pytest.raises(InputError, match=r"^--interval poisson keeps sums .* leave out --save"):
        scored_run([sum_items(s, options) for s in scored], notes).save(tmp_path / "x.run")
    assert not list(tmp_path.iterdir())


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
    assert again(scored_run([scored])).blocks[0].systems[0].ids == ("\udfff",)


def test_arrays_keep_their_order_in_memory_and_stay_shared() -> None:
    """Both decide over the last digits of sums."""
    rows = np.asfortranarray(np.random.default_rng(0).random((9, 2)))
    measures = (lydite.parse("F1"), lydite.parse("R"))
    back = again(scored_run([ItemStatistics("s", tuple("abcdefghi"), measures, (rows, rows))]))
    first, second = back.blocks[0].systems[0].statistics
    assert first is second
    assert first.flags.f_contiguous
    assert not first.flags.c_contiguous


def test_texts_and_numbers_of_numpy_come_back_as_those_of_python() -> None:
    statistics = np.array([[0.5, 1.0]])
    scored = ItemStatistics(np.str_("s"), (np.str_("a"),), (lydite.parse("F1"),), (statistics,))
    note = Note("{a} {b:.1f}", a=np.int64(1), b=np.float64(0.5))
    back = again(scored_run([scored], [note]))
    assert {type(back.systems[0]), type(back.blocks[0].systems[0].ids[0])} == {str}
    assert [type(v) for v in back.notes[0].values.values()] == [int, float]


def test_what_would_not_come_back_is_not_saved(tmp_path: Path) -> None:
    class Own(type(lydite.parse("F1"))):  # type: ignore[misc]
        name = "own"

    rows = np.array([[0.5, 1.0]])
    for measure, statistics, said in [
        (Own(), rows, "own"),
        (lydite.parse("F1"), rows * np.nan, "F1 .*finite"),
        (lydite.parse("F1"), rows * np.inf, "F1 .*finite"),
    ]:
        run = scored_run([ItemStatistics("s", ("a",), (measure,), (statistics,))])
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
