"""How tables of results are laid out, said once for the commands that have them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import typer

from lydite.cli._options import OptionGroup
from lydite.reporting.layout import Rows, TableLayout, named


@dataclass(frozen=True, kw_only=True)
class LayoutOptions(OptionGroup):
    """How tables of results are laid out, in the terminal and in papers."""

    rows: Annotated[
        Rows | None,
        typer.Option(
            help="What goes down; else what reads better, in LaTeX and Markdown systems.", show_default=False
        ),
    ] = None
    called: Annotated[
        list[str],
        typer.Option(
            "--names", help='In LaTeX and Markdown call it so: --names F1@10="F$_1$@10"; repeatable.'
        ),
    ] = field(default_factory=list)
    pairwise: Annotated[
        bool, typer.Option("--pairwise", help="Also list the paired tests in LaTeX and Markdown.")
    ] = False

    @property
    def layout(self) -> TableLayout:
        """Return the layout."""
        return TableLayout(self.rows, named(self.called), self.pairwise)
