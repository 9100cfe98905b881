"""What a newcomer adds takes one file: done in a copy of the package, and used from the shell."""

from __future__ import annotations

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "lydite"
DEMO = SOURCE / "data" / "demo"

FORMAT = '''
import json

from lydite.reporting.formats.json import record


def render(report, digits, width):
    """Return one line for each key."""
    return "\\n".join(f"{key}: {json.dumps(value)}" for key, value in record(report).items())
'''
MEASURE = '''
from dataclasses import dataclass

from lydite.measures.phrases.rr import RR


@dataclass(frozen=True)
class Halved(RR):
    """Half of the reciprocal rank."""

    name = "halved"
    reference = "a test"

    def statistics(self, items):
        return super().statistics(items) * [0.5, 1]
'''
PROBE = '''
from dataclasses import dataclass

from lydite.probes.topk import Topk


@dataclass(frozen=True)
class Kin(Topk):
    """Topk under another name."""

    name = "kin"
    reference = "a test"
'''
AGREEMENT = '''
from dataclasses import dataclass

from lydite.probes.agreement.metrics.sr import SR


@dataclass(frozen=True)
class Ranked(SR):
    """Substitute ranking under another name."""

    name = "ranked"
    reference = "a test"
'''
CHOOSER = '''
from dataclasses import dataclass

from lydite.probes.hop.choosers.base import Chooser
from lydite.probes.hop.choosers.nth import nth


@dataclass(frozen=True)
class Fore(Chooser):
    """Always the first link, under another name."""

    name = "fore"
    reference = "a test"

    def rates(self, links, web):
        return nth(links, 1)
'''
ADDED = {
    "reporting/formats/yaml.py": FORMAT,
    "measures/phrases/halved.py": MEASURE,
    "probes/kin.py": PROBE,
    "probes/agreement/metrics/ranked.py": AGREEMENT,
    "probes/hop/choosers/fore.py": CHOOSER,
}
OPTIONS = "inference/options.py"
OPTION = '    mood: Annotated[str, Option("One option more.")] = "calm"\n'
SCORING = ["score", "semeval", "probe", "agree", "hop"]

WIKI = """<mediawiki xml:lang="en"><siteinfo><sitename>W</sitename><dbname>w</dbname><case>first-letter</case>
<namespaces><namespace key="0" case="first-letter" /></namespaces></siteinfo>
<page><title>Philosophy</title><ns>0</ns><id>1</id><revision><text>A study.</text></revision></page>
<page><title>Stone</title><ns>0</ns><id>2</id><revision><text>Of [[philosophy]].</text></revision></page>
</mediawiki>
"""


def documented_matcher() -> str:
    """Return the example of docs/extending.md."""
    found = re.search(
        r"```python\n# src/lydite/(\S+)\n(.*?)```", (ROOT / "docs/extending.md").read_text(), re.DOTALL
    )
    assert found is not None
    assert found[1] == "matchers/surface/same_length.py"
    return found[2]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with one new file for each thing, and one option more in one file."""
    copy = tmp_path_factory.mktemp("house") / "lydite"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in (ADDED | {"matchers/surface/same_length.py": documented_matcher()}).items():
        assert not (copy / name).exists()
        (copy / name).write_text(text, "utf-8")
    options = (copy / OPTIONS).read_text("utf-8")
    head, mark, tail = options.partition("    seed: Seed = 0")
    assert mark
    (copy / OPTIONS).write_text(f"{head}{OPTION}{mark}{tail}", "utf-8")
    return copy


def lydite(house: Path, *args: object) -> str:
    environment = os.environ | {"PYTHONPATH": str(house.parent), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-m", "lydite", *map(str, args)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=house.parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_copy_differs_in_what_was_added_and_one_edited_file(house: Path) -> None:
    old = {str(p.relative_to(SOURCE)) for p in SOURCE.rglob("*.py")}
    new = {str(p.relative_to(house)) for p in house.rglob("*.py")}
    assert new - old == {*ADDED, "matchers/surface/same_length.py"}
    assert filecmp.cmpfiles(SOURCE, house, old, shallow=False)[1] == [OPTIONS]


def test_a_format(house: Path) -> None:
    out = lydite(house, "score", DEMO / "gold.jsonl", DEMO / "speller.jsonl", "-m", "F1", "--format", "yaml")
    found = dict(line.split(": ", 1) for line in out.splitlines())
    assert json.loads(found["results"])[0]["measure"] == "F1"
    assert lydite(house, "match", "food", "cake", "-f", "yaml").splitlines()[1] == 'candidate: "food"'
    assert "|text|yaml" in lydite(house, "semeval", "--help")


@pytest.mark.parametrize("command", SCORING)
def test_an_option(house: Path, command: str) -> None:
    assert "One option more.  [default: calm]" in lydite(house, command, "--help")


def test_a_measure_and_a_matcher(house: Path) -> None:
    asked = [
        "-m",
        "RR",
        "-m",
        "halved",
        "-m",
        "F1(match=same_length(at_most=3))",
        "--bootstrap",
        "0",
        "-f",
        "json",
    ]
    out = lydite(house, "score", DEMO / "gold.jsonl", DEMO / "speller.jsonl", *asked)
    whole, half, soft = (r["value"] for r in json.loads(out)["results"])
    assert half == whole / 2
    assert 0 < soft <= 1
    assert "Equal numbers of words" in lydite(house, "list", "same_length")
    assert lydite(house, "match", "a b", "c d", "--using", "same_length") == "1.0000\n"


def test_a_probe(house: Path) -> None:
    (house.parent / "v.txt").write_text("cat 1 0\ndog 1 0.1\nred 0 1\nblue 0.1 1\n")
    (house.parent / "t.json").write_text('{"pets": ["cat", "dog"], "colours": ["red", "blue"]}')
    out = lydite(house, "probe", "v.txt", "--test-set", "t.json", "-m", "kin(k=1)", "-f", "json")
    assert json.loads(out)["results"][0]["value"] == 1.0


def test_an_agreement(house: Path) -> None:
    asked = ["-m", "ranked", "-m", "SR", "--using", "same_length", "--no-baselines", "-f", "json"]
    results = json.loads(lydite(house, "agree", "thesis", *asked))["results"]
    assert results[0]["measure"] == "ranked"
    assert results[0]["value"] == results[1]["value"]


def test_a_chooser(house: Path) -> None:
    (house.parent / "wiki.xml").write_text(WIKI)
    lydite(house, "build", "wikipedia", "wiki.xml", "-o", "store")
    out = lydite(house, "hop", "store", "--choose", "fore", "-f", "json")
    assert json.loads(out)["results"][0]["value"] == 1.0
