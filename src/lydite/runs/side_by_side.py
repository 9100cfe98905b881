"""Gold and predictions of phrases, read and put beside each other, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, SpecError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.documents import Documents
    from lydite.reading.fields import FieldNames
    from lydite.reading.phrases import Phrases
    from lydite.runs.source_options import Source, SourceOptions


def put_side_by_side(
    gold: Source, systems: Mapping[str, Source], measures: Sequence[Measure], how: SourceOptions
) -> tuple[Mapping[str, PhraseItems], list[str]]:
    """Read gold and systems; return the items of each system, and a line on how each source was read."""
    tables, texts = _read_phrases(gold, systems, measures, how)
    said = [table.understanding() for table in tables] + ([] if texts is None else [texts.said])
    return _aligned(tables, list(systems), measures, how, texts), said


def _read_phrases(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Sequence[Measure],
    how: SourceOptions,
) -> tuple[list[Phrases], Documents | None]:
    """Read gold, systems and documents; what is wrong with any of them is said at once."""
    from lydite.reading.phrase_tables import read_all

    every = (gold, *systems.values(), how.documents)
    if sum(isinstance(source, str) and source == "-" for source in every) > 1:
        raise InputError("standard input can be read once; give the others as files")
    texts, fault = _documents(measures, how)
    tables = read_all(
        [("gold", gold), *systems.items()],
        format=how.format, encoding=how.encoding, fields=field_names(how), skip_bad=how.skip_bad,
        faults=fault,
    )  # fmt: skip
    return tables, texts


def field_names(how: SourceOptions) -> FieldNames:
    """Return the names of fields, as readers are given them."""
    from lydite.reading.fields import FieldNames

    return FieldNames.of(
        how.id, how.phrases, how.scores, how.topic, how.separator, header=how.header, ties=how.ties
    )


def _aligned(
    tables: list[Phrases],
    systems: list[str],
    measures: Sequence[Measure],
    how: SourceOptions,
    texts: Documents | None,
) -> Mapping[str, PhraseItems]:
    from lydite.measures.phrases.items import align_systems

    missing, empty = how.missing or "zero", how.no_gold or "unscored"
    return align_systems(tables, systems, missing, empty, texts, _common_identical(measures))


def _common_identical(measures: Sequence[Measure]) -> Any:
    """Return the matcher that all measures compare by where that is identical; else nothing."""
    matchers = [getattr(m, "match", None) for m in measures]
    return matchers[0] if all(getattr(m, "name", "") == "identical" for m in matchers) else None


def _documents(
    measures: Sequence[Measure], how: SourceOptions
) -> tuple[Documents | None, tuple[InputError, ...]]:
    """Read the documents, where measures ask for them and only there; or return what is wrong with them."""
    source = how.documents
    parted = [m for m in measures if getattr(m, "part", "all") != "all"]
    if source is None and parted:
        raise SpecError(f"{parted[0]} needs the documents: --documents FILE (documents= in Python)")
    if source is None:
        return None, ()
    if not parted:
        raise SpecError("documents are for measures with part=present or part=absent; none was asked")
    from lydite.reading.documents import read_documents

    try:
        return read_documents(source, encoding=how.encoding, id=how.id, skip_bad=how.skip_bad), ()
    except InputError as error:
        return None, (error,)
