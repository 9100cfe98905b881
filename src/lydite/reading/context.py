"""What a reader is told beside the content: what messages call it, its fields, its side; and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from lydite.errors import InputError
from lydite.reading.fields import Fields, Role

MOST = 20
"""So many faults of one file are told."""


@dataclass
class Context:
    """One source on its way in."""

    source: str
    fields: Fields = field(default_factory=Fields)
    role: Role | None = None
    skip_bad: bool = False
    faults: list[InputError] = field(default_factory=list)

    @contextmanager
    def row(self) -> Iterator[None]:
        """Keep the fault of one row, and go on with the next."""
        try:
            yield
        except InputError as error:
            self.fault(error)

    def fault(self, error: InputError) -> None:
        """Keep a fault; after so many the rest is not looked at, unless it is to be scored."""
        self.faults.append(error)
        if not self.skip_bad and len(self.faults) > MOST:
            self.settle()

    def settle(self, left: int | None = None) -> tuple[str, ...]:
        """Raise all faults as one error; where bad rows are skipped (and some are left) return notes."""
        if not self.faults:
            return ()
        if not self.skip_bad or left == 0:
            raise together(self.faults)
        first = [str(e) for e in self.faults[:MOST]]
        more = len(self.faults) - len(first)
        rest = (f"{self.source}: and {more:,} more",) if more else ()
        return (f"{self.source}: bad rows left out: {len(self.faults):,}", *first, *rest)


def together(errors: list[InputError]) -> InputError:
    """Return one error that tells several, one a line."""
    if len(errors) == 1:
        return errors[0]
    found = InputError("\n".join(str(e) for e in errors[:MOST]) + ("\n…" if len(errors) > MOST else ""))
    found.path, found.line = errors[0].path, errors[0].line
    return found
