"""From a run to its page; what does not fit inside is written to a file beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import Template
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, LyditeError, OutputError
from lydite.measures.labels.tables import plural
from lydite.reporting.charts.saving import script_json, vega_script
from lydite.reporting.pages import document
from lydite.reporting.pages.document import safe
from lydite.reporting.run_page import sections
from lydite.reporting.run_page.disagreement import disagreements
from lydite.reporting.run_page.dots import dot_figures
from lydite.reporting.run_page.items import item_blocks
from lydite.reporting.run_page.listed import listed_run
from lydite.reporting.run_page.unknown import unknown_phrases
from lydite.reporting.verdict import verdict
from lydite.version import version_text

if TYPE_CHECKING:
    from lydite.reporting.report import Report
    from lydite.reporting.run_page.listed import ListedRun
    from lydite.reporting.run_page.rest import RestFile
    from lydite.runs.run import Run

INSIDE = 10_000
"""Items that are kept in the page itself."""
_SCRIPTS = ("text.js", "items.js", "card.js", "judging.js", "filters.js", "more.js", "charts.js", "start.js")
_NO_ITEMS = "The run was saved without items: lydite score … --save RUN --save-items keeps them."


@dataclass(frozen=True)
class RunPage:
    """What is on the page, beside the report of the run."""

    run: Run
    facts: Mapping[str, str] = field(default_factory=dict)
    """The command, digests of files: what is said on how the page was made."""
    measure: str | None = None
    """The measure whose matches are listed; else the first by meaning."""
    inside: int = INSIDE
    beside: RestFile | None = None
    """Where items go that do not fit inside."""

    def __call__(self, report: Report, digits: int) -> str:
        """Return the page."""
        results, comparison = report.results, report.comparison
        if results is None:
            raise InputError("a page is made of results, and there are none")
        order = tuple(s for s in results.systems)
        aside = [s.system for block in self.run.blocks for s in block.systems if s.reference]
        listed = listed_run(self.run, self.measure, order)
        told: list[str] = []
        block, disagreed, unknown = self._looked_at(listed, told)
        figures = dot_figures(results, comparison, digits)
        script = "\n".join(document.part(__package__, name) for name in _SCRIPTS)
        style = document.style("base.css", "tables.css") + document.part(__package__, "page.css")
        vega = vega_script() if figures else ""
        name = str(listed.measure) if listed is not None else ""
        return Template(document.part(__package__, "page.html")).substitute(
            title=safe(report.title or _title(self.run, [s for s in order if s not in aside])),
            verdict=safe(verdict(results, comparison, digits, aside)),
            legend=sections.legend(results, comparison) if figures else "",
            figures="\n".join(sections.figure(n, f) for n, f in enumerate(figures)),
            tables=sections.tables(report, digits),
            copies=sections.copies(report, digits),
            disagreed=disagreed or f"<p>{safe(_none_disagree(listed, block))}</p>",
            items_state=safe(self._items_state(listed, block)),
            judged=safe(name),
            unknown=unknown or f"<p>{safe(_none_unknown(listed, block))}</p>",
            notes=sections.notes([*report.notes, *told]),
            making=sections.making(self.run, report, {**self.facts, "lydite": version_text()}),
            data=script_json(block),
            specs=script_json([f.spec for f in figures]),
            style=style,
            vega=vega,
            script=script,
            hashes=" ".join(f"'{document.content_hash(s)}'" for s in (vega, script)),
        )

    def _looked_at(self, listed: ListedRun | None, told: list[str]) -> tuple[dict[str, Any], str, str]:
        """Return the items inside and the two sections on phrases; why there are none goes to ``told``."""
        head: dict[str, Any] = {"systems": [], "measure": "", "matcher": "", "total": 0}
        empty = head | {"beside": "", "digest": "", "items": []}
        if listed is None:
            return empty, "", ""
        about: Any = listed.measure
        name, total = str(listed.measure), len(listed.items(listed.systems[0]))
        told += filter(None, [listed.lacking()])
        if not listed.one_gold:
            told.append(f"{name}: items are not shown, since the systems were scored against different gold")
            return empty, "", ""
        rest = self.beside if total > self.inside else None
        if rest is not None:
            rest.ensure_ours()
        head = {"systems": [*listed.systems], "measure": name, "matcher": str(about.match), "total": total}
        try:
            told += filter(None, [listed.changed()])
            found = disagreements(listed)
            lost = unknown_phrases(listed)
            blocks = item_blocks(listed, self.inside)
            first = head | next(blocks, {"words": [], "paths": [], "items": []})
            digest = rest.write(first, blocks, total - self.inside) if rest is not None else ""
        except OutputError:
            raise
        except LyditeError as error:  # its source is not on this machine
            told.append(f"{name}: items are not shown, since they cannot be matched here: {error}")
            return empty, "", ""
        first |= {"beside": rest.path.name if rest is not None else "", "digest": digest}
        shown = sections.disagreed(found, name) if found else ""
        return first, shown, sections.unknown(lost, name) if lost is not None else ""

    def _items_state(self, listed: ListedRun | None, block: Mapping[str, Any]) -> str:
        if listed is not None and block["items"]:
            left = block["total"] - len(block["items"])
            beside = block["beside"]
            where = f"in {beside}, beside it" if beside else "left out"
            more = f"{plural(left, 'item')} more than fit into the page: {where}." if left else ""
            return " ".join(filter(None, [listed.lacking(), more]))
        if listed is not None:
            return "No items are shown; the notes say why."
        if self.run.kind != "phrases":
            return f"A run of {self.run.kind} has no phrases to show item by item."
        if self.run.phrases:
            return "None of its measures matches phrases one by one."
        return _NO_ITEMS


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
