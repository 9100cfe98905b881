"""Options of commands that prepare text: said once, and what they mean together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.probes.testsets import TestSet
    from lydite.sources.corpus.encoded import EncodedCorpus
    from lydite.sources.corpus.preparing import TextPreparation


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


@dataclass(frozen=True, kw_only=True)
class CorpusOptions(o.OptionGroup):
    """How a corpus is read and its text prepared; a test set is prepared alike."""

    tokeniser: Annotated[
        str, typer.Option(help="How lines are split: words, spaces, cltk(lat), indic(hi), … (lydite list)")
    ] = "words"
    normaliser: Annotated[
        list[str],
        typer.Option(
            "--normaliser",
            help="On corpus and test set alike, in this order: nfc, lower, latin, … or none.",
        ),
    ] = field(default_factory=lambda: ["nfc", "lower"])
    lemmatiser: Annotated[
        str | None,
        typer.Option(help="simplemma(language=la), or table(file=…): two columns, UniMorph, CoNLL-U."),
    ] = None
    let: o.LetOption = field(default_factory=list)
    encoding: o.EncodingOption = None
    field: Annotated[
        str | None, typer.Option(help="Key or column of the text in JSON lines and Parquet.")
    ] = None

    @property
    def names(self) -> dict[str, str]:
        """The resources that ``--define`` names."""
        return o.names(self.let)

    def preparation(self) -> TextPreparation:
        """Return what tokeniser, normalisers and lemmatiser do together."""
        return preparation(self.tokeniser, self.normaliser, self.lemmatiser, self.names)

    def open(self, corpus: Sequence[str], prepare: TextPreparation) -> EncodedCorpus:
        """Return a corpus, read and prepared."""
        from lydite.sources.corpus.encoded import open_corpus

        return open_corpus(corpus, prepare, encoding=self.encoding, field=self.field)

    def open_with(
        self, corpus: Sequence[str], test_set: str | None, prepare: TextPreparation
    ) -> tuple[EncodedCorpus, TestSet]:
        """Return a corpus and a test set that were prepared alike and have a word in common."""
        from lydite.probes.testsets import load_test_set
        from lydite.probes.testsets.preparing import ensure_known, prepare_test_set

        if test_set is None:
            raise InputError("--test-set is needed: google, or a file")
        test = prepare_test_set(load_test_set(test_set, self.encoding), prepare.word)
        text = self.open(corpus, prepare)
        ensure_known(test, text.words, ", ".join(text.names))
        return text, test
