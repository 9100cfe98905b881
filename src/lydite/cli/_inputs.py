"""Options of commands that read phrases or labels: how, where the files do not tell themselves."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.cli import _options as o
from lydite.core.choices import Best, Missing

if TYPE_CHECKING:
    from lydite.runs.source_options import SourceOptions

OnOption = Annotated[str, typer.Option(help="Where it is done: here, processes(2), dask(workers=2), …")]

MissingOption = Annotated[
    Missing | None,
    typer.Option(
        help="Gold items without predictions: 0 (phrases), wrong (labels), left out, or an error.",
        show_default="zero; error for labels",
    ),
]
LabelsOption = Annotated[
    str | None, typer.Option(help="The labels, separated by commas; ascending on an ordinal scale.")
]


@dataclass(frozen=True, kw_only=True)
class InputOptions(o.OptionGroup):
    """How files of phrases or labels are read."""

    labels: LabelsOption = None
    id: Annotated[str | None, typer.Option(help="The field of ids, where its name does not tell.")] = None
    phrases: Annotated[
        list[str], typer.Option(help="The field of phrases, or of labels; several are put together.")
    ] = dataclasses.field(default_factory=list)
    gold_phrases: Annotated[
        list[str], typer.Option(help="The field of gold phrases or labels, where it is not that of systems.")
    ] = dataclasses.field(default_factory=list)
    same: Annotated[
        bool, typer.Option("--same", help="Allow the same field of one file as gold and as predictions.")
    ] = False
    scores: Annotated[str | None, typer.Option(help="The field of scores.")] = None
    best: Annotated[
        Best | None,
        typer.Option(
            help="Which score ranks first, or order: rank by the order of the list.", show_default="highest"
        ),
    ] = None
    separator: Annotated[
        str | None, typer.Option(help="What parts phrases in one cell or string; noticed if not given.")
    ] = None
    header: Annotated[
        bool | None,
        typer.Option("--header/--no-header", help="Whether tables begin with names; as it looks."),
    ] = None
    input_format: Annotated[
        str | None, typer.Option(help="Format of the input, where its name and content do not tell.")
    ] = None
    encoding: o.EncodingOption = None

    def given(self) -> list[str]:
        """Return the options that were given, as they are typed."""
        usual = InputOptions()
        names = [f.name for f in dataclasses.fields(self) if getattr(self, f.name) != getattr(usual, f.name)]
        return [f"--{name.replace('_', '-')}" for name in names]

    def sources(self, **more: Any) -> SourceOptions:
        """Return how gold and predictions are read, with ``more`` options that only some commands have."""
        from lydite.runs.source_options import SourceOptions

        return SourceOptions(
            labels=o.split_labels(self.labels), id=self.id, phrases=self.phrases, scores=self.scores,
            separator=self.separator, header=self.header, format=self.input_format, encoding=self.encoding,
            gold_phrases=self.gold_phrases, same=self.same, best=self.best, **more,
        )  # fmt: skip
