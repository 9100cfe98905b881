"""Which senses the words mean that relations and forms name: by label, spelling and part of speech."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.arrays import offsets, within
from lydite.knowledge.wiktionary.extract import UNKNOWN
from lydite.knowledge.wiktionary.spelling import FORM, OWN, SYNONYM

if TYPE_CHECKING:
    import polars as pl

MOST = 64  # senses of a label that are looked at; a few letters may be forms of hundreds of words
ROUNDS = 3  # a form may be a form of a form


@dataclass
class LabelledSenses:
    """All labels so far, and the senses that they lead to; a sense is made for words that have no entry.

    Labels are numbers in ``keys``.
    """

    keys: pl.Series
    senses: pl.DataFrame
    labels: pl.DataFrame

    def candidates(self, named: pl.DataFrame, *, same_pos: bool = True) -> pl.DataFrame:
        """Return (row, candidate) of the likeliest senses of words that rows name by label.

        Those written alike come first, then those whose own word it is, then those of the same kind of word.
        """
        import polars as pl

        wanted = self.labels.join(named.select(label="there").unique(), on="label", how="semi")
        ordered = wanted.sort("label", "how", "sense")
        places = within(offsets(ordered["label"].rle().struct.field("len").to_numpy()))
        likely = ordered.filter(pl.Series(places < MOST))
        found = named.select("row", "there", "target", "pos").join(likely, left_on="there", right_on="label")
        found = found.join(self.senses.select("sense", "word", own_pos="pos"), on="sense")
        tier = (
            4 * (pl.col("target") != pl.col("word")).cast(pl.Int32)
            + 2 * (pl.col("how") == FORM).cast(pl.Int32)
            + (pl.col("pos") != pl.col("own_pos")).cast(pl.Int32) * int(same_pos)
        )
        found = found.with_columns(tier=tier).filter(pl.col("tier") == pl.col("tier").min().over("row"))
        return found.select("row", candidate="sense").unique().sort("row", "candidate")

    def add_forms(self, forms: pl.DataFrame) -> int:
        """Make forms labels of what they are forms of; return how many senses were made for bare words.

        Where only the form has an entry, the word that it is a form of becomes a label of its senses.
        """
        import polars as pl

        left = forms.unique(maintain_order=True).with_row_index("row")
        for _ in range(ROUNDS):
            found = self.candidates(left)
            if not found.height:
                break
            here = left.join(found, on="row").select("label", sense="candidate", how=pl.lit(FORM, pl.Int8))
            self._add(here)
            left = left.join(found, on="row", how="anti")
        own = left.filter(pl.col("first") != UNKNOWN)
        spread = own.select(
            "there", sense=pl.int_ranges("first", pl.col("first") + pl.col("count"), dtype=pl.Int64)
        ).explode("sense")
        self._add(spread.select(label="there", sense="sense", how=pl.lit(FORM, pl.Int8)))
        bare = left.filter(pl.col("first") == UNKNOWN)
        made = self._make(bare.join(self.labels, left_on="there", right_on="label", how="anti"))
        here = bare.join(self.labels, left_on="there", right_on="label")
        self._add(here.select("label", "sense", how=pl.lit(FORM, pl.Int8)))
        return made

    def add_synonyms(self, relations: pl.DataFrame) -> None:
        """Make synonyms that have no entry labels of the senses that they are synonyms of."""
        import polars as pl

        lost = relations.join(self.labels, left_on="there", right_on="label", how="anti")
        sense = pl.when(pl.col("sense") == UNKNOWN).then(pl.col("first")).otherwise(pl.col("sense"))
        self._add(lost.select(label="there", sense=sense, how=pl.lit(SYNONYM, pl.Int8)))

    def add_named(self, relations: pl.DataFrame) -> int:
        """Make a sense without a gloss for each other word that has no entry; return how many."""
        return self._make(relations.join(self.labels, left_on="there", right_on="label", how="anti"))

    def _make(self, lost: pl.DataFrame) -> int:
        import polars as pl

        fresh = lost.unique("there", keep="first", maintain_order=True)
        new = fresh.select(
            sense=pl.int_range(self.senses.height, self.senses.height + fresh.height, dtype=pl.Int64),
            word="target",
            language=self.keys.gather(fresh["there"]).str.split_exact("\t", 1).struct.field("field_0"),
            pos="pos",
            gloss=pl.lit(""),
        )
        self.senses = self.senses.vstack(new)
        labels = fresh.select(label="there").with_columns(new["sense"], how=pl.lit(OWN, pl.Int8))
        self._add(labels)
        return fresh.height

    def _add(self, labels: pl.DataFrame) -> None:
        import polars as pl

        same = labels.select("label", pl.col("sense").cast(pl.Int64), pl.col("how").cast(pl.Int8))
        self.labels = pl.concat([self.labels, same])
