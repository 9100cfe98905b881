"""Which field of a source is which, by what users say or by known names; and the faults of its rows."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from lydite.core.errors import InputError, did_you_mean
from lydite.core.notes import Note
from lydite.reading.known_names import GOLD, IDS, LISTS, PREDICTED, RANKS, SCORES, SINGLES, TOGETHER

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from lydite.core.choices import Best, Ties

Role = Literal["gold", "run"]
MOST = 20
KEPT = 10_000  # faults of one source; a file that has more is another file
"""So many faults of one file are told."""


@dataclass(frozen=True)
class FieldNames:
    """Names of fields that users gave; what is None is found by known names.

    A field that a file does not have is looked for by the known names there, since gold and predictions
    seldom name things alike; a field that no file has is refused.
    """

    id: str | None = None
    phrases: tuple[str, ...] = ()
    """Several: their phrases are put together."""
    scores: str | None = None
    topic: str | None = None
    separator: str | None = None
    """What stands between phrases in one cell or string, nothing if empty; noticed where it is None."""
    ties: Ties = "order"
    """How equal scores are ranked."""
    header: bool | None = None
    """Whether the first row of a table names the columns; None: as it looks."""
    gold_phrases: tuple[str, ...] = ()
    """Those of gold, where ``phrases`` are those of the runs only."""
    same: bool = False
    """Whether gold and a run may be the same field of the same source."""
    best: Best | None = None
    """Which score is the best; None: the highest, unless the order of the lists contradicts."""

    @classmethod
    def of(
        cls,
        id: str | None = None,
        phrases: str | Sequence[str] | None = None,
        scores: str | None = None,
        topic: str | None = None,
        separator: str | None = None,
        *,
        header: bool | None = None,
        ties: Ties = "order",
        gold_phrases: str | Sequence[str] | None = None,
        same: bool = False,
        best: Best | None = None,
    ) -> FieldNames:
        """Return the fields from what a function or the command line was given."""
        many, gold = ((p,) if isinstance(p, str) else tuple(p or ()) for p in (phrases, gold_phrases))
        if separator == "":
            raise InputError("a separator has at least one character")
        if ties not in ("order", "trec"):
            raise InputError(f"equal scores: expected order or trec, found {ties!r}")
        if best not in (None, "highest", "lowest", "order"):
            raise InputError(f"best: expected highest, lowest or order, found {best!r:.80}")
        parted = _ESCAPES.get(separator or "", separator)
        return cls(id, many, scores, topic, parted, ties, header, gold, same, best)

    @property
    def named(self) -> tuple[str, ...]:
        """All the fields that were named."""
        return tuple(
            n for n in (self.id, *self.phrases, *self.gold_phrases, self.scores, self.topic) if n is not None
        )

    def asked(self, role: str | None) -> tuple[str, ...]:
        """Return the fields of phrases that users named for a side."""
        return (self.gold_phrases or self.phrases) if role == "gold" else self.phrases

    def _known(self, names: Sequence[str], role: Role | None) -> tuple[str, ...]:
        """Return the fields of phrases by known names; a run takes that which gold was said to have last."""
        if role != "run" or not self.gold_phrases:
            return phrase_names(names, role)
        gold = {name_given(names, field) for field in self.gold_phrases}
        return phrase_names([n for n in names if n not in gold], role) or phrase_names(names, role)

    def hint(self, names: Sequence[str], role: str | None = None) -> str:
        """Return which of some names a field of phrases may have been meant to be, as messages end."""
        if (asked := self.asked(role)) and (close := did_you_mean(asked[0], names)):
            return close
        gold = first_known(names, GOLD) if role == "run" else None
        return (
            ""
            if gold is None
            else f"; {gold!r} is a name of gold: name that of predictions (--phrases FIELD)"
        )

    def choose(self, names: Sequence[str], role: Role | None, nested: Container[str] = ()) -> FieldChoice:
        """Return which of some names are what; a topic is called topic from there on.

        ``nested`` are those that hold lists or objects, and so no ids.
        """
        given = tuple(n for f in self.asked(role) if (n := name_given(names, f)) is not None)
        single = [n for n in names if n not in nested or n.strip().lower() in _NO_LISTS]
        item = name_given(names, self.id) or first_known(single, IDS)
        topic = name_given(names, self.topic)
        taken = {item, topic, name_given(names, self.scores)}
        free = [n for n in names if n not in taken]
        phrases = given or self._known(free, role)
        if role == "run" and self.same and not phrases:
            phrases = phrase_names(free, "gold")
        rest = [n for n in names if n not in {item, topic, *phrases}]
        scores = name_given(names, self.scores) or first_known(rest, SCORES)
        ranks = first_known(rest, RANKS) if scores is None and role != "gold" else None
        return FieldChoice(item, phrases, scores or ranks, topic, bool(given), ranks is not None)


_NO_LISTS = {name for name in IDS if "id" in name and name != "ids"} | {"doi"}
"""What is called so is an id, whatever it holds; a document, a query or an item may be a list of words."""
_ESCAPES = {r"\t": "\t", r"\n": "\n", "tab": "\t", "space": " ", "none": ""}
"""An empty separator is none: each cell is one phrase."""


@dataclass(frozen=True)
class FieldChoice:
    """Which fields of one source are what."""

    id: str | None
    phrases: tuple[str, ...]
    scores: str | None
    topic: str | None
    user_said: bool
    """Whether the phrases are in fields that were named by the user."""
    ranks: bool = False
    """Whether the scores are ranks: the lowest comes first."""

    @functools.cached_property
    def taken(self) -> set[str | None]:
        """The fields that are no further property of an item."""
        displaced = {"topic"} if self.topic not in (None, "topic") else set()  # by what is called so now
        return {self.id, *self.phrases, self.scores, *displaced}

    def called(self, name: str) -> str:
        """Return what a further column is called from there on."""
        return "topic" if name == self.topic else name


class Detected(NamedTuple):
    """How a source was read, and what is in it.

    >>> print(Detected("gold.jsonl", "jsonl (id: id)", "20 items"))
    gold.jsonl: jsonl (id: id), 20 items
    """

    source: str
    how: str
    counts: str

    def __str__(self) -> str:
        return f"{self.source}: {', '.join(filter(None, (self.how, self.counts)))}"

    def of_files(self, others: Sequence[Detected]) -> Detected:
        """Return the same for a file and others that were read alike."""
        more = f" and {len(others):,} more file{'s' * (len(others) > 1)}"
        return Detected(self.source + more, self.how, "") if others else self


@dataclass(frozen=True)
class ReadingSummary:
    """How a source was read, for a note of one line."""

    format: str
    names: tuple[str, ...] = ()
    """All the fields that are there."""
    id: str | None = None
    phrases: tuple[str, ...] = ()
    scores: str | None = None
    separator: str | None = None
    noticed: bool = field(default=False)
    """Whether the separator was noticed, not given."""
    answers: str = "phrases"
    """What the items have."""
    topic: str | None = None
    doubtful: str = ""
    """What was not taken for a separator, and may be one."""

    def __str__(self) -> str:
        parts = [f"id: {self.id}" if self.id else "no ids"] if self.names else []
        if self.phrases:
            parts.append(f"{self.answers}: {', '.join(self.phrases)}")
        if self.scores:
            parts.append(f"scores: {self.scores}")
        if self.topic:
            parts.append(f"topic: {self.topic}")
        if self.separator == "":
            parts.append("not parted")
        elif self.separator is None and self.doubtful:
            parts.append(self.doubtful)
        elif self.separator is not None:
            parts.append(f"separated by {self.separator!r}" + (", as noticed" if self.noticed else ""))
        return f"{self.format} ({'; '.join(parts)})" if parts else self.format


def missing_fields(fields: FieldNames, sources: Sequence[tuple[str, ReadingSummary | None]]) -> None:
    """Refuse a field that was named and is in none of the sources."""
    there = {n: None for _, summary in sources if summary is not None for n in summary.names}
    first = {n: None for _, summary in sources[:1] if summary is not None for n in summary.names}
    for name in fields.gold_phrases:
        if first and name_given(list(first), name) is None:
            where = f"{sources[0][0]}{did_you_mean(name, first)}; there are {', '.join(first)}"
            raise InputError(f"no field {name!r} of gold in {where}")
    for name in fields.named:
        if name_given(list(there), name) is None:
            listed = f"there are {', '.join(there)}" if there else "they have no named fields"
            where = ", ".join(source for source, _ in sources)
            raise InputError(f"no field {name!r} in {where}{did_you_mean(name, there)}; {listed}")


def other_cases(summary: ReadingSummary | None, named: Sequence[str], source: str) -> list[Note]:
    """Return a note on each field that has the name of another but for its case, unless users named it.

    >>> other_cases(ReadingSummary("csv", ("ID", "id", "tags"), "id", ("tags",)), (), "run.csv")
    ['run.csv: fields id and ID differ in case only; id was read']
    """
    if summary is None:
        return []
    notes, sentence = [], "fields {fields} differ in case only; {used} was read"
    for used in filter(None, (summary.id, *summary.phrases, summary.scores)):
        alike = [n for n in summary.names if n != used and n.strip().lower() == used.strip().lower()]
        if alike and used not in named:
            fields = " and ".join([used, *alike])
            notes.append(Note(sentence, source, fields=fields, used=used))
    return notes


def name_given(names: Sequence[str], wanted: str | None) -> str | None:
    """Return the name that users gave, as it is spelled there; None where it is not."""
    if wanted is None or wanted in names:
        return wanted
    return first_known(names, [wanted.strip().lower()])


def first_known(names: Sequence[str], wanted: Sequence[str]) -> str | None:
    """Return the first wanted name that is there: as it is spelled, else in another case.

    >>> first_known(["ID", "id", "Keywords"], ["id"]), first_known(["ID", "Keywords"], ["tags", "keywords"])
    ('id', 'Keywords')
    """
    known = {n.strip().lower(): n for n in reversed(names)}
    return next((w if w in names else known[w] for w in wanted if w in known), None)


def phrase_names(names: Sequence[str], role: str | None = None) -> tuple[str, ...]:
    """Return the columns of phrases among some names; where there are gold and predicted ones, by role.

    >>> names = ["id", "Keywords", "predictions"]
    >>> phrase_names(names), phrase_names(names, "run")
    (('Keywords',), ('predictions',))
    """
    runs = role == "run"
    order = (PREDICTED, LISTS, TOGETHER, SINGLES) if runs else (GOLD, LISTS, TOGETHER, SINGLES, PREDICTED)
    for wanted in order:
        if wanted is TOGETHER:
            if both := tuple(n for w in TOGETHER if (n := first_known(names, [w])) is not None):
                return both
        elif (one := first_known(names, wanted)) is not None:
            return (one,)
    if (
        runs
        and first_known(names, GOLD) is not None
        and (last := only_ending(names, (*LISTS, *SINGLES), GOLD))
    ):
        return (last,)
    return ()


def only_ending(names: Sequence[str], known: Sequence[str], without: Sequence[str]) -> str | None:
    """Return the one name that ends in a known one after a word of its own, such as llm_tags.

    >>> only_ending(["id", "gold_tags", "llm_tags"], LISTS, GOLD)
    'llm_tags'
    """
    ends = tuple(f"{mark}{name}" for name in known for mark in "_- ")
    found = [n for n in names if (low := n.strip().lower()).endswith(ends) and low not in without]
    return found[0] if len(found) == 1 else None


def need(names: Sequence[str], wanted: Sequence[str], what: str, source: str, line: int | None = None) -> str:
    """Return the name of a column that must be there."""
    found = first_known(names, wanted)
    if found is None:
        there = ", ".join(names) or "nothing"
        raise InputError(f"no {what}: expected one of {', '.join(wanted)}; there is {there}", source, line)
    return found


@dataclass
class ReadingContext:
    """One source while it is read: its name, fields, role, and the faults so far."""

    source: str
    fields: FieldNames = field(default_factory=FieldNames)
    role: Role | None = None
    skip_bad: bool = False
    faults: list[InputError] = field(default_factory=list)
    scored: bool = False
    """Whether any phrase of a run has a score."""

    def ranking(self, chosen: FieldChoice) -> ReadingContext:
        """Return how a source is read by its fields: of ranks, the lowest comes first."""
        if chosen.ranks and self.fields.best != "order":
            self.fields = replace(self.fields, best="lowest")
        return self

    @contextmanager
    def keep_fault(self) -> Iterator[None]:
        """Record the fault of one row, so that reading goes on with the next."""
        try:
            yield
        except InputError as error:
            self.fault(error)

    @contextmanager
    def told_together(self) -> Iterator[None]:
        """Let an error that ends the reading tell the faults of the rows before it, too."""
        try:
            yield
        except InputError as error:
            if self.skip_bad or {*self.faults} <= {*(error.faults or (error,))}:
                raise
            raise join_errors([*self.faults, error]) from error

    def fault(self, error: InputError) -> None:
        """Record a fault; after ``KEPT`` of them reading stops, unless bad rows are skipped."""
        self.faults.append(error)
        if not self.skip_bad and len(self.faults) >= KEPT:
            self.raise_faults()

    def raise_faults(self, left: int | None = None) -> tuple[Note, ...]:
        """Raise all faults as one error; where bad rows are skipped (and some are left) return notes."""
        if not self.faults:
            return ()
        if not self.skip_bad or left == 0:
            raise join_errors(self.faults)
        first = [Note("{fault}", fault=str(e)) for e in self.faults[:MOST]]
        more = len(self.faults) - len(first)
        rest = (Note("and {more:,} more", self.source, more=more),) if more else ()
        return (Note("bad rows left out: {count:,}", self.source, count=len(self.faults)), *first, *rest)


def join_errors(errors: list[InputError]) -> InputError:
    """Join several errors in one, a line for each."""
    if len(errors) == 1:
        return errors[0]
    error = InputError("\n".join(str(e) for e in errors[:MOST]) + ("\n…" if len(errors) > MOST else ""))
    error.path, error.line = errors[0].path, errors[0].line
    error.faults = tuple(fault for one in errors for fault in one.faults or (one,))
    error.items = next((one.items for one in errors if one.items), ())
    return error
