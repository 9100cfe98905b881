"""From the columns of all parts to the arrays of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.languages import stemmer_of
from lydite.core.text import SPACELESS, stem_each
from lydite.knowledge.graph import Graph, Relation, TransitionKind
from lydite.knowledge.labels import Labels
from lydite.knowledge.wiktionary.joining import LabelledSenses
from lydite.knowledge.wiktionary.resolving import resolve
from lydite.knowledge.wiktionary.spelling import FORM

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from lydite.core.array_types import AnyArray, IntArray

COLUMNS = {
    "senses": {"word": "s", "language": "s", "pos": "s", "gloss": "s"},
    "labels": {"label": "s", "first": "n", "count": "n", "how": "b"},
    "forms": {"label": "s", "there": "s", "target": "s", "pos": "s", "first": "n", "count": "n"},
    "entries": {"own": "s", "pos": "s", "first": "n", "count": "n"},
    "relations": {"entry": "n", "kind": "b", "sense": "n", "there": "s", "target": "s"},
    "links": {"link": "s", "sense": "n"},
}  # fmt: skip
LABELS = ("label", "own", "there")  # columns of labels
NUMBERED = {"sense": "senses", "first": "senses", "entry": "entries"}
"""What columns of numbers count: they are shifted when parts are joined."""


def frame(name: str, rows: list[Any], before: Mapping[str, int]) -> pl.DataFrame:
    """Return the rows of one table of a part; its numbers go on from how many rows there were ``before``."""
    import polars as pl

    types: dict[str, Any] = {"s": pl.String, "n": pl.Int64, "b": pl.Int8}
    schema = {column: types[kind] for column, kind in COLUMNS[name].items()}
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    table = pl.DataFrame(
        [
            pl.Series(column, values, types)
            for (column, types), values in zip(schema.items(), columns, strict=True)
        ]
    )
    shifted = [
        pl.when(pl.col(c) < 0).then(pl.col(c)).otherwise(pl.col(c) + before[counted])
        for c, counted in NUMBERED.items()
        if c in table.columns
    ]
    return table.with_columns(shifted)


def assemble(tables: Mapping[str, pl.DataFrame]) -> tuple[dict[str, AnyArray], dict[str, Any]]:
    """Return the arrays of a store and what is to be noted of them."""
    import polars as pl

    keys, tables = _coded_labels(tables)
    given = tables["senses"].with_row_index("sense").with_columns(pl.col("sense").cast(pl.Int64))
    entries = given.height
    words = LabelledSenses(keys, given, _each_sense(tables["labels"]))
    words.add_forms(tables["forms"])
    entries_of = tables["entries"][tables["relations"]["entry"]]
    relations = tables["relations"].drop("entry").hstack(entries_of).unique(maintain_order=True)
    words.add_synonyms(relations.filter(pl.col("kind") == TransitionKind.SAME))
    close = pl.col("kind") != TransitionKind.SIMILAR
    words.add_named(relations.filter(close))
    words.add_named(relations.with_columns(pos=pl.lit("")))  # what derives from a noun may be a verb
    edges = resolve(words, relations)
    graph, counted = _graph(edges, words.senses.height)
    ordered = words.labels.sort("label", "how", "sense").unique(
        ["label", "sense"], keep="first", maintain_order=True
    )
    present = keys.gather(ordered["label"].unique())
    ordered = ordered.with_columns(label=keys.gather(ordered["label"]))
    table = _labels(ordered["label"], ordered["sense"])
    senses = words.senses
    poses = sorted(senses["pos"].unique().to_list())
    languages = sorted(senses["language"].unique().to_list())
    notes = {
        "pos": poses,
        "languages": _languages(senses, present, entries),
        "counts": {"senses": entries, "named only": senses.height - entries, "labels": len(table), **counted},
    }
    arrays = {
        **graph.arrays(),
        **table.arrays(),
        "label_how": ordered["how"].to_numpy().astype(np.uint8),
        **_stems(ordered).arrays("stem_"),
        **_linked(tables["links"]).arrays("link_"),
        **_text("word", senses["word"]),
        **_text("gloss", senses["gloss"]),
        "pos": _coded(senses["pos"], poses).astype(np.uint8),
        "language": _coded(senses["language"], languages).astype(np.uint16),
    }
    return arrays, notes


def _coded_labels(tables: Mapping[str, pl.DataFrame]) -> tuple[pl.Series, dict[str, pl.DataFrame]]:
    """Return all labels in order, and the tables with their numbers in place of them: these join fast."""
    import polars as pl

    columns = [(name, c) for name, table in tables.items() for c in LABELS if c in table.columns]
    every = pl.concat([tables[name][c].rename("label") for name, c in columns])
    codes = every.rank("dense").cast(pl.UInt32) - 1
    numbers = codes.to_numpy().astype(np.int64)
    places = np.zeros(numbers.max(initial=-1) + 1, np.int64)
    places[numbers] = np.arange(len(numbers))  # one place of each label
    coded, begin = dict(tables), 0
    for name, c in columns:
        end = begin + tables[name].height
        coded[name] = coded[name].with_columns(codes[begin:end].alias(c))
        begin = end
    return every.gather(places), coded


def _each_sense(labels: pl.DataFrame) -> pl.DataFrame:
    """Return labels with each of the senses that they lead to, from runs of senses."""
    import polars as pl

    runs = pl.int_ranges("first", pl.col("first") + pl.col("count"), dtype=pl.Int64)
    return labels.select("label", "how", sense=runs).explode("sense").select("label", "sense", "how")


def _graph(edges: pl.DataFrame, size: int) -> tuple[Graph, dict[str, int]]:
    """Return the graph: each pair once, breadth counted over all that lies below a sense."""
    ends = {k: edges.filter(edges["kind"] == k).select("source", "target").to_numpy() for k in TransitionKind}
    down = np.concatenate([ends[TransitionKind.SPECIALISATION], ends[TransitionKind.GENERALISATION][:, ::-1]])
    down = _distinct(down, size)
    breadth = np.bincount(down[:, 0], minlength=size)
    made = [
        Relation(
            down[:, 0],
            down[:, 1],
            TransitionKind.SPECIALISATION,
            TransitionKind.GENERALISATION,
            breadth[down[:, 0]],
        )
    ]
    counted = {"below and above": len(down)}
    for kind, name in ((TransitionKind.SAME, "same"), (TransitionKind.SIMILAR, "similar")):
        pairs = _distinct(np.sort(ends[kind], axis=1), size)
        made.append(Relation(pairs[:, 0], pairs[:, 1], kind, kind))
        counted[name] = len(pairs)
    return Graph.build(size, made), counted


def _distinct(pairs: IntArray, size: int) -> IntArray:
    """Return each pair of numbers below a size once, in order."""
    return np.stack(np.divmod(np.unique(pairs[:, 0] * size + pairs[:, 1]), max(size, 1)), axis=1)


def _labels(keys: pl.Series, entities: pl.Series) -> Labels:
    """Return labels from sorted keys, each with an entity; equal keys are one label."""
    firsts = keys.rle_id().to_numpy()
    starts = np.flatnonzero(np.diff(firsts, prepend=-1)) if len(keys) else np.zeros(0, np.int64)
    text = _text("", keys.gather(starts))
    return Labels(
        text["_text"], text["_ends"], np.append(starts, len(keys)).astype(np.int64),
        entities.to_numpy().astype(np.int32),
    )  # fmt: skip


def _stems(ordered: pl.DataFrame) -> Labels:
    """Return the labels of words, not of their forms, by stem; of languages that have a stemmer."""
    import polars as pl

    own = ordered.with_columns(number=pl.col("label").rle_id()).filter(pl.col("how") != FORM)
    own = own.select("label", "number").unique(maintain_order=True)
    parts = pl.col("label").str.split_exact("\t", 1).struct.rename_fields(["language", "word"])
    own = own.select("number", parts.struct.unnest())
    stemmed: list[str] = []
    numbers: list[int] = []
    for (code,), words in own.group_by("language", maintain_order=True):
        stemmer = stemmer_of(str(code))
        if stemmer != "none":
            stemmed += [f"{code}\t{stem}" for stem in stem_each(words["word"].to_list(), stemmer)]
            numbers += words["number"].to_list()
    table = pl.DataFrame({"stem": stemmed, "label": numbers}, {"stem": pl.String, "label": pl.Int64})
    table = table.sort("stem", "label")
    return _labels(table["stem"], table["label"])


def _linked(links: pl.DataFrame) -> Labels:
    ordered = links.unique().sort("link", "sense")
    return _labels(ordered["link"], ordered["sense"])


def _languages(senses: pl.DataFrame, labels: pl.Series, entries: int) -> dict[str, dict[str, int]]:
    """Return, for each language in order of its code, how many senses it has and parts its longest label."""
    import polars as pl

    parts = labels.str.split_exact("\t", 1).struct.rename_fields(["language", "word"])
    word = pl.col("word")
    sizes = (
        pl.when(pl.col("language").is_in(SPACELESS))
        .then(word.str.len_chars())
        .otherwise(word.str.count_matches(" ", literal=True) + 1)
    )
    longest = parts.struct.unnest().group_by("language").agg(longest=sizes.max())
    counted = senses.group_by("language").agg(senses=(pl.col("sense") < entries).sum())
    rows = counted.join(longest, on="language").sort("language").iter_rows(named=True)
    return {r["language"]: {"senses": r["senses"], "longest": r["longest"]} for r in rows}


def _coded(column: pl.Series, names: list[str]) -> AnyArray:
    import polars as pl

    return column.cast(pl.Enum(names)).to_physical().to_numpy()


def _text(name: str, column: pl.Series) -> dict[str, AnyArray]:
    """Return texts end to end, and where each ends."""
    ends = np.cumsum(column.str.len_bytes().to_numpy(), dtype=np.int64)
    return {f"{name}_text": np.frombuffer(_joined(column), np.uint8), f"{name}_ends": ends}


def _joined(column: pl.Series) -> bytes:
    return str(column.str.join("").item()).encode()
