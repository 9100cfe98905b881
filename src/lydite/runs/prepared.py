"""What all shards of one run share, read and put side by side once and kept as a store that each maps.

A part is signed by the digests of all gold and all predictions, and notes count what is odd in all of them:
no range of a file tells any of that. So the first shard to come reads the files and leaves what it found; the
others map it, and look at their own items. The store lies in the folder of what can be made again, under a
name that says for which content and which options it is; who wants it while it is being made waits. After a
week it goes. Where it cannot be kept, or files change while they are read, a shard goes on with what it has
in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite import __version__
from lydite.core.arrays import Vocabulary
from lydite.core.errors import OutputError, StoreError
from lydite.core.io.digests import digest
from lydite.core.io.files import cache_folder, remove_old
from lydite.core.io.locks import alone
from lydite.core.spec import Declaration
from lydite.core.store.saving import Draft
from lydite.core.store.store import MANIFEST, open_store
from lydite.core.text import fold_all
from lydite.matchers.base import KeyMatcher
from lydite.runs.shared_items import item_arrays, items_of, text_arrays, texts_of
from lydite.version import commit

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, IntArray
    from lydite.core.store.store import Store
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.runs.request import Source, SourceOptions

KIND, VERSION = "shards", 2
_WORTH = 1 << 22  # bytes; smaller files are read as fast as a store is opened
_WEEK = 7 * 86_400
_AGAIN = "remove it, and it is made anew"


@dataclass(frozen=True)
class PreparedSystem:
    """All items of a system, mapped, and what is known of them together."""

    items: PhraseItems
    """Without columns: :meth:`part` has those of some items."""
    arrays: Mapping[str, AnyArray]
    columns: Sequence[str]
    gold: str
    predictions: str

    def part(self, places: IntArray) -> PhraseItems:
        """Return some of the items."""
        columns = {}
        for number, name in enumerate(self.columns):
            values = list(texts_of(self.arrays, f"values{number}"))
            codes = self.arrays[f"column{number}"][places]
            columns[name] = tuple(map(values.__getitem__, codes.tolist()))
        return replace(self.items.select(places), columns=columns)


@dataclass(frozen=True)
class PreparedRun:
    """The systems of a run, and what was said when they were read."""

    systems: Mapping[str, PreparedSystem]
    said: Sequence[str] = ()


Reader = Callable[[], tuple[Mapping[str, "PhraseItems"], list[str]]]


def prepared_run(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Sequence[Measure],
    how: SourceOptions,
    read: Reader,
) -> PreparedRun:
    """Return what shards share: from its store, which is made where it is worth it; else as it is read.

    ``read`` puts gold and systems side by side, and says how it read them.
    """
    find_place = partial(_place, [("", gold), *systems.items()], measures, how)
    place = find_place()
    if place is None:
        return _in_memory(read, measures)
    with contextlib.suppress(StoreError):
        return _opened(place, measures)
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # where no lock can lie, nothing will be kept
            held.enter_context(alone(place.with_suffix(".lock")))
        with contextlib.suppress(StoreError):  # another has made it meanwhile
            return _opened(place, measures)
        found, said = read()
        if find_place() == place:  # files are what they were before they were read
            with contextlib.suppress(OSError):
                _keep(place, found, said, measures)
                return _opened(place, measures)
        return _in_memory(lambda: (found, said), measures)


def _place(
    sources: Sequence[tuple[str, Any]],
    measures: Sequence[Measure],
    how: SourceOptions,
) -> Path | None:
    """Return the folder of the store; nothing where sources are small, no files, or nothing can be kept.

    Nothing is kept of measures and matchers that are not ours: their code may change, and their signatures
    would not tell.
    """
    files = [(name, s) for name, s in sources if isinstance(s, str | PathLike) and Path(s).is_file()]
    if len(files) < len(sources) or how.documents is not None or (folder := cache_folder()) is None:
        return None
    if not all(map(_is_ours, measures)):
        return None
    if sum(Path(file).stat().st_size for _, file in files) < _WORTH:
        return None
    named = [[name, fspath(file), digest(Path(file))] for name, file in files]
    import Stemmer

    made_by = [VERSION, __version__, commit(), Stemmer.version(), unicodedata.unidata_version]
    key = [made_by, named, asdict(how), [m.signature() for m in measures]]
    text = json.dumps(key, default=str, sort_keys=True)
    return folder / KIND / hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _is_ours(declared: Declaration) -> bool:
    """Whether a measure, and all that it is made of, is defined by lydite itself."""
    parts = [value for value in declared.arguments().values() if isinstance(value, Declaration)]
    return type(declared).__module__.startswith("lydite.") and all(map(_is_ours, parts))


def _keep(
    place: Path,
    found: Mapping[str, PhraseItems],
    said: Sequence[str],
    measures: Sequence[Measure],
) -> None:
    """Make the store; OSError where there is no room, or nothing can be written."""
    remove_old(place.parent, MANIFEST, _WEEK)
    facts = []
    with Draft(place) as draft:
        for number, (name, items) in enumerate(found.items()):
            arrays, known = _system(items, measures)
            if 2 * sum(a.nbytes for a in arrays.values()) > shutil.disk_usage(place.parent).free:
                raise OutputError(f"{place}: there is no room for it")
            facts.append({"name": name, "no_gold": items.no_gold, "notes": list(items.notes), **known})
            for one, array in arrays.items():
                draft.write(f"{number}_{one}", array)
        draft.finish(KIND, VERSION, {"systems": facts, "said": said})


def _in_memory(read: Reader, measures: Sequence[Measure]) -> PreparedRun:
    """Return the same without a store."""
    found, said = read()
    systems = {}
    for name, items in found.items():
        arrays, known = _system(items, measures, keys=False)
        systems[name] = _prepared(replace(items, columns={}), arrays, known)
    return PreparedRun(systems, said)


def _system(
    items: PhraseItems, measures: Sequence[Measure], *, keys: bool = True
) -> tuple[dict[str, AnyArray], dict[str, Any]]:
    """Return the arrays of a system, and what is known of all its items."""
    arrays = {}
    if keys:
        arrays = item_arrays(items, ids=True)
        arrays |= {f"keys{k}": items.keys(of) for k, of in enumerate(_keys(measures))}
    for number, column in enumerate(items.columns.values()):
        values = {value: n for n, value in enumerate(dict.fromkeys(column))}
        arrays[f"column{number}"] = np.fromiter(map(values.__getitem__, column), np.int64, len(column))
        arrays |= {f"values{number}_{part}": a for part, a in text_arrays(list(values)).items()}
    gold, predictions = items.digests()
    return arrays, {"gold": gold, "predictions": predictions, "columns": list(items.columns)}


def _keys(measures: Sequence[Measure]) -> dict[Callable[[Sequence[str]], Sequence[str]], Any]:
    """Return what phrases are compared by, and the matchers that do; folded first."""
    found: dict[Callable[[Sequence[str]], Sequence[str]], Any] = {fold_all: None}
    for match in dict.fromkeys(getattr(m, "match", None) for m in measures):
        if isinstance(match, KeyMatcher):
            found[match.keys] = match
    return found


def _opened(place: Path, measures: Sequence[Measure]) -> PreparedRun:
    store = open_store(place, KIND, VERSION, "lydite.runs.prepared_checking", _AGAIN)
    systems = {}
    for number, known in enumerate(store.notes["systems"]):
        arrays = _arrays(store, f"{number}_")
        words = Vocabulary(texts_of(arrays, "words"))
        items = items_of(arrays, texts_of(arrays, "ids"), words, known["no_gold"])
        items = replace(items, notes=tuple(known["notes"]))
        by_match = {match: arrays[f"keys{k}"] for k, match in enumerate(_keys(measures).values())}
        items._keys[fold_all] = by_match[None]  # noqa: SLF001
        for measure in measures:
            if isinstance(match := getattr(measure, "match", None), KeyMatcher):
                items._keys[match.keys] = by_match[match]  # noqa: SLF001
        systems[known["name"]] = _prepared(items, arrays, known)
    return PreparedRun(systems, store.notes["said"])


def _arrays(store: Store, start: str) -> dict[str, AnyArray]:
    return {name.removeprefix(start): array for name, array in store.arrays.items() if name.startswith(start)}


def _prepared(items: PhraseItems, arrays: Mapping[str, AnyArray], known: Mapping[str, Any]) -> PreparedSystem:
    return PreparedSystem(items, arrays, known["columns"], known["gold"], known["predictions"])
