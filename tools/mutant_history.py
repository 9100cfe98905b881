"""What became of mutants that were tried before, so that a run goes on where it was stopped."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from mutant_sample import Mutant, digest

NOTICED = ("killed", "timed out")


class Verdict(NamedTuple):
    """What became of a mutant, by which test, and the processor seconds it took to say."""

    outcome: str
    by: str = ""
    seconds: float = 0.0

    @property
    def noticed(self) -> bool:
        """Whether a test noticed it."""
        return self.outcome in NOTICED


class History:
    """A file of verdicts, a line each: commit, seconds allowed, mutant by its code, by its line, verdict."""

    def __init__(self, file: Path, commit: str) -> None:
        self.file, self.commit = file, commit
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        """Of this commit, by mutant and seconds allowed."""
        self.killed: dict[str, set[str]] = defaultdict(set)
        """The lines whose change was noticed, of each commit."""
        for line in file.read_text("utf-8").splitlines() if file.exists() else []:
            made, allowed, code, change, outcome, by, seconds = line.split("\t")
            verdict = Verdict(outcome, by, float(seconds))
            if made == commit:
                self.verdicts[code, allowed] = verdict
            if verdict.noticed:
                self.killed[made].add(change)

    def get(self, mutant: Mutant, allowed: float) -> Verdict | None:
        """Return what became of a mutant of this commit in so many seconds."""
        return self.verdicts.get((digest(mutant.file, mutant.code), str(allowed)))

    def noticed_before(self, mutant: Mutant) -> bool:
        """Return whether the same change was noticed at another commit."""
        change = digest(*mutant.key)
        return any(change in killed for made, killed in self.killed.items() if made != self.commit)

    def add(self, mutant: Mutant, allowed: float, verdict: Verdict) -> None:
        """Keep a verdict."""
        code, change = digest(mutant.file, mutant.code), digest(*mutant.key)
        row = self.commit, allowed, code, change, verdict.outcome, verdict.by, verdict.seconds
        with self.file.open("a", encoding="utf-8") as file:
            file.write("\t".join(" ".join(str(field).split()) for field in row) + "\n")
        self.verdicts[code, str(allowed)] = verdict
