"""Options of commands that prepare text: said once, and what they mean together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.sources.corpus.preparing import TextPreparation

TokeniserOption = Annotated[
    str, typer.Option(help="How lines are split: words, spaces, cltk(lat), indic(hi), … (lydite list)")
]
NormaliserOption = Annotated[
    list[str],
    typer.Option(
        "--normaliser",
        help="On corpus and test set alike, in this order: nfc, lower, latin, … or none.",
    ),
]
LemmatiserOption = Annotated[
    str | None,
    typer.Option(help="simplemma(language=la), or table(file=…): two columns, UniMorph, CoNLL-U."),
]
FieldOption = Annotated[str | None, typer.Option(help="Key or column of the text in JSON lines and Parquet.")]


def preparation(
    tokeniser: str, normaliser: Sequence[str], lemmatiser: str | None, let: Mapping[str, str] | None = None
) -> TextPreparation:
    """Return what the options say; ``none`` is no normaliser."""
    from lydite.sources.corpus.preparing import TextPreparation

    wanted = [n for n in normaliser if n != "none"]
    return TextPreparation.of(tokeniser, wanted, lemmatiser, let)


TestSetOption = Annotated[
    str | None, typer.Option("--test-set", "-t", help="google, an embedded set, or a file.")
]
ProcessesOption = Annotated[
    int, typer.Option(help="Processes that train and score models; 0 for this one.", min=0)
]
