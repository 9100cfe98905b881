"""Options of commands that prepare text: said once, and what they mean together."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.core.choices import NORMALISERS, Tokeniser
from lydite.core.errors import InputError, did_you_mean
from lydite.core.options import Option, OptionGroup
from lydite.core.spec import Resource
from lydite.probes.testsets import load_test_set
from lydite.probes.testsets.preparing import ensure_known, prepare_test_set
from lydite.runs.request import Encoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.testsets import TestSet
    from lydite.vectors.corpus.prepared import PreparedText
    from lydite.vectors.corpus.preparing import TextPreparation


def preparation(
    normaliser: Sequence[str],
    lemmas: str | None,
    encoding: str | None,
    tokeniser: Tokeniser = "words",
) -> TextPreparation:
    """Return what the options say."""
    for one in normaliser:
        if one not in NORMALISERS:
            hint = did_you_mean(one, NORMALISERS)
            raise InputError(f"there is no normaliser {one!r}{hint} ({', '.join(NORMALISERS)})")
    from lydite.vectors.corpus.preparing import TextPreparation

    table = None if lemmas is None else Resource(lemmas)
    return TextPreparation(tokeniser, tuple(normaliser), table, encoding)


TestSetOption = Annotated[str | None, Option("google, an embedded set, or a file.", "--test-set", "-t")]
NormaliserOption = Annotated[
    list[str],
    Option("nfc, lower: on the words of the test set, as on the corpus.", "--normaliser"),
]


@dataclass(frozen=True, kw_only=True)
class CorpusOptions(OptionGroup):
    """How a corpus is read and its text prepared; a test set is prepared alike."""

    tokeniser: Annotated[
        Tokeniser, Option("What separates words: all but letters and digits, or spaces only.")
    ] = "words"
    normaliser: Annotated[
        list[str],
        Option("nfc, lower: on corpus and test set alike, in this order.", "--normaliser"),
    ] = field(default_factory=lambda: list(NORMALISERS))
    lemmas: Annotated[str | None, Option("Table of lemmas: models of forms and of lemmas are tried.")] = None
    encoding: Encoding = None

    def preparation(self) -> TextPreparation:
        """Return what tokeniser, normalisers and lemmas do together."""
        return preparation(self.normaliser, self.lemmas, self.encoding, self.tokeniser)

    def open_with(
        self, corpus: Sequence[str], test_set: str | None, prepare: TextPreparation
    ) -> tuple[PreparedText, TestSet]:
        """Return a corpus and a test set that were prepared alike and have a word in common."""
        from lydite.vectors.corpus.prepared import prepare_text

        if test_set is None:
            raise InputError("--test-set is needed: google, or a file")
        test = prepare_test_set(load_test_set(test_set, self.encoding), prepare.word)
        text = prepare_text(corpus, prepare)
        ensure_known(test, text.counts, ", ".join(Path(c).name for c in corpus))
        return text, test
