"""Following one score through the rooms: the modules it runs, and the calls from a lower room back up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "src" / "lydite" / "data" / "demo"
MODULES = 45
TURNS = {("inference", "measures"), ("spec", "matchers"), ("knowledge", "sources")}
"""Values of sums, signatures of nested objects, entities of a phrase: what is asked through a protocol."""

FOLLOW = """
import json, sys
import lydite
home = lydite.__file__.removesuffix("__init__.py")
run, calls = set(), set()

def module(frame):
    return frame.f_code.co_filename.removeprefix(home)

def follow(frame, event, arg):
    if event != "call" or not frame.f_code.co_filename.startswith(home):
        return
    above = frame
    while above is not None:
        if above.f_code.co_name == "<module>" and above.f_code.co_filename.startswith(home):
            return  # what runs while a module is imported
        above = above.f_back
    run.add(module(frame))
    caller = frame.f_back
    while caller is not None and not caller.f_code.co_filename.startswith(home):
        caller = caller.f_back
    if caller is not None:
        calls.add((module(caller), module(frame)))

sys.setprofile(follow)
from lydite.cli import main
try:
    main(sys.argv[1:])
finally:
    sys.setprofile(None)
    print(json.dumps([sorted(run), sorted(calls)]), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def followed() -> tuple[list[str], list[list[str]]]:
    """The modules of which a function ran, and which called which."""
    asked = ["score", str(DEMO / "gold.jsonl"), str(DEMO / "speller.jsonl"), "-m", "F1(match=wordnet)@10"]
    done = subprocess.run(
        [sys.executable, "-c", FOLLOW, *asked], capture_output=True, text=True, check=True, timeout=300
    )
    assert "F1(match=wordnet)@10" in done.stdout
    modules, calls = json.loads(done.stderr.splitlines()[-1])
    return modules, calls


def test_a_score_runs_few_modules(followed: tuple[list[str], list[list[str]]]) -> None:
    modules, _ = followed
    assert len(modules) <= MODULES, "\n".join(modules)


def test_data_flows_one_way(followed: tuple[list[str], list[list[str]]]) -> None:
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0][
        "layers"
    ]
    place = {room.strip(" ()"): i for i, layer in enumerate(layers) for room in re.split("[|:]", layer)}
    rooms = {
        (a.split("/")[0].removesuffix(".py"), b.split("/")[0].removesuffix(".py")) for a, b in followed[1]
    }
    back = {(a, b) for a, b in rooms if place.get(a, -1) > place.get(b, len(place))}
    assert {(a, b) for a, b in back if a != "compiled"} <= TURNS  # a kernel runs where it was written
