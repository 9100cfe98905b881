"""From a run to a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite import __version__
from lydite.core.errors import InputError
from lydite.core.io.writing import writing
from lydite.runs.archive import SCHEMA, pack
from lydite.runs.measures import save_measure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray, FloatArray
    from lydite.core.arrays import RaggedArray
    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.phrases.items import PhraseItems
    from lydite.runs.run import Kind, Run


def save(path: str | Path, run: Run) -> None:
    """Write a run, whole or not at all; the same run has the same bytes."""
    content = pack_run(run)
    with writing(path, "wb") as file:
        file.write(content)


def pack_run(run: Run) -> bytes:
    """Return the bytes of the file."""
    writer = _Writer(run.kind)
    blocks = [
        {
            "group": block.group,
            "systems": [writer.system(s, run.evidence.phrases.get(s.system)) for s in block.systems],
        }
        for block in run.blocks
    ]
    header = {
        "schema": SCHEMA,
        "lydite": __version__,
        "kind": run.kind,
        "shard": None,
        "notes": list(run.notes),
        "items": writer.items,
        "words": list(writer.words),
        "blocks": blocks,
    }
    # ASCII: half a character in an id (a lone surrogate) comes back as it was
    text = json.dumps(header, allow_nan=False, separators=(",", ":")).encode()
    return pack(text, writer.arrays)


class _Writer:
    """Collects arrays, items and words, each once."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.arrays: list[AnyArray] = []
        self.items: list[dict[str, Any]] = []
        self.words: dict[str, int] = {}
        self._places: dict[int, int] = {}
        self._seen: list[tuple[tuple[str, ...], dict[str, tuple[str, ...]]]] = []

    def system(self, scored: ItemStatistics, phrases: PhraseItems | None) -> dict[str, Any]:
        return (
            {
                "system": scored.system,
                "items": self._item_table(scored),
                "version": scored.version,
                "measures": [self._measure(scored, place) for place in range(len(scored.measures))],
                "rows": None if scored.rows is None else self._codes(scored.rows),
                "policies": dict(scored.policies),
                "gold": scored.gold,
                "predictions": scored.predictions,
                "cluster": scored.cluster,
                "shuffles": scored.shuffles,
                "answers": None if phrases is None else self._answers(scored, phrases),
            }
            | ({"reference": True} if scored.reference else {})
            | self._sums(scored)
        )

    def _sums(self, scored: ItemStatistics) -> dict[str, Any]:
        sums = scored.sums
        if sums is None:
            return {}
        saved = {
            "items": sums.items,
            "counted": sums.counted,
            "exact": [self._codes(a) for a in sums.exact],
            "draws": [self._codes(a) for a in sums.draws],
            "seed": sums.seed,
            "cluster": sums.cluster,
            "coverage": {str(place): known for place, known in sums.coverage.items()},
        }
        return {"sums": saved}

    def _measure(self, scored: ItemStatistics, place: int) -> dict[str, Any]:
        measure = scored.measures[place]
        arrays = {"chance_spread": scored.chance_spread.get(place)}
        if (net := scored.net.get(place)) is not None:
            arrays |= {"net": net.rows, "net_sums": net.sums, "net_spread": net.spread}
        written = {k: self._numbers(a, f"{measure}, {k}") for k, a in arrays.items() if a is not None}
        return {
            **save_measure(measure, self.kind),
            "signature": scored.signed(place),
            "statistics": self._numbers(scored.statistics[place], str(measure)),
            "chance": self._side(scored, "chance", place),
            "chance_error": self._side(scored, "chance_sums", place),
            "coverage": self._side(scored, "coverage", place),
            **written,
        }

    def _side(self, scored: ItemStatistics, name: str, place: int) -> int | None:
        array = getattr(scored, name).get(place)
        return None if array is None else self._numbers(array, f"{scored.measures[place]}, {name}")

    def _numbers(self, array: FloatArray, what: str) -> int:
        if array.dtype != np.float64 or not np.isfinite(array).all():
            raise InputError(f"the statistics of {what} cannot be saved: they are no finite numbers")
        return self._array(array)

    def _codes(self, array: Any) -> int:
        return self._array(np.asarray(array, np.int64))

    def _array(self, array: AnyArray) -> int:
        """Return its place; an array that measures share stays shared, since that decides last digits."""
        if id(array) not in self._places:
            self._places[id(array)] = len(self.arrays)
            self.arrays.append(array)
        return self._places[id(array)]

    def _item_table(self, scored: ItemStatistics) -> int:
        table = scored.ids, dict(scored.columns)
        if table in self._seen:
            return self._seen.index(table)
        self._seen.append(table)
        columns = {name: self._column(values) for name, values in scored.columns.items()}
        self.items.append({"ids": scored.ids, "columns": columns})
        return len(self.items) - 1

    def _column(self, values: Sequence[str]) -> dict[str, Any]:
        numbers = {value: n for n, value in enumerate(dict.fromkeys(values))}
        return {"values": list(numbers), "codes": self._codes([numbers[v] for v in values])}

    def _answers(self, scored: ItemStatistics, phrases: PhraseItems) -> dict[str, Any]:
        if phrases.ids != scored.ids:
            raise InputError(f"the phrases of {scored.system} are not those of its items")
        lists = {
            "gold": self._lists(phrases.gold, phrases.words.phrases),
            "predicted": self._lists(phrases.predicted, phrases.words.phrases),
        }
        return {**lists, "absent": self._array(np.asarray(phrases.absent, np.bool_))}

    def _lists(self, lists: RaggedArray, words: Sequence[str]) -> dict[str, Any]:
        used, codes = np.unique(lists.codes, return_inverse=True)
        numbers = [self.words.setdefault(words[c], len(self.words)) for c in used.tolist()]
        concepts = None if lists.concepts is None else self._codes(lists.concepts)
        moved = np.array(numbers, np.int64)[codes] if numbers else np.zeros(0, np.int64)
        return {"codes": self._codes(moved), "starts": self._codes(lists.starts), "concepts": concepts}
