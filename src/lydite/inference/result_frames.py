"""Rows as data frames of polars or pandas."""

from __future__ import annotations

from dataclasses import astuple, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lydite.core.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd
    import polars as pl

T = TypeVar("T")


class Rows(tuple[T, ...]):  # noqa: SLOT001 # a tuple has no slots of others
    """Rows with the same fields, in their order; as a data frame on request.

    >>> rows = Rows([ItemValue("mine", "F1", None, "d1", 0.5)], ItemValue._fields)
    >>> rows[0].value, rows.to_polars().shape, Rows((), ("a",)).to_pandas().columns.tolist()
    (0.5, (1, 5), ['a'])
    """

    fields: tuple[str, ...]

    def __new__(cls, rows: Iterable[T], fields: Sequence[str]) -> Rows[T]:
        """Take rows, and the names of what each has."""
        made = super().__new__(cls, rows)
        made.fields = tuple(fields)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Rows, (tuple(self), self.fields)

    def to_polars(self) -> pl.DataFrame:
        """Return a data frame of polars."""
        import polars as pl

        return pl.DataFrame(self._values(), schema=list(self.fields), orient="row", infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame of pandas."""
        try:
            import pandas as pd
        except ImportError as error:
            raise MissingExtra("pandas", "bridges") from error
        return pd.DataFrame(self._values(), columns=list(self.fields))

    def _values(self) -> list[Any]:
        return [astuple(row) if is_dataclass(row) and not isinstance(row, type) else row for row in self]


class ItemValue(NamedTuple):
    """The value of one item under one measure; None where it has none."""

    system: str
    measure: str
    group: str | None
    item: str
    value: float | None


class PhraseMatch(NamedTuple):
    """A prediction, at its rank without duplicates, and the gold phrase that it matched."""

    system: str
    measure: str
    item: str
    rank: int
    prediction: str
    gold: str
    score: float
