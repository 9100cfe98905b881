"""From a run to its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from lydite.core.errors import InputError, LyditeError, source_name
from lydite.core.text import plural
from lydite.reporting.charts.saving import script_json
from lydite.reporting.pages import document
from lydite.reporting.pages.document import safe
from lydite.reporting.run_page import sections
from lydite.reporting.run_page.disagreement import disagreements
from lydite.reporting.run_page.dots import dot_figures
from lydite.reporting.run_page.items import first_items
from lydite.reporting.run_page.label_items import label_answers
from lydite.reporting.run_page.listed import listed_run
from lydite.reporting.run_page.probe_items import probe_answers
from lydite.reporting.run_page.unknown import unknown_phrases
from lydite.reporting.verdict import verdict_text
from lydite.version import version_text

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.probes.run import AskedQuestions
    from lydite.reporting.report import Report
    from lydite.reporting.run_page.label_items import LabelAnswers
    from lydite.reporting.run_page.listed import ListedRun
    from lydite.reporting.run_page.probe_items import ProbeAnswers
    from lydite.runs.run import Run

INSIDE = 10_000
"""Items that are listed on the page."""
ANSWERS = 100_000
"""Lists of phrases on it, one an item and system: fewer items of more than ten systems."""
_SCRIPTS = (
    "text.js", "answers.js", "confusion.js", "items.js", "card.js", "filters.js", "copy.js", "start.js",
)  # fmt: skip
_MATCHED = (
    "Matched by {}. Lines join a prediction with the gold phrase it was matched with; press the prediction "
    "or its line to see why."
)
_ANSWERED = {
    "labels": "Each item with its gold label and what the systems answered.",
    "probes": "Each category, relation, pair or group with its score under a probe.",
}
"""Kinds of runs whose items have answers instead of phrases, and what is said of them."""
_NONE_TO_SHOW = {
    "labels": "Items are not shown: prevalences of topics, or not the same items and gold for all systems.",
    "probes": "Items are not shown: the systems do not have the same.",
}
_EMPTY: dict[str, Any] = {"kind": "phrases", "systems": [], "total": 0, "items": []}
_NO_ITEMS = "The run was saved without items: lydite score … --save RUN --save-items keeps them."


class PageItems(NamedTuple):
    """The items of a page, and its sections on them."""

    listed: ListedRun | None
    block: dict[str, Any]
    disagreed: str
    unknown: str
    told: tuple[str, ...]
    """Why items are not shown, and what is to be known of them."""


@dataclass(frozen=True)
class RunPage:
    """What is on the page, beside the report of the run."""

    run: Run
    facts: Mapping[str, str] = field(default_factory=dict)
    """The command, digests of files: what is said on how the page was made."""
    measure: str | None = None
    """The measure whose matches are listed; else the first by meaning."""
    most: int | None = None
    """Items that are listed, where that is asked for."""
    asked: Callable[[], AskedQuestions] | None = None
    """What probes asked and vectors answered, where these are at hand."""
    results: Results | None = None
    """What is ranked, where programs get something else of the report."""
    comparison: Comparison | None = None
    items: bool = True
    """Whether items are shown, and with them gold and what systems answered."""
    _found: dict[tuple[str, ...], PageItems] = field(default_factory=dict, repr=False, compare=False)
    """By the order of systems: items are looked at once."""

    @property
    def inside(self) -> int:
        """How many items are listed."""
        return self.most or min(INSIDE, max(1, ANSWERS // len(self.run.systems)))

    def __call__(self, report: Report, digits: int) -> str:
        """Return the page."""
        whole, results = self._whole(report)
        comparison, order = whole.comparison, results.systems
        aside = [system for block in self.run.blocks for system in block.references]
        listed, block, disagreed, unknown, told = self._items_of(order)
        figures = dot_figures(results, comparison, digits)
        script = "\n".join(document.part(__package__, name) for name in _SCRIPTS)
        style = document.style("base.css", "tables.css") + document.part(__package__, "page.css")
        name = str(listed.measure) if listed is not None else ""
        return Template(document.part(__package__, "page.html")).substitute(
            title=safe(report.title or _title(self.run, [s for s in order if s not in aside])),
            verdict=safe(verdict_text(results, comparison, digits, aside)),
            legend=sections.legend([f.measure for f in figures], results, comparison) if figures else "",
            figures="\n".join(map(sections.figure, figures)),
            tables=sections.tables(whole, digits),
            copies=sections.copies(report, digits),
            disagreed=disagreed or f"<p>{safe(_none_disagree(listed, block))}</p>",
            items_state=safe(self._items_state(listed, block)),
            items_note=safe(_ANSWERED.get(self.run.kind) or _MATCHED.format(name)),
            topic_word="probe" if self.run.kind == "probes" else "topic",
            only_phrases="" if self.run.kind == "phrases" else " hidden",
            unknown=unknown or f"<p>{safe(_none_unknown(listed, block))}</p>",
            notes=sections.notes([*whole.notes, *told]),
            making=sections.making(self.run, whole, {**self.facts, "lydite": version_text()}),
            data=script_json(block),
            style=style,
            script=script,
            hash=document.content_hash(script),
        )

    def holds_gold(self, report: Report) -> bool:
        """Whether gold can be read on the page of a report."""
        shown = bool(self._items_of(self._whole(report)[1].systems).block["items"])
        return shown and (self.run.kind != "probes" or self.asked is not None)

    def _whole(self, report: Report) -> tuple[Report, Results]:
        """Return the report with what is ranked, and its results."""
        if self.results is not None:
            report = replace(report, results=self.results, comparison=self.comparison)
        if report.results is None:
            raise InputError("a page is made of results, and there are none")
        return report, report.results

    def _items_of(self, order: tuple[str, ...]) -> PageItems:
        """Return the items inside, and the sections on them, with systems in this order."""
        if order not in self._found:
            listed = listed_run(self.run, self.measure, order) if self.items else None
            told: list[str] = []
            if not self.items:
                block, disagreed, unknown = _EMPTY, "", ""
            elif self.run.kind in _ANSWERED:
                block, disagreed, unknown = self._answered(order), "", ""
            else:
                block, disagreed, unknown = self._looked_at(listed, told)
            self._found[order] = PageItems(listed, block, disagreed, unknown, tuple(told))
        return self._found[order]

    def _looked_at(self, listed: ListedRun | None, told: list[str]) -> tuple[dict[str, Any], str, str]:
        """Return the items inside and the two sections on phrases; why there are none goes to ``told``."""
        empty = _EMPTY
        if listed is None:
            return empty, "", ""
        name, total = str(listed.measure), len(listed.items(listed.systems[0]))
        told += filter(None, [listed.lacking()])
        if not listed.one_gold:
            told.append(f"{name}: items are not shown, since the systems were scored against different gold")
            return empty, "", ""
        if source := listed.unsigned():
            told.append(
                f"{name}: items are not shown, since they cannot be matched here: {source} is not what the "
                "run was scored with; lydite report -m names a measure whose sources may be opened"
            )
            return empty, "", ""
        try:
            told += filter(None, [listed.changed()])
            found = disagreements(listed)
            lost = unknown_phrases(listed)
            first = {"kind": "phrases", "systems": [*listed.systems], "total": total}
            first |= first_items(listed, self.inside)
        except LyditeError as error:  # its source is not on this machine
            told.append(f"{name}: items are not shown, since they cannot be matched here: {_fault(error)}")
            return empty, "", ""
        shown = sections.disagreed(found, name) if found else ""
        return first, shown, sections.unknown(lost, name) if lost is not None else ""

    def _answered(self, order: tuple[str, ...]) -> dict[str, Any]:
        """Return the items of labels or probes."""
        found: LabelAnswers | ProbeAnswers | None
        if self.run.kind == "labels":
            found = label_answers(self.run, order)
        else:
            found = probe_answers(self.run, order, self.asked() if self.asked is not None else None)
        if found is None:
            return _EMPTY
        return found.head() | {"total": len(found)} | found.first(self.inside)

    def _items_state(self, listed: ListedRun | None, block: Mapping[str, Any]) -> str:
        if block["items"]:
            shown, total = len(block["items"]), block["total"]
            first = f"The first {shown:,} of {total:,} items are listed." if shown < total else ""
            return " ".join(filter(None, [listed.lacking() if listed is not None else "", first]))
        if not self.items:
            return "Items were left out (--no-items)."
        if listed is not None:
            return "No items are shown; the notes say why."
        if self.run.kind != "phrases":
            return _NONE_TO_SHOW.get(
                self.run.kind, f"A run of {self.run.kind} has no answers to show item by item."
            )
        if self.run.evidence.phrases:
            return "None of its measures matches phrases one by one."
        return _NO_ITEMS


def _fault(error: LyditeError) -> str:
    """Return what is wrong without the content of a source, which a message may quote."""
    if not isinstance(error, InputError) or error.path is None:
        return str(error)
    return f"{source_name(error.path)}{f':{error.line}' if error.line else ''} is not what the measure needs"


def _none_disagree(listed: ListedRun | None, block: Mapping[str, Any]) -> str:
    if listed is None or not block["items"]:
        return "There are no items to look at."
    if listed.by_meaning:
        return "Spelling and meaning agree on every item."
    return f"{listed.measure} compares by spelling; score with a measure by meaning, too: F1(match=meaning)."


def _none_unknown(listed: ListedRun | None, block: Mapping[str, Any]) -> str:
    if listed is None or not block["items"]:
        return "There are no phrases to look up."
    return f"{listed.measure} needs no source that knows phrases."


def _title(run: Run, systems: Iterable[str]) -> str:
    names = list(systems)
    n = len(run.blocks[0].systems[0].ids)
    many = f"{len(names):,} systems" if len(names) > 1 else names[0] or "One system"
    return f"{many} on {plural(n, 'item')}"
