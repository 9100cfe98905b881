"""Golden values: the numbers of an object stay what they are, or its revision is raised.

``LYDITE_GOLDEN=write pytest tests/laws/test_golden.py`` (in one process, with all extras installed) writes
those of new objects and parameters, and of objects whose revision was raised; it writes no others.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from golden import hebrew, number, tolerance, words
from lydite.core.errors import MissingExtra
from lydite.core.io.writing import writing
from lydite.core.spec import REGISTRIES, Declaration
from tinybert import build_model
from variations import FOLDER, changed, default

pytestmark = pytest.mark.extra
FILE = Path(__file__).parent / "golden.json"
WRITE = os.environ.get("LYDITE_GOLDEN") == "write"
HOW = "LYDITE_GOLDEN=write pytest tests/laws/test_golden.py"
OWNERS = {
    f"{o.kind} {o.name}": o
    for r in REGISTRIES.values()
    for o in r.all().values()
    if o.__module__.startswith("lydite.") and o.kind != "place"  # where work is done decides no number
}
Golden = dict[str, Any]


def objection(
    name: str, known: Golden | None, revision: int, numbers: Mapping[str, float | None], near: float
) -> str:
    """Return why numbers may not be written over those that are known; nothing where they may."""
    if known is None or revision > known["revision"]:
        return ""
    if revision < known["revision"]:
        return f"{name}: revision {revision} after {known['revision']}; a revision never falls"
    for spec, value in numbers.items():
        before = known["numbers"].get(spec, value)
        if not same(before, value, near):
            return (
                f"{name}: {spec} gave {before} and now gives {value}. If that is meant, raise its revision "
                f"(revision = {revision + 1} in the class; signatures then tell the numbers apart) and: {HOW}"
            )
    return ""


def same(before: float | None, value: float | None, near: float) -> bool:
    if before is None or value is None:
        return before is value
    return math.isclose(before, value, rel_tol=near, abs_tol=near)


def numbers_of(owner: type[Declaration], known: Golden) -> dict[str, float | None]:
    """Return the numbers by spec; those that need what is not installed are taken for what is known."""
    if "model" in owner.parameters():
        build_model(FOLDER / "model", words())
    found: dict[str, float | None] = {}
    for one in (default(owner), *(x for _, x in changed(owner))):
        spec = one.short()
        try:
            value = number(one, FOLDER)
        except MissingExtra as lacking:
            if spec not in known or not found:
                pytest.skip(str(lacking))
            found[spec] = known[spec]
            continue
        found[spec] = _rounded(value)
        if one == default(owner) and (value := hebrew(one)) is not None:
            found[f"{spec} in Hebrew"] = _rounded(value)
    return found


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else float(f"{value:.12g}")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("name", OWNERS)
def test_numbers_stay(name: str) -> None:
    owner = OWNERS[name]
    golden: Golden = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    known, near = golden.get(name), tolerance(default(owner))
    numbers = numbers_of(owner, known["numbers"] if known else {})
    if wrong := objection(name, known, owner.revision, numbers, near):
        pytest.fail(wrong)
    if WRITE:
        golden[name] = {"revision": owner.revision, "numbers": numbers}
        with writing(FILE) as out:
            json.dump(
                {k: golden[k] for k in sorted(golden) if k in OWNERS}, out, indent=1, ensure_ascii=False
            )
            out.write("\n")
        return
    assert known is not None, f"{name} has no golden value yet: {HOW}"
    assert known["revision"] == owner.revision, (
        f"{name}: write the numbers of revision {owner.revision}: {HOW}"
    )
    assert set(known["numbers"]) == set(numbers), f"{name}: its parameters are other ones now: {HOW}"


def test_nothing_else_is_golden() -> None:
    assert set(json.loads(FILE.read_text("utf-8"))) == set(OWNERS), f"an object came or went: {HOW}"


def test_most_numbers_say_something() -> None:
    """Input on which an object gives the same whatever its parameters are would hold nothing."""
    golden = json.loads(FILE.read_text("utf-8"))
    several = [set(g["numbers"].values()) for g in golden.values() if len(g["numbers"]) > 1]
    assert all(len(values) > 1 for values in several)


def test_what_is_objected_to() -> None:
    known = {"revision": 2, "numbers": {"x": 0.5, "x(k=1)": None}}
    assert objection("x", known, 2, {"x": 0.5 + 1e-12, "x(k=1)": None}, 1e-9) == ""
    assert objection("x", known, 2, {"x": 0.5, "x(k=3)": 9.0}, 1e-9) == ""  # a new parameter changes nothing
    assert objection("x", known, 3, {"x": 0.7}, 1e-9) == ""
    assert objection("x", None, 1, {"x": 0.7}, 1e-9) == ""
    assert "revision = 3" in objection("x", known, 2, {"x": 0.7}, 1e-9)
    assert "revision = " in objection("x", known, 2, {"x(k=1)": 0.7}, 1e-9)
    assert "revision" in objection("x", known, 1, {"x": 0.5}, 1e-9)
