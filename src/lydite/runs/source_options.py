"""What gold and predictions may be, and how they are read and brought together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol

from lydite.core.arguments import check_texts, wrong

if TYPE_CHECKING:
    from lydite.core.choices import Best, Missing, NoGold, Ties


class DataFrame(Protocol):
    """A data frame of pandas, polars or Arrow."""

    @property
    def columns(self) -> Any:
        """The columns, or their names."""


Source = str | PathLike[str] | Mapping[Any, Any] | Sequence[Any] | DataFrame
"""Gold or predictions: a path, a mapping from item to answer, a list of labels, a data frame."""


@dataclass(frozen=True)
class SourceOptions:
    """How gold and predictions are read and brought together; what is None is found out, or has a default."""

    missing: Missing | None = None
    """What becomes of gold items without predictions: zero for phrases and error for labels if not given."""
    let: Mapping[str, str] | None = None
    """Names of resources in specs."""
    labels: Sequence[str] | None = None
    """The scale of labels, in its order."""
    normalise: bool = False
    """Whether prevalences are divided by their sum."""
    count: bool = False
    """Whether the labels of a run are counted where gold has prevalences."""
    id: str | None = None
    phrases: str | Sequence[str] | None = None
    scores: str | None = None
    topic: str | None = None
    separator: str | None = None
    """What parts the phrases of one string."""
    header: bool | None = None
    """Whether tables begin with names."""
    skip_bad: bool = False
    """Whether rows that cannot be read are left out."""
    no_gold: NoGold | None = None
    ties: Ties = "order"
    documents: Source | None = None
    """What phrases are present in or absent from."""
    format: str | None = None
    encoding: str | None = None
    gold_phrases: str | Sequence[str] | None = None
    """The field of gold, where ``phrases`` names that of the systems only."""
    same: bool = False
    """Whether gold and a system may be the same field of the same source."""
    best: Best | None = None
    """Which score is the best; None: the highest, unless the order of the lists says otherwise."""

    def __post_init__(self) -> None:
        check_texts(id=self.id, scores=self.scores, topic=self.topic, separator=self.separator)
        if self.phrases is not None and not isinstance(self.phrases, str | Sequence):
            raise wrong("phrases", "the name of a column, or a list of names", self.phrases)
        named = self.labels is None or isinstance(self.labels, Iterable)
        if not named or isinstance(self.labels, str):
            raise wrong("labels", "a list of labels in their order", self.labels)
        if self.let is not None and not isinstance(self.let, Mapping):
            raise wrong("let", "a mapping of names to paths", self.let)
