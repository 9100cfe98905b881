"""A corpus ready to be learned from: a file with a sentence on each line, its words separated by spaces."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.executors.sent import SentFile
from lydite.core.io.files import user_path
from lydite.core.io.writing import writable
from lydite.core.progress import progress_bar
from lydite.vectors.corpus.lines import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lydite.vectors.corpus.preparing import TextPreparation

LONGEST_WORD = 250  # characters; what is longer is an address, a picture or a damaged file
_LONGEST_LINE = 10_000  # words; gensim drops what is longer, so it goes on in a further line


@dataclass(frozen=True)
class PreparedText:
    """The file, the words in it, and how many lines it has."""

    file: SentFile
    counts: Mapping[str, int]
    """How often each word occurs, by falling count; ties in the order of code points."""
    lines: int
    notes: tuple[str, ...] = ()


def prepare_text(paths: Sequence[str | Path], how: TextPreparation) -> PreparedText:
    """Prepare files or folders; the result is removed when the process ends."""
    files = [user_path(p) for p in paths]
    if not files:
        raise InputError("no corpus was named")
    for file in files:
        if str(file) != "-" and not file.exists():
            raise InputError("no such file or folder", file)
    notes: list[str] = []
    sentences = (how.words(line) for file in files for line in read_lines(file, how.encoding, notes))
    return write_text(sentences, files[0], notes)


def write_text(
    sentences: Iterable[list[str]], source: Path | None = None, notes: list[str] | None = None
) -> PreparedText:
    """Write sentences to a file that is removed when the process ends."""
    notes = [] if notes is None else notes
    counts: Counter[str] = Counter()
    dropped = lines = 0
    path = _new_file()
    with writable(path), path.open("w", encoding="utf-8") as out, progress_bar("lines") as progress:
        for words in sentences:
            kept = [w for w in words if len(w) <= LONGEST_WORD]
            dropped += len(words) - len(kept)
            counts.update(kept)
            for first in range(0, len(kept), _LONGEST_LINE):
                out.write(" ".join(kept[first : first + _LONGEST_LINE]) + "\n")
                lines += 1
            progress.update(lines)
    if not lines:
        raise InputError("the corpus contains no words", source)
    if dropped:
        notes.append(f"{dropped:,} words of more than {LONGEST_WORD} characters were left out")
    ordered = {w: counts[w] for w in sorted(counts, key=lambda w: (-counts[w], w))}
    return PreparedText(SentFile.of(path), ordered, lines, tuple(notes))


def _new_file() -> Path:
    with tempfile.NamedTemporaryFile(dir=_folder(), suffix=".txt", delete=False) as made:
        return Path(made.name)


@functools.cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="lydite-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
