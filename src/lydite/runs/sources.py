"""From gold and systems to items: sources of phrases are read together, and put beside each other by id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, SpecError
from lydite.measures.phrases.items import align_systems
from lydite.reading.documents import read_documents
from lydite.reading.fields import FieldNames
from lydite.reading.phrase_tables import read_all
from lydite.reading.phrases import by_line, with_label_note

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.documents import Documents
    from lydite.reading.fields import Detected
    from lydite.runs.request import Request


def field_names(request: Request) -> FieldNames:
    """Return the names of fields, as readers are given them."""
    how = request.reading
    return FieldNames.of(
        how.id, how.phrases, how.scores, how.topic, how.separator, header=how.header,
        ties=request.policy.ties, gold_phrases=how.gold_phrases, same=how.same, best=how.best,
    )  # fmt: skip


def read_items(
    request: Request, measures: Sequence[Measure]
) -> tuple[Mapping[str, PhraseItems], tuple[Detected, ...]]:
    """Return the items of each system, and a line on how each source was read.

    What is wrong with any of the sources is said at once.
    """
    how, policy = request.reading, request.policy
    every = (request.gold, *request.systems.values(), how.documents)
    if sum(isinstance(source, str) and source == "-" for source in every) > 1:
        raise InputError("standard input can be read once; give the others as files")
    texts, fault = _documents(request, measures)
    tables = read_all(
        [("gold", request.gold), *request.systems.items()],
        format=how.input_format, encoding=how.encoding, fields=field_names(request), skip_bad=how.skip_bad,
        faults=fault,
    )  # fmt: skip
    tables = with_label_note(by_line(tables))
    detected = [table.detected() for table in tables] + ([] if texts is None else [texts.detected()])
    aligned = align_systems(
        tables,
        list(request.systems),
        policy.missing or "zero",
        policy.no_gold or "unscored",
        texts,
        _common_identical(measures),
    )
    return aligned, tuple(detected)


def _common_identical(measures: Sequence[Measure]) -> Any:
    """Return the matcher that all measures compare by where that is identical; else nothing."""
    matchers = [getattr(m, "match", None) for m in measures]
    return matchers[0] if all(getattr(m, "name", "") == "identical" for m in matchers) else None


def _documents(
    request: Request, measures: Sequence[Measure]
) -> tuple[Documents | None, tuple[InputError, ...]]:
    """Read the documents, where measures ask for them and only there; or return what is wrong with them."""
    how = request.reading
    parted = [m for m in measures if getattr(m, "part", "all") != "all"]
    if how.documents is None and parted:
        raise SpecError(f"{parted[0]} needs the documents: --documents FILE (documents= in Python)")
    if how.documents is None:
        return None, ()
    if not parted:
        raise SpecError("documents are for measures with part=present or part=absent; none was asked")

    try:
        return read_documents(how.documents, encoding=how.encoding, id=how.id, skip_bad=how.skip_bad), ()
    except InputError as error:
        return None, (error,)
