"""What is asked: gold, systems and measures, how files are read, what counts, and how chance is found.

Apart from it: how intervals and tests are made (``lydite.inference.Inference``), since a saved run can be
summarised again with others. Fields are options of the command line and keywords of Python's functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Protocol

from lydite.core.arguments import wrong
from lydite.core.choices import Best, Missing, NoGold, Ties
from lydite.core.errors import InputError
from lydite.core.options import Option, OptionGroup
from lydite.inference.options import Seed, Shuffles
from lydite.reading.submissions import Submissions


class DataFrame(Protocol):
    """A data frame of pandas, polars or Arrow."""

    @property
    def columns(self) -> Any:
        """The columns, or their names."""


Source = str | PathLike[str] | Mapping[Any, Any] | Sequence[Any] | DataFrame
"""Gold or predictions: a path, a mapping from item to answer, a list of labels, a data frame."""


def split_labels(text: str) -> list[str]:
    """Return the labels of ``bad,fair,good``."""
    return [label.strip() for label in text.split(",")]


def short_names(pairs: Sequence[str]) -> dict[str, str]:
    """Return the names of ``name=path`` pairs."""
    if (bad := next((p for p in pairs if not all(p.partition("="))), None)) is not None:
        raise InputError(f"--define takes name=path, not {bad!r}")
    return dict(pair.partition("=")[::2] for pair in pairs)


Labels = Annotated[
    Sequence[str] | None,
    Option(
        "The labels, separated by commas; ascending on an ordinal scale.", read=split_labels, several=False
    ),
]
Encoding = Annotated[str | None, Option("Encoding of the input (default: UTF-8).")]
MissingItems = Annotated[
    Missing | None,
    Option(
        "Gold items without predictions: 0 (phrases), wrong (labels), left out, or an error.",
        shown="zero; error for labels",
    ),
]
Define = Annotated[
    Mapping[str, str] | None,
    Option("Short name of a file: wp=PATH, then wikipedia(store=wp).", "--define", read=short_names),
]


@dataclass(frozen=True, kw_only=True)
class FileReading(OptionGroup):
    """How a file of phrases or labels is read; None: detected."""

    labels: Labels = None
    id: Annotated[str | None, Option("The field of ids (default: detected).")] = None
    phrases: Annotated[
        str | Sequence[str] | None, Option("The field of phrases, or of labels; several are put together.")
    ] = None
    scores: Annotated[str | None, Option("The field of scores.")] = None
    best: Annotated[
        Best | None,
        Option("Which score ranks first, or order: rank by the order of the list.", shown="highest"),
    ] = None
    separator: Annotated[
        str | None, Option("Separator between phrases in one cell or string (default: detected).")
    ] = None
    header: Annotated[bool | None, Option("Whether the first row is a header (default: detected).")] = None
    input_format: Annotated[str | None, Option("Format of the input (default: detected).")] = None
    encoding: Encoding = None

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        if self.phrases is not None:
            _check_columns("phrases", self.phrases)
        named = self.labels is None or isinstance(self.labels, Iterable)
        if not named or isinstance(self.labels, str):
            raise wrong("labels", "a list of labels in their order", self.labels)


@dataclass(frozen=True, kw_only=True)
class Reading(FileReading):
    """How gold and predictions are read."""

    gold_phrases: Annotated[
        str | Sequence[str] | None,
        Option("The field of gold phrases or labels, where it is not that of systems."),
    ] = None
    same: Annotated[
        bool, Option("Allow the same field of one file as gold and as predictions.", "--same")
    ] = False
    topic: Annotated[str | None, Option("The field that --by topic breaks down by.")] = None
    skip_bad: Annotated[
        bool, Option("Go on without rows that cannot be read, and list them.", "--skip-bad")
    ] = False
    documents: Annotated[
        Any, Option("Texts for part=present and part=absent: a file with id and text, or a folder.")
    ] = None
    normalise: Annotated[
        bool, Option("Divide prevalences by their sum: counts, percentages.", "--normalise")
    ] = False
    count: Annotated[bool, Option("Count the labels of a run, where gold has prevalences.", "--count")] = (
        False
    )

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        if self.gold_phrases is not None:
            _check_columns("gold_phrases", self.gold_phrases)

    def given(self) -> list[str]:
        """Return the options that were given, as they are typed."""
        usual = Reading()
        return [f"--{n.replace('_', '-')}" for n, value in vars(self).items() if value != getattr(usual, n)]


def _check_columns(name: str, given: Any) -> None:
    several = isinstance(given, Sequence) and all(isinstance(one, str) for one in given)
    if not several:
        raise wrong(name, "the name of a column, or a list of names", given)


@dataclass(frozen=True, kw_only=True)
class Policy(OptionGroup):
    """What counts."""

    missing: MissingItems = None
    no_gold: Annotated[
        NoGold | None, Option("Items without gold phrases: unscored (unless -m trec), or 0 as in trec_eval.")
    ] = None
    ties: Annotated[Ties, Option("Equal scores: in order of appearance, or by phrase as in trec_eval.")] = (
        "order"
    )
    let: Define = None

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        if self.let is not None and not isinstance(self.let, Mapping):
            raise wrong("let", "a mapping of names to paths", self.let)


@dataclass(frozen=True, kw_only=True)
class Chance(OptionGroup):
    """How chance is found."""

    chance: Shuffles = None
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class Request(OptionGroup):
    """Gold, systems and measures, and all that determines their figures."""

    gold: Source
    systems: Mapping[str, Source] = field(default_factory=dict)
    """By name."""
    submissions: Submissions | None = None
    """A folder in which each file is a system, in the place of systems."""
    measures: Any = None
    """A spec or a measure, or several; None: the usual ones of what gold has."""
    usual: Sequence[str] = ("P", "R", "F1")
    """What is measured of phrases where nothing is named; of labels it is other measures."""
    match: Sequence[Any] = ()
    """Matchers of measures of phrases that name none: such a measure is taken with each."""
    hashtags: Sequence[Path] = ()
    """Stores or thesauri with the synonyms of measures of hashtags."""
    of_phrases: bool = False
    """Whether gold has phrases, even if it looks like labels."""
    keep: bool = False
    """Whether gold and predicted phrases are kept in the run."""
    task: str | None = None
    """A subtask of SemEval-2016 Task 4, with measures, labels and formats of its own."""
    topics: Any = None
    """The topic of each row, where a subtask is given lists."""
    reading: Reading = Reading()
    policy: Policy = Policy()
    chance: Chance = Chance()
