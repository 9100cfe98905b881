"""Options of commands that prepare text: said once, and what they mean together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.probes.testsets import TestSet
    from lydite.sources.corpus.encoded import EncodedCorpus
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


def read_corpus_and_set(
    corpus: Sequence[str],
    test_set: str | None,
    prepare: TextPreparation,
    encoding: str | None,
    field: str | None,
) -> tuple[EncodedCorpus, TestSet]:
    """Return a corpus and a test set that were prepared alike and have a word in common."""
    from lydite.probes.testsets import load_test_set
    from lydite.probes.testsets.preparing import ensure_known, prepare_test_set
    from lydite.sources.corpus.encoded import open_corpus

    if test_set is None:
        raise InputError("--test-set is needed: google, or a file")
    test = prepare_test_set(load_test_set(test_set, encoding), prepare.word)
    text = open_corpus(corpus, prepare, encoding=encoding, field=field)
    ensure_known(test, text.words, ", ".join(text.names))
    return text, test
