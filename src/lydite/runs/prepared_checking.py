"""What the arrays that shards share are to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.checking import ArrayChecker, check_note

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.store.store import Arrays


def check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    """Raise ValueError unless every system's items and keys belong together."""
    check_note(notes, "said", list)
    for number, known in enumerate(check_note(notes, "systems", list)):
        start = f"{number}_"
        own = {name.removeprefix(start): a for name, a in arrays.items() if name.startswith(start)}
        _check_system(ArrayChecker(own), known)


def _check_system(door: ArrayChecker, known: Mapping[str, Any]) -> None:
    for name in ("name", "no_gold", "gold", "predictions"):
        check_note(known, name, str)
    columns = check_note(known, "columns", list)
    check_note(known, "notes", list)
    items, words = door.texts("ids_ends", "ids_text"), door.texts("words_ends", "words_text")
    for side in ("gold", "predicted"):
        entries = len(door.codes(f"{side}_codes", None, words, kinds="<i8"))
        door.offsets(f"{side}_starts", items, entries)
        if f"{side}_concepts" in door.arrays:
            sizes = np.diff(door.arrays[f"{side}_starts"])
            concepts = door.codes(f"{side}_concepts", entries, entries, kinds="<i8")
            if (concepts >= np.repeat(sizes, sizes)).any():
                raise ValueError(f"{side}_concepts names what is not there")
    door.codes("absent", items, 2, kinds="|u1")
    if "grades" in door.arrays:
        door.weights("grades", len(door.arrays["gold_codes"]), "<f8")
    for name in [name for name in door.arrays if name.startswith("keys")]:
        door.codes(name, words, words, kinds="<i8")
    for number in range(len(columns)):
        values = door.texts(f"values{number}_ends", f"values{number}_text")
        door.codes(f"column{number}", items, values, kinds="<i8")
