"""From words to senses: each relation joins one sense of each side, the likeliest.

To join all senses of two words would make senses of one word the same by way of the other. So where a
relation says which sense it speaks of, it is that one; else, and on the other side, that which names the
first word in turn, then the one whose gloss shares most words with the other's, then the first.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from lydite.knowledge.graph import TransitionKind
from lydite.sources.wiktionary.extract import UNKNOWN
from lydite.sources.wiktionary.pointing import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from lydite.sources.wiktionary.joining import LabelledSenses

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
    glosses, written = table.senses["gloss"], table.senses["word"]

    @functools.lru_cache(maxsize=1 << 16)
    def tokens(sense: int) -> frozenset[str]:
        return frozenset(words(f"{glosses[sense]} {written[sense]}"))

    def best(sources: Sequence[int], targets: Sequence[int]) -> tuple[int, int]:
        if len(sources) == len(targets) == 1 or not any(glosses[b] for b in targets):
            return sources[0], targets[0]
        pairs = [(a, b) for a in sources[:MOST] for b in targets[:MOST]]
        return max(pairs, key=lambda pair: len(tokens(pair[0]) & tokens(pair[1])))

    chosen = [
        best([sense] if sense != UNKNOWN else range(first, first + count), candidates)
        for sense, first, count, candidates in rows.select("sense", "first", "count", "candidate").iter_rows()
    ]
    ends = np.array(chosen, np.int64).reshape(-1, 2)
    edges = rows.select("kind").with_columns(source=pl.Series(ends[:, 0]), target=pl.Series(ends[:, 1]))
    return edges.filter(pl.col("source") != pl.col("target")).unique()
