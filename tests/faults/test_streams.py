"""Devices without an end, pipes that are read once, files that are holes."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

import inputs
from faults.refusals import refused


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without an end")
@pytest.mark.parametrize("kind", ["score gold", "agree judgements", "compare runs", "probe test_set"])
def test_devices_without_an_end(run: Any, sound: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_MAX_CONTENT", "1")
    answer = run(*inputs.INPUTS[kind].args("/dev/zero", sound))
    refused(answer, "/dev/zero: .*1 million bytes")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without an end")
@pytest.mark.parametrize("kind", ["tune vectors corpus", "matcher lsa corpus", "measure reval thesaurus"])
def test_sources_that_can_be_read_once(run: Any, sound: Path, kind: str) -> None:
    os.mkfifo("pipe")
    args = inputs.INPUTS[kind].args if kind in inputs.INPUTS else inputs.spec_args(kind)
    for source in ("/dev/zero", "pipe"):
        refused(run(*args(source, sound)), f"{source}: .*once")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without an end")
def test_a_dump_that_is_a_device(run: Any, sound: Path) -> None:
    """To see whether it is a zip file all of it was read, and it has no end."""
    others = [f"{sound}/redirect.sql", f"{sound}/categorylinks.sql"]
    for rest in ([], others):
        refused(run("build", "wikipedia", "/dev/zero", *rest, "-o", "made"), "/dev/zero: .*pipe")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_faults_of_a_pipe_are_told_without_opening_it_again(run: Any) -> None:
    os.mkfifo("p.jsonl")
    line = b'{"id": "a", "id": "b", "phrases": ["x"]}\n'
    writer = threading.Thread(target=lambda: Path("p.jsonl").write_bytes(line), daemon=True)
    writer.start()
    status, err = run("validate", "p.jsonl", "--as", "predictions")
    assert status == 2
    assert "p.jsonl:1: " in err
    assert "'id'" in err


def test_a_file_that_is_one_hole(run: Any) -> None:
    with Path("q.jsonl").open("wb") as file:
        file.truncate(2**33)
    refused(run("agree", "q.jsonl", "--using", "exact"), "q.jsonl: .*larger")


LINE = b'{"id": "a", "phrases": ["cat"]}\n'


def feed(path: str, content: bytes = LINE) -> None:
    threading.Thread(target=lambda: Path(path).write_bytes(content), daemon=True).start()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
@pytest.mark.parametrize(
    ("content", "args"),
    [
        (LINE, ["score", "pipe", "pipe"]),
        (LINE, ["score", "pipe", "other"]),  # a link to it
        (b"id,label\na,cat\nb,dog\n", ["score", "pipe", "pipe", "-m", "accuracy"]),
        (b"1\tpositive\n2\tnegative\n", ["semeval", "A", "pipe", "pipe"]),
        (b"cat dog 5\ncow pig 1\n", ["agree", "pipe", "pipe", "-u", "exact"]),
    ],
    ids=["phrases", "link", "labels", "semeval", "agree"],
)
def test_one_pipe_given_twice(run: Any, content: bytes, args: list[str]) -> None:
    os.mkfifo("pipe")
    Path("other").symlink_to("pipe")
    feed("pipe", content)
    refused(run(*args), f"{args[-1] if args[-1] == 'other' else 'pipe'}: .*once")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no descriptors with names")
def test_standard_input_by_two_names(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.write(writing, LINE)
    os.close(writing)
    with os.fdopen(reading) as file:
        monkeypatch.setattr("sys.stdin", file)
        refused(run("score", "-", f"/dev/fd/{reading}"), f"/dev/fd/{reading}: .*once")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no descriptors with names")
def test_two_pipes_are_two(run: Any) -> None:
    """As the shell makes them of ``<(…) <(…)``; a named one may be read by one command after the other."""
    os.mkfifo("pipe")
    for _ in range(2):
        feed("pipe")
        reading, writing = os.pipe()
        os.write(writing, LINE)
        os.close(writing)
        status, err = run("score", f"/dev/fd/{reading}", "pipe", "-m", "F1")
        os.close(reading)
        assert status == 0, err
