"""Judgements that a command is given: files read, substitutes of questions sampled, pairs put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.base import Judgements

SampleOption = Annotated[
    int | None, typer.Option(help="Draw questions of so many substitutes from longer ones.", min=2)
]
TogetherOption = Annotated[bool, typer.Option("--together", help="Graded pairs of all files as one set.")]


def read_sets(
    paths: Sequence[str], size: int | None, seed: int, *, together: bool, encoding: str | None
) -> list[Judgements]:
    """Read judgements; two sets of one name are refused."""
    from lydite.probes.agreement import PairSet, QuestionSet, read_judgements, sample

    sets: list[Judgements] = []
    pairs: list[PairSet] = []
    for path in paths:
        data = read_judgements(path, encoding)
        if isinstance(data, QuestionSet) and size is not None:
            data = sample(data, size, seed)
        if isinstance(data, PairSet) and together:
            pairs.append(data)
        else:
            sets.append(data)
    if pairs:
        sets.append(sum(pairs[1:], start=pairs[0]))
    twice = {s.name for s in sets if [t.name for t in sets].count(s.name) > 1}
    if twice:
        raise InputError(f"two sets are called {min(twice)}; rename one of the files")
    return sets
