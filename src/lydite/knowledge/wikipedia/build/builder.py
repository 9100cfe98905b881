"""Build a store from a dump: in units, over workers, resumable after a kill, whole or absent."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections import deque
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, StoreError
from lydite.core.executors.base import executor_of, place_of
from lydite.core.executors.tasks import SharedTask, map_tasks
from lydite.core.io.locks import LOCK
from lydite.core.io.writing import writing
from lydite.core.store.array_files import arrays_of
from lydite.core.store.places import ensure_store_place
from lydite.core.store.saving import NEW, building, publish, put_back
from lydite.core.store.store import open_store, read_manifest
from lydite.knowledge.wikipedia.build.assembly import Assembly
from lydite.knowledge.wikipedia.build.finished import note_finished, read_finished
from lydite.knowledge.wikipedia.build.sorting import MEMORY
from lydite.knowledge.wikipedia.dumps import dumps
from lydite.knowledge.wikipedia.dumps.parts import is_whole
from lydite.knowledge.wikipedia.format import KIND, VERSION
from lydite.knowledge.wikipedia.titles import name64

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.core.executors.base import On

    Report = Callable[[str, int, int], None]

_PARTS = "parts.json"


@dataclass(frozen=True)
class BuildOptions:
    """What to keep of a dump.

    ``stemmer``: porter, a Snowball language, none, or auto (by the dump's language). ``lead``: links and
    text of the leads. ``words``: the index that ``esa`` needs. ``keep_hidden``: hidden and maintenance
    categories too. ``language`` and ``name`` are for dumps that do not say (SQL, rendered articles).
    """

    stemmer: str = "auto"
    lead: bool = True
    words: bool = False
    keep_hidden: bool = False
    language: str = ""
    memory: int = field(default=MEMORY, metadata={"plan": False})


def build(
    inputs: Sequence[str | Path],
    output: str | Path,
    options: BuildOptions | None = None,
    *,
    on: On = "here",
    report: Report | None = None,
) -> dict[str, Any]:
    """Build a store; return its notes. A build that was killed is taken up where it stopped.

    ``on`` is where the dump is read: ``here``, ``processes(8)``, or workers that see the dump and the folder
    of the store.
    """
    options = options or BuildOptions()
    report = report or _silent
    output = Path(output).absolute()
    ensure_store_place(output)
    place = place_of(on)
    paths = [Path(p) for p in inputs]
    if on != "here":  # workers may be in another folder
        paths = [p if str(p) == "-" else p.absolute() for p in paths]
    dump = dumps.recognise(paths, options.stemmer, options.language)
    with building(output) as folder, _cleared(folder):
        plan = _plan(dump, options)
        finished = _published(folder, output, plan)
        if finished is not None:
            return finished
        put_back(folder, output)
        _same_plan(folder, plan)
        parts = _extract(folder, dump, options, place, report)
        tally = _tally(parts)
        named = inputs[0] if len(inputs) == 1 else None
        if not tally["pages"]:
            raise InputError("there is no page in it", named)
        settings = {
            "lead": options.lead and dump.has_lead,
            "words": options.words and dump.has_lead,
            "keep_hidden": options.keep_hidden,
        }
        assembly = Assembly(folder, parts, {**settings, "joined": dump.form == "sql"}, options.memory)
        counts = assembly.run(lambda step: report(step, 0, 0))
        if not counts["articles"] + counts["categories"]:
            raise InputError("none of its pages is an article or a category", named)
        notes = {
            "dump": dump.form,
            "site": dump.site.name,
            "language": dump.site.language,
            "first_letter": dump.site.first_letter,
            "stemmer": dump.stemmer,
            "accents": "keep",
            **settings,
            "counts": {**tally, **counts},
        }
        report("seal", 0, 0)
        assembly.seal(KIND, VERSION, notes)
        del assembly  # and with it the files that it has mapped
        _publish(folder, output)
    return notes


def _empty(folder: Path) -> None:
    """Remove all but the lock; last what says how far a build was, for this may be stopped, too."""
    last = [folder / "publishing", folder / "plan.json"]
    for old in [p for p in folder.iterdir() if p.name != LOCK and p not in last] + last:
        shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)


@contextlib.contextmanager
def _cleared(folder: Path) -> Iterator[None]:
    """Leave nothing of a dump that cannot be read: parts are for builds that were stopped."""
    try:
        yield
    except InputError:
        _empty(folder)
        raise


def _plan(dump: dumps.Dump, options: BuildOptions) -> str:
    """Return what tells this build from others, as text."""
    wanted = asdict(options)
    del wanted["memory"]
    return json.dumps({"version": VERSION, "options": wanted, "dump": dump.identity()}, sort_keys=True)


def _same_plan(folder: Path, plan: str) -> None:
    """Start anew where the folder was begun with another dump or other options."""
    path = folder / "plan.json"
    if _begun(folder) != plan.encode():
        _empty(folder)
        with writing(path) as out:
            out.write(plan)


def _begun(folder: Path) -> bytes:
    """Return the plan that a folder was begun with; nothing where it has none."""
    path = folder / "plan.json"
    return path.read_bytes() if path.is_file() else b""


def _extract(folder: Path, dump: dumps.Dump, options: BuildOptions, on: On, report: Report) -> list[Path]:
    """Write a part for each unit that has none yet, or a damaged one; return all in the dump's order."""
    done = read_finished(folder, _PARTS)
    if done and not done.damaged:
        return [folder / name for name in done.result]
    for part in done.damaged if done else ():
        part.unlink(missing_ok=True)
    for old in folder.glob(".*.part"):
        old.unlink()
    parts: list[Path] = []
    tag = f"{name64(_begun(folder).decode()):016x}"  # parts of another plan are never taken
    total = dump.size()
    task = dumps.ExtractionTask(dump, options.lead, options.words, total)

    def todo() -> Iterator[tuple[Path, Any, int]]:
        for number, (unit, reached) in enumerate(dump.units()):
            parts.append(folder / f"part-{tag}-{number:06d}.npz")
            if is_whole(parts[-1]):
                report("extract", reached, total)
            else:
                yield parts[-1], unit, reached

    reached_by: deque[int] = deque()

    def units() -> Iterator[tuple[Any, Path]]:
        for path, unit, reached in todo():
            reached_by.append(reached)
            yield unit, path

    extraction = SharedTask(dumps.ExtractionTask.run, dumps.ExtractionTask.received, (task,))
    with executor_of(on) as executor:
        for _ in map_tasks(executor, extraction, units()):
            report("extract", reached_by.popleft(), total)
    note_finished(folder, _PARTS, [p.name for p in parts], parts)
    return parts


def _tally(parts: Sequence[Path]) -> dict[str, int]:
    total = np.zeros(3, np.int64)
    for path in parts:
        with arrays_of(path) as part:
            total += part["tally"]
    return dict(zip(("pages", "main_pages", "redirects_everywhere"), total.tolist(), strict=True))


def _silent(stage: str, done: int, total: int) -> None:
    """Report nothing."""


def _publish(folder: Path, output: Path) -> None:
    """Put the finished store in its place; what was there goes only then.

    A build that is killed in here is finished by the next one: see :func:`_published`.
    """
    (folder / "publishing").touch()
    publish(folder, output)
    _empty(folder)


def _published(folder: Path, output: Path, plan: str) -> dict[str, Any] | None:
    """Finish a build that was killed while it published; return its notes if it was this very build."""
    if not (folder / "publishing").is_file():
        return None
    new = folder / NEW
    if not (_whole(new) if new.exists() else output.exists()):  # damaged, or published and removed since
        (folder / "publishing").unlink()
        return None
    same = _begun(folder) == plan.encode()
    _publish(folder, output)
    return dict(read_manifest(output, KIND, VERSION)["notes"]) if same else None


def _whole(store: Path) -> bool:
    with contextlib.suppress(StoreError):
        open_store(store, KIND, VERSION)
        return True
    return False
