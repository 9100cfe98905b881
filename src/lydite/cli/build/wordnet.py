"""``lydite build wordnet``: compile a wordnet, or the words of many languages, to a store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.cli import app
from lydite.core.errors import InputError
from lydite.core.languages import name_of
from lydite.core.options import Argument, Option
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.knowledge.wordnet.lexicon import Lexicon


@app.command(
    examples=(
        (
            "lydite build wordnet wn-data-fra.tab wn-data-ita.tab -o words, then lydite match eau "
            'acqua --using "wordnet(store=words, candidate=fra, reference=ita)"'
        ),
        "lydite build wordnet /usr/share/wordnet -o wn30",
        "lydite build wordnet omw-fr.xml --relations omw-en.xml -o french",
    )
)
def command(
    sources: Annotated[
        list[Path],
        Argument(
            "Tab files of the Open Multilingual Wordnet, one a language; or one dict folder of WordNet "
            "3.0 or 3.1, or one WN-LMF file."
        ),
    ],
    output: Annotated[Path, Option("The folder to make.", "--output", "-o")],
    relations: Annotated[
        Path | None,
        Option("A WN-LMF file to take relations from, through the interlingual index."),
    ] = None,
    lexicon: Annotated[
        str | None, Option("The id of one lexicon, where a WN-LMF file holds several.")
    ] = None,
) -> Report:
    """Compile a wordnet: the Open Multilingual Wordnet's tab files, Princeton's dict folder, or WN-LMF.

    Tab files give the embedded WordNet 3.1 the words of other languages beside those of English. Lines that
    are broken, and offsets that WordNet 3.0 does not have, are passed over and counted, up to ten of a file
    or one in a hundred.
    """
    from lydite.core.store.places import ensure_store_place
    from lydite.knowledge.wordnet import open_wordnet
    from lydite.knowledge.wordnet.lmf import is_lmf

    ensure_store_place(output)
    first = sources[0]
    for source in sources:
        if not source.exists() and str(source) != "-":
            raise InputError("no such file or folder", source)
    if not first.is_dir() and not is_lmf(first):
        if relations is not None or lexicon is not None:
            raise InputError("--relations and --lexicon are for WN-LMF files, not for tab files", first)
        return _languages(sources, output)
    if len(sources) > 1:
        raise InputError(
            "several languages come from tab files of the Open Multilingual Wordnet, which this is not", first
        )
    from lydite.knowledge.wordnet.compiling import compile_lexicon

    compile_lexicon(_lexicon(first, relations, lexicon), output)
    wordnet = open_wordnet(output)
    return Report(
        f"{output}: {wordnet.identity}, {len(wordnet.graph):,} synsets, {len(wordnet.labels):,} labels"
    )


def _languages(sources: list[Path], output: Path) -> Report:
    """Compile tab files, and say of each language what was read and what was left out."""
    from lydite.knowledge.wordnet import open_wordnet
    from lydite.knowledge.wordnet.multilingual import compile_languages, read_languages

    files = read_languages(sources)
    compile_languages(files, output)
    wordnet = open_wordnet(output)
    lines = [
        f"{name_of(file.language)} ({file.language}): {file.describe()}\n"
        f"  {file.name}, licence: {file.licence or 'not said'}"
        for file in files
    ]
    return Report(
        f"{output}: {wordnet.identity}, English and {len(files):,} more", drawings=("\n".join(lines),)
    )


def _lexicon(source: Path, relations: Path | None, lexicon: str | None) -> Lexicon:

    if not source.is_dir():
        from lydite.knowledge.wordnet.lmf import read_lmf

        return read_lmf(source, relations, lexicon)
    from lydite.knowledge.wordnet.princeton import read_dict

    if relations is not None or lexicon is not None:
        raise InputError("--relations and --lexicon are for WN-LMF files, not for a dict folder", source)
    return read_dict(source)
