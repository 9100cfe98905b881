"""What stands in the header of a run file, field by field; numbers are places in its list of arrays."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Place = Annotated[int, Meta(ge=0, le=2**31)]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seed = Annotated[int, Meta(ge=0)]
Setting = str | int | float


class _Strict(Struct, forbid_unknown_fields=True):
    """Nothing but the fields that are declared."""


class SavedColumn(_Strict):
    """A column of the items: its distinct values, and for each item the place of its own among them."""

    values: list[str]
    codes: Place


class SavedItems(_Strict):
    """The items of one or more systems."""

    ids: list[str]
    columns: dict[str, SavedColumn]


class SavedMeasure(_Strict):
    """A measure as it scored, and the arrays it left."""

    spec: str
    signature: str
    """With the digests of sources that need not be here when it is read."""
    revision: Count
    settings: dict[str, Setting]
    """Of figures of hops, which no spec spells."""
    statistics: Place
    chance: Place | None
    chance_error: Place | None
    """Sums over all items of each shuffle, from which the error of chance itself follows."""
    coverage: Place | None
    chance_spread: Place | None = None
    """Written where items have columns only."""
    net: Place | None = None
    """Net gains, room and room of gold of each item, of which corrected values are made; from schema 2 on."""
    net_sums: Place | None = None
    net_spread: Place | None = None


class SavedPhrases(_Strict):
    """Lists of phrases: their codes in ``words``, and where each item's list starts."""

    codes: Place
    starts: Place
    concepts: Place | None


class SavedAnswers(_Strict):
    """Gold and predicted phrases of a system, and which items it did not answer at all."""

    gold: SavedPhrases
    predicted: SavedPhrases
    absent: Place


class SavedSums(_Strict):
    """Sums in place of items, by measure."""

    items: Count
    counted: list[Count]
    exact: list[Place]
    draws: list[Place]
    seed: Seed
    cluster: str | None
    coverage: dict[str, tuple[Count, Count]]
    """By place of the measure."""


class SavedSystem(_Strict):
    """One system of a block."""

    system: str
    items: Place
    version: str
    measures: Annotated[list[SavedMeasure], Meta(min_length=1)]
    rows: Place | None
    policies: dict[str, str]
    gold: str
    predictions: str
    cluster: str | None
    shuffles: tuple[Count, Seed] | None
    answers: SavedAnswers | None
    reference: bool = False
    """Written where it is true only, so that other files stay as they were."""
    sums: SavedSums | None = None
    """Written where there are no items."""


class SavedBlock(_Strict):
    """Systems under the same measures."""

    group: str | None
    systems: Annotated[list[SavedSystem], Meta(min_length=1)]


class SavedShard(_Strict):
    """Which part of the items a file holds."""

    number: Annotated[int, Meta(ge=1, le=2**31)]
    of: Annotated[int, Meta(ge=1, le=2**31)]


class RunHeader(_Strict):
    """Everything but the arrays."""

    schema: Literal[1, 2]
    lydite: str
    kind: Literal["phrases", "labels", "probes", "hops", "agreements"]
    shard: SavedShard | None
    notes: list[str]
    items: list[SavedItems]
    words: list[str]
    """All phrases that lists of answers name."""
    blocks: Annotated[list[SavedBlock], Meta(min_length=1)]
