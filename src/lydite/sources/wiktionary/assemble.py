"""From the columns of all parts to the arrays of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.knowledge.graph import Graph, Relation, TransitionKind
from lydite.knowledge.labels import Labels
from lydite.languages import stemmer_of
from lydite.sources.wiktionary.joining import LabelledSenses
from lydite.sources.wiktionary.resolving import resolve
from lydite.sources.wiktionary.spelling import FORM
from lydite.text import SPACELESS, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from numpy.typing import NDArray

COLUMNS = {
    "senses": {"word": "s", "language": "s", "pos": "s", "gloss": "s"},
    "labels": {"label": "s", "sense": "n", "how": "b"},
    "forms": {"label": "s", "there": "s", "target": "s", "pos": "s", "first": "n", "count": "n"},
    "relations": {"kind": "b", "sense": "n", "first": "n", "count": "n", "own": "s", "there": "s",
                  "target": "s", "pos": "s"},
    "links": {"link": "s", "sense": "n"},
}  # fmt: skip
NUMBERED = ("sense", "first")  # columns that count senses: shifted when parts are joined


def frame(name: str, rows: list[Any], shift: int) -> pl.DataFrame:
    """Return the rows of one table of a part, their senses numbered from ``shift`` on."""
    import polars as pl

    types: dict[str, Any] = {"s": pl.String, "n": pl.Int64, "b": pl.Int8}
    schema = {column: types[kind] for column, kind in COLUMNS[name].items()}
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    table = pl.DataFrame(dict(zip(schema, map(list, columns), strict=True)), schema=schema)
    shifted = [
        pl.when(pl.col(c) < 0).then(pl.col(c)).otherwise(pl.col(c) + shift)
        for c in NUMBERED
        if c in table.columns
    ]
    return table.with_columns(shifted)


def assemble(tables: Mapping[str, pl.DataFrame]) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return the arrays of a store and what is to be noted of them."""
    import polars as pl

    given = tables["senses"].with_row_index("sense").with_columns(pl.col("sense").cast(pl.Int64))
    entries = given.height
    words = LabelledSenses(given, tables["labels"])
    words.add_forms(tables["forms"])
    relations = tables["relations"].unique(maintain_order=True)
    words.add_synonyms(relations.filter(pl.col("kind") == TransitionKind.SAME))
    close = pl.col("kind") != TransitionKind.SIMILAR
    words.add_named(relations.filter(close))
    words.add_named(relations.with_columns(pos=pl.lit("")))  # what derives from a noun may be a verb
    edges = resolve(words, relations)
    graph, counted = _graph(edges, words.senses.height)
    ordered = words.labels.sort("label", "sense", "how").unique(
        ["label", "sense"], keep="first", maintain_order=True
    )
    ordered = ordered.sort("label", "how", "sense")
    table = _labels(ordered["label"], ordered["sense"])
    senses = words.senses
    poses = sorted(senses["pos"].unique().to_list())
    languages = sorted(senses["language"].unique().to_list())
    notes = {
        "pos": poses,
        "languages": _languages(senses, ordered, entries),
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


def _graph(edges: pl.DataFrame, size: int) -> tuple[Graph, dict[str, int]]:
    """Return the graph: each pair once, breadth counted over all that lies below a sense."""
    ends = {k: edges.filter(edges["kind"] == k).select("source", "target").to_numpy() for k in TransitionKind}
    down = np.concatenate([ends[TransitionKind.SPECIALISATION], ends[TransitionKind.GENERALISATION][:, ::-1]])
    down = np.unique(down, axis=0) if len(down) else down
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
        pairs = np.unique(np.sort(ends[kind], axis=1), axis=0) if len(ends[kind]) else ends[kind]
        made.append(Relation(pairs[:, 0], pairs[:, 1], kind, kind))
        counted[name] = len(pairs)
    return Graph.build(size, made), counted


def _labels(keys: pl.Series, entities: pl.Series) -> Labels:
    """Return labels from sorted keys, each with an entity; equal keys are one label."""
    firsts = keys.rle_id().to_numpy()
    starts = np.flatnonzero(np.diff(firsts, prepend=-1)) if len(keys) else np.zeros(0, np.int64)
    distinct = keys[starts.tolist()] if len(keys) else keys
    text = _text("", distinct)
    return Labels(
        text["_text"], text["_ends"], np.append(starts, len(keys)).astype(np.int64),
        entities.to_numpy().astype(np.int32),
    )  # fmt: skip


def _stems(ordered: pl.DataFrame) -> Labels:
    """Return the labels of words, not of their forms, by stem; of languages that have a stemmer."""
    import polars as pl

    pairs: list[tuple[str, int]] = []
    own = ordered.with_columns(number=pl.col("label").rle_id()).filter(pl.col("how") != FORM)
    known: dict[str, str] = {}
    for key, number in own.select("label", "number").unique(maintain_order=True).iter_rows():
        code, _, word = key.partition("\t")
        stemmer = known.setdefault(code, stemmer_of(code))
        if stemmer != "none":
            pairs.append((f"{code}\t{' '.join(stems(tokens(word), stemmer))}", number))
    table = pl.DataFrame(pairs, {"stem": pl.String, "label": pl.Int64}, orient="row").sort("stem", "label")
    return _labels(table["stem"], table["label"])


def _linked(links: pl.DataFrame) -> Labels:
    ordered = links.unique().sort("link", "sense")
    return _labels(ordered["link"], ordered["sense"])


def _languages(senses: pl.DataFrame, labels: pl.DataFrame, entries: int) -> dict[str, dict[str, int]]:
    """Return, for each language in order of its code, how many senses it has and parts its longest label."""
    import polars as pl

    split = pl.col("label").str.split("\t")
    code, word = split.list.first(), split.list.last()
    sizes = (
        pl.when(code.is_in(SPACELESS)).then(word.str.len_chars()).otherwise(word.str.count_matches(" ") + 1)
    )
    longest = labels.group_by(language=code).agg(longest=sizes.max())
    counted = senses.group_by("language").agg(senses=(pl.col("sense") < entries).sum())
    rows = counted.join(longest, on="language").sort("language").iter_rows(named=True)
    return {r["language"]: {"senses": r["senses"], "longest": r["longest"]} for r in rows}


def _coded(column: pl.Series, names: list[str]) -> NDArray[Any]:
    import polars as pl

    return column.cast(pl.Enum(names)).to_physical().to_numpy()


def _text(name: str, column: pl.Series) -> dict[str, NDArray[Any]]:
    """Return texts end to end, and where each ends."""
    ends = np.cumsum(column.str.len_bytes().to_numpy(), dtype=np.int64)
    return {f"{name}_text": np.frombuffer("".join(column).encode(), np.uint8), f"{name}_ends": ends}
