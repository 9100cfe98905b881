"""From words to senses: each relation joins one sense of each side, the likeliest.

To join all senses of two words would make senses of one word the same by way of the other. So where a
relation says which sense it speaks of, it is that one; else, and on the other side, that which names the
first word in turn, then the one whose gloss shares most words with the other's, then the first.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.knowledge.graph import TransitionKind
from lydite.knowledge.wiktionary.extract import UNKNOWN
from lydite.knowledge.wiktionary.pointing import words

if TYPE_CHECKING:
    import polars as pl

    from lydite.core.array_types import IntArray
    from lydite.knowledge.wiktionary.joining import LabelledSenses

MOST = 16  # senses of a side whose glosses are compared
BACK = {
    TransitionKind.SAME: TransitionKind.SAME,
    TransitionKind.SIMILAR: TransitionKind.SIMILAR,
    TransitionKind.SPECIALISATION: TransitionKind.GENERALISATION,
    TransitionKind.GENERALISATION: TransitionKind.SPECIALISATION,
}


def resolve(table: LabelledSenses, relations: pl.DataFrame) -> pl.DataFrame:
    """Return kind, source and target sense of each relation, each once; none leads to itself."""
    import polars as pl

    links = relations.with_row_index("row")
    close = links.filter(pl.col("kind") != TransitionKind.SIMILAR)
    loose = links.filter(pl.col("kind") == TransitionKind.SIMILAR)
    near = pl.concat([table.candidates(close), table.candidates(loose, same_pos=False)])
    known = links.filter(pl.col("sense") != UNKNOWN).select(
        candidate="sense", own="there", back=pl.col("kind").replace_strict(BACK, return_dtype=pl.Int8)
    )
    named = near.join(links.select("row", "kind", "own"), on="row")
    mutual = named.join(
        known.unique(),
        left_on=["candidate", "own", "kind"],
        right_on=["candidate", "own", "back"],
        how="semi",
    )
    rest = near.join(mutual.select("row").unique(), on="row", how="anti")
    kept = pl.concat([mutual.select("row", "candidate"), rest]).sort("row", "candidate")
    grouped = kept.group_by("row", maintain_order=True).agg("candidate")
    rows = links.join(grouped, on="row", how="inner", maintain_order="left")
    ends = _likeliest(table.senses, rows)
    edges = rows.select("kind").with_columns(source=pl.Series(ends[:, 0]), target=pl.Series(ends[:, 1]))
    return edges.filter(pl.col("source") != pl.col("target")).unique()


def _likeliest(senses: pl.DataFrame, rows: pl.DataFrame) -> IntArray:
    """Return one sense of each side: those whose glosses share most words, where there is a choice."""
    sense, first = rows["sense"].to_numpy(), rows["first"].to_numpy()
    unknown = sense == UNKNOWN
    ends = np.stack([np.where(unknown, first, sense), rows["candidate"].list.first().to_numpy()], axis=1)
    several = rows["candidate"].list.len().to_numpy()
    described = (senses["gloss"].str.len_bytes() > 0).to_numpy()[rows["candidate"].explode().to_numpy()]
    known = np.add.reduceat(described, offsets(several)[:-1]) > 0 if len(rows) else np.zeros(0, np.bool_)
    choice = np.flatnonzero(known & ((several > 1) | (unknown & (rows["count"].to_numpy() > 1))))
    glosses, written = senses["gloss"], senses["word"]

    @functools.lru_cache(maxsize=1 << 16)
    def tokens(sense: int) -> frozenset[str]:
        return frozenset(words(f"{glosses[sense]} {written[sense]}"))

    chosen = rows[choice].select("sense", "first", "count", "candidate")
    for row, (own, start, count, targets) in zip(choice.tolist(), chosen.iter_rows(), strict=True):
        sources = [own] if own != UNKNOWN else range(start, start + min(count, MOST))
        pairs = [(a, b) for a in sources for b in targets[:MOST]]
        ends[row] = max(pairs, key=lambda pair: len(tokens(pair[0]) & tokens(pair[1])))
    return ends
