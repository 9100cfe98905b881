"""Statistics on disk: what shards write and ``merge`` reads, so that any scheduler can share the work."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite import __version__
from lydite.errors import InputError
from lydite.files import writing
from lydite.result import ItemStatistics
from lydite.spec import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

SCHEMA = 1
_SIDE = ("chance", "coverage")  # arrays that only some measures have


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``number`` of ``of``: every of-th item of the sorted ids."""

    number: int
    of: int

    @classmethod
    def read(cls, text: str) -> Shard:
        """Read ``3/16``.

        >>> Shard.read("3/16")
        Shard(number=3, of=16)
        """
        number, slash, of = text.partition("/")
        if not (slash and number.isascii() and number.isdigit() and of.isascii() and of.isdigit()):
            raise InputError(f"a shard is written 3/16 (the third of sixteen), not {text!r}")
        if not 1 <= int(number) <= int(of):
            raise InputError(f"shard {text}: the first number runs from 1 to the second")
        return cls(int(number), int(of))

    def places(self, n: int) -> NDArray[np.int64]:
        """Return which of n items belong to this shard."""
        return np.arange(self.number - 1, n, self.of)


@dataclass(frozen=True)
class Merged:
    """All items of all systems, and how chance was taken."""

    systems: list[ItemStatistics]
    notes: tuple[str, ...]
    chance: int
    seed: int


_ALIKE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "version of lydite": lambda header: header["lydite"],
    "number of shards": lambda header: header["shard"][1],
    "seed or number of shuffles": lambda header: header["shuffles"],
    "system": lambda header: [s["system"] for s in header["systems"]],
    "measure or source": lambda header: [s["signatures"] for s in header["systems"]],
    "policy for missing items": lambda header: [s["prepared"] for s in header["systems"]],
}


def save(
    path: str | Path,
    shard: Shard,
    systems: Sequence[ItemStatistics],
    notes: Sequence[str],
    shuffles: Sequence[int],
) -> None:
    """Write the statistics of a shard; ``shuffles`` are the number and the seed of those behind chance."""
    header = {
        "schema": SCHEMA,
        "lydite": __version__,
        "shard": [shard.number, shard.of],
        "shuffles": list(shuffles),
        "notes": list(notes),
        "systems": [
            {
                "system": s.system,
                "ids": s.ids,
                "columns": dict(s.columns),
                "measures": [str(m) for m in s.measures],
                "signatures": [m.signature() for m in s.measures],
                "prepared": dict(s.policies),
            }
            for s in systems
        ],
    }
    arrays = {f"{i}.{j}": a for i, s in enumerate(systems) for j, a in enumerate(s.statistics)}
    for kind in _SIDE:
        arrays |= {f"{i}.{j}.{kind}": a for i, s in enumerate(systems) for j, a in getattr(s, kind).items()}
    with writing(path, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(header))
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            archive.writestr(f"{name}.npy", buffer.getvalue())


def merge(paths: Sequence[str | Path]) -> Merged:
    """Join shards into what one run would have given; a missing or repeated shard is an error."""
    parts = [_load(Path(p)) for p in paths]
    first = parts[0][0]
    seen: Counter[int] = Counter()
    for path, (header, _) in zip(paths, parts, strict=True):
        for what, key in _ALIKE.items():
            if key(header) != key(first):
                raise InputError(f"was made with another {what} than {paths[0]}", path)
        seen[header["shard"][0]] += 1
    missing = [str(k) for k in range(1, first["shard"][1] + 1) if k not in seen]
    twice = [str(k) for k, count in seen.items() if count > 1]
    if missing or twice:
        what = f"missing: {', '.join(missing)}" if missing else f"given twice: {', '.join(twice)}"
        raise InputError(f"of {first['shard'][1]} shards, {what}")
    joined = [_join(parts, i) for i in range(len(first["systems"]))]
    for place, scored in enumerate(joined):
        for path, (header, _) in zip(paths, parts, strict=True):
            mine = [scored.ids[i] for i in Shard(*header["shard"]).places(len(scored.ids))]
            if mine != header["systems"][place]["ids"] or len(set(scored.ids)) < len(scored.ids):
                raise InputError("its items do not fit those of the other parts; was gold the same?", path)
    notes = tuple(dict.fromkeys(n for header, _ in parts for n in header["notes"]))
    return Merged(joined, notes, *first["shuffles"])


def _join(parts: list[tuple[dict[str, Any], dict[str, Any]]], place: int) -> ItemStatistics:
    heads = [header["systems"][place] for header, _ in parts]
    ids = [i for h in heads for i in h["ids"]]
    order = sorted(range(len(ids)), key=ids.__getitem__)
    measures = tuple(parse(m) for m in heads[0]["measures"])
    names = [f"{place}.{j}" for j in range(len(measures))]

    def together(name: str) -> Any:
        return np.concatenate([arrays[name] for _, arrays in parts])[order]

    def side(kind: str) -> dict[int, Any]:
        wanted = {j: f"{name}.{kind}" for j, name in enumerate(names)}
        return {j: together(name) for j, name in wanted.items() if name in parts[0][1]}

    columns = {k: [v for h in heads for v in h["columns"][k]] for k in heads[0]["columns"]}
    return ItemStatistics(
        heads[0]["system"],
        tuple(ids[i] for i in order),
        measures,
        tuple(together(name) for name in names),
        {k: tuple(v[i] for i in order) for k, v in columns.items()},
        chance=side("chance"),
        coverage=side("coverage"),
        policies=heads[0]["prepared"],
    )


def _load(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with zipfile.ZipFile(path) as archive:
            header = json.loads(archive.read("header.json"))
            if header.get("schema") != SCHEMA:
                raise InputError(
                    f"is a part of schema {header.get('schema')}; this version reads {SCHEMA}", path
                )
            names = [n for n in archive.namelist() if n.endswith(".npy")]
            return header, {
                n.removesuffix(".npy"): np.load(io.BytesIO(archive.read(n)), allow_pickle=False)
                for n in names
            }
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from error
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("is not a part written by lydite score --shard, or is damaged", path) from error
