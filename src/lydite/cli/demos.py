"""The demonstrations: commands on embedded files, run as a user would type them."""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
import tempfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.cli.terminal import application
from lydite.core.errors import InputError
from lydite.core.io.files import contents
from lydite.core.io.writing import ensure_folder, new_folder, writable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Demo:
    """What is shown, in a sentence, by which commands; the last one is the answer."""

    title: str
    commands: tuple[str, ...]
    writes: bool = False
    """Whether the commands write into the folder they are run in."""


DEMOS = {
    "keyphrases": Demo(
        "Twenty texts with gold tags: speller repeats words, meaner says the same in other words.",
        (
            "lydite match loaf bread --explain",
            (
                "lydite score gold.jsonl speller.jsonl meaner.jsonl"
                ' -m F1 -m "F1(match=stem)" -m "F1(match=meaning)"'
            ),
        ),
    ),
    "tags": Demo(
        "Thirty tweets: popular recommends the same three hashtags to all, nearest gives near synonyms.",
        (
            "lydite synonyms tags/synonyms.tsv '#vaccine' -k 3",
            (
                "lydite score tags/gold.jsonl tags/nearest.jsonl tags/popular.jsonl"
                ' -m hit_ratio -m "reval(k=3)" --hashtags tags/synonyms.tsv'
            ),
        ),
    ),
    "sentiment": Demo(
        "Labels of 54 tweets on a scale of five (SemEval-2016 Task 4, C): eager leans to the positive.",
        (
            (
                "lydite semeval C sentiment/five_point/gold.tsv sentiment/five_point/eager.tsv"
                " sentiment/five_point/wary.tsv"
            ),
        ),
    ),
    "vectors": Demo(
        "Vectors of a small language from a small and a large corpus, against eight categories of words.",
        ("lydite probe latin/small.vec latin/large.vec -t latin/categories.csv -m topk -m odd_one_out",),
    ),
    "hops": Demo(
        "A wiki of nine pages: from link to link to Philosophy, by the first or the nearest in WordNet.",
        (
            "lydite build wikipedia hops.xml -o hops.wikipedia",
            "lydite hop hops.wikipedia --choose first --choose wordnet --choose shortest",
        ),
        writes=True,
    ),
}


@contextlib.contextmanager
def demo_files() -> Iterator[Path]:
    """Give the folder of the embedded files."""
    with resources.as_file(resources.files("lydite").joinpath("data/demo")) as folder:
        yield folder


def write_files(folder: Path) -> str:
    """Write the embedded files to a folder, all or none; what is there already must be the same."""
    ensure_folder(folder)
    with demo_files() as source:
        files = {p.relative_to(source): contents(p) for p in sorted(source.rglob("*")) if p.is_file()}
    for name, content in files.items():
        there = folder / name
        wrong = [p for p in (folder / above for above in name.parents) if p.exists() and not p.is_dir()]
        if wrong or (there.exists() and (not there.is_file() or contents(there) != content)):
            other = wrong[0] if wrong else there
            raise InputError("is there already, and is another file; name a new folder", other)
    with writable(folder):
        if not folder.exists():
            with new_folder(folder) as place:
                _fill(place, files)
        else:  # a full disk is met before any of them is in its place
            with tempfile.TemporaryDirectory(prefix=".", dir=folder) as place_within:
                _fill(Path(place_within), files)
                for name in files:
                    (folder / name).parent.mkdir(parents=True, exist_ok=True)
                    Path(place_within, name).replace(folder / name)
    return f"wrote the example files to {folder}; {folder / 'README.md'} describes them"


def _fill(place: Path, files: Mapping[Path, bytes]) -> None:
    for name, content in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)


def run(demo: Demo, options: Sequence[str], *, told: bool) -> None:
    """Run the commands of a demonstration among its files, the last one with these options.

    ``told`` says whether people read standard output: they see what is run. Else it has one answer alone.
    """
    *before, answer = demo.commands
    with _among_files(copied=demo.writes):
        for command in before:
            with contextlib.nullcontext() if told else contextlib.redirect_stdout(io.StringIO()):
                _say(f"$ {command}\n", told=told)
                application().perform(shlex.split(command)[1:])
                _say("\n", told=told)
        _say(f"$ {answer}\n", told=told)
        application().perform([*shlex.split(answer)[1:], *options])
        _say("\n", told=told)


@contextlib.contextmanager
def _among_files(*, copied: bool) -> Iterator[None]:
    """Make the folder of the embedded files, or a copy of it, the current one."""
    if not copied:
        with demo_files() as folder, contextlib.chdir(folder):
            yield
        return
    with tempfile.TemporaryDirectory(prefix="lydite-demo-") as place:
        write_files(Path(place))
        with contextlib.chdir(place):
            yield


def _say(text: str, *, told: bool) -> None:
    if told:
        sys.stdout.write(text)
        sys.stdout.flush()
