"""What commands write is looked at before the work, and is never what they read, nor one file twice."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import OutputError, is_remote, written_address
from lydite.core.io.remote import local_path
from lydite.core.io.writing import Together, ensure_writable, is_standard

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


_NO_PATHS = ("separator",)
"""Arguments that may look like a folder (``.``) and are none."""
_SCHEMES = {"s3a": "s3", "gcs": "gs", "abfss": "abfs", "az": "abfs"}
"""Other names of what is one place."""


def check_output(path: Path | None, what: str) -> Path | None:
    """Stop before the work where what is written to a path could not be; standard output is no path.

    ``what`` is an answer, a chart, a list of items, or any other file.
    """
    if path is None or (what == "answer" and (str(path) == "-" or is_standard(path, 1))):
        return None
    if what == "chart":
        from lydite.reporting.charts.saving import renderer  # not for every start

        renderer(path)
    elif what == "items" and str(path) != "-":
        from lydite.reporting.views.items import writer

        writer(path)
    ensure_writable(path)
    return path


def outputs_together(given: Mapping[str, object], outputs: Collection[str]) -> Together:
    """Return the context in which the outputs of a command are written; refuse those that it reads."""
    keep_inputs(given, outputs)
    return Together(Path(str(given[name])) for name in outputs if given[name] is not None)


def keep_inputs(given: Mapping[str, object], outputs: Collection[str]) -> None:
    """Refuse arguments by whose names files are written that the other arguments say to read.

    Files are given as they are, as ``name=path`` or by their folder; devices and pipes may well be both.
    """
    others = [value for name, value in given.items() if name not in {*outputs, *_NO_PATHS}]
    read = [path for value in others for path in _paths(value)]
    written = [path for name in outputs for path in _paths(given.get(name))]
    keep_files(written, read)
    _keep_apart(written)
    if "save" in outputs and given.get("output") is None:
        _keep_from_answer(_paths(given["save"]))


def keep_files(written: Iterable[Path], read: Iterable[Path]) -> None:
    """Refuse to write over files that are read."""
    every = list(read)
    elsewhere = {_place(address) for one in every if (address := written_address(one))}
    inputs = [one for one in every if os.path.exists(one)]  # noqa: PTH110  # any text, however long
    for path in written:
        places = (path, path.parent) if path.is_file() else ()
        address = written_address(path)
        if (address and _place(address) in elsewhere) or any(
            one.samefile(place) for one in inputs for place in places
        ):
            raise OutputError(f"{address or path}: is read here, and would be overwritten; name another file")


def _keep_apart(written: Iterable[Path]) -> None:
    """Refuse to write two things into one file, of which the second would be left; devices take both."""
    places: set[str] = set()
    for path in written:
        address = written_address(path)
        place = _place(address) if address else os.path.realpath(path)
        if place in places and (address or path.is_file() or not path.exists()):
            raise OutputError(f"{address or path}: would be written twice; name another file")
        places.add(place)


def _keep_from_answer(saved: Iterable[Path]) -> None:
    """Refuse to save a run into the pipe that takes the answer: neither could be read there."""
    for path in saved:
        if is_standard(path, 1) and not path.is_char_device():
            raise OutputError(f"{path}: the answer goes there; name a file for it (-o), or another for this")


def _place(address: str) -> str:
    """Return an address by the first of the names that its scheme has.

    >>> _place("s3a://bucket/run.jsonl")
    's3://bucket/run.jsonl'
    """
    scheme, _, rest = address.partition("://")
    return f"{_SCHEMES.get(scheme, scheme)}://{rest}"


def _paths(value: object) -> Iterator[Path]:
    """Yield what may be paths among the values of an argument."""
    values = list(value.values()) if isinstance(value, Mapping) else value
    for one in values if isinstance(values, list | tuple) else [values]:
        if isinstance(one, Path):
            yield one
        elif isinstance(one, str):
            yield from (_path(text) for text in {one, one.partition("=")[2]} if text)


def _path(text: str) -> Path:

    if is_remote(text):
        return local_path(text) or Path(text)
    return Path(text)
