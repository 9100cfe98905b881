"""Presets in files: taken wherever a preset is, and refused where they are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lydite
from command import run as run_lydite
from lydite.errors import InputError, SpecError
from lydite.probes.agreement import QuestionSet
from lydite.tuning import tune
from lydite.tuning.figures import TuningFigures


def test_a_preset_file_is_taken_wherever_a_preset_is(questions: QuestionSet, tmp_path: Path) -> None:
    from lydite.spec.preset_file import write_preset

    found = tune([questions], "wordnet", "pso(particles=6, iterations=5)", objective=["spearman"], folds=2)
    record = TuningFigures.of(found).record()
    write_preset(tmp_path / "ours.json", found.matcher, found.space.names, record)
    spec = f'wordnet(preset="{tmp_path}/ours.json")'
    left, right = ["food", "cake", "dog"], ["cake", "food", "animal"]
    by_file = lydite.matcher(spec).pairs(left, right).tolist()
    assert by_file == lydite.matcher(record["spec"]).pairs(left, right).tolist()
    assert by_file != lydite.matcher("wordnet").pairs(left, right).tolist()
    assert lydite.matcher(str(lydite.matcher(spec))) == lydite.matcher(spec)
    signed = lydite.matcher(spec).signature()
    assert str(tmp_path) not in signed
    assert "ours.json:" in signed
    gold = {"a": ["cake"]}
    assert lydite.evaluate(gold, {"a": ["food"]}, f"F1(match={spec})", bootstrap=0)[0].value == by_file[0]
    assert json.loads((tmp_path / "ours.json").read_text())["provenance"]["objectives"][0]["digest"]


def test_presets_of_matchers_that_declare_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``preset=FILE`` gives the values as if they had been typed, and what is typed wins."""
    ours, pairs = tmp_path / "ours.json", tmp_path / "pairs.csv"
    rows = ["big red car,car,3", "car,big red car,1", "old car park,car,2", "red car,big car,0", "x,y,0"]
    pairs.write_text("\n".join(["candidate,reference,rating", *rows]) + "\n", "utf-8")
    asked = ("tune", "matcher", pairs, "--method", "random(samples=4)", "--folds", "0", "--preset", ours)
    plain = ("--objective", "spearman", "--bootstrap", "0")
    assert run_lydite(*asked, "--using", "meteor(synonyms=no)", "-p", "alpha", *plain) == 0
    tuned = json.loads(ours.read_text())["values"]["alpha"]
    by_file = lydite.matcher(f'meteor(synonyms=no, preset="{ours}")')
    assert by_file == lydite.matcher(f"meteor(synonyms=no, alpha={tuned})")
    assert f"alpha={tuned}" in by_file.signature()
    assert lydite.matcher(f'meteor(alpha=0.25, preset="{ours}")').arguments()["alpha"] == 0.25
    with pytest.raises(InputError, match="is a preset of meteor, not of rouge"):
        lydite.matcher(f'rouge(preset="{ours}")')
    with pytest.raises(SpecError, match="there is no file 'nowhere.json' with a preset"):
        lydite.matcher("meteor(preset=nowhere.json)")
    capsys.readouterr()
    assert run_lydite(*asked, "-p", "threshold") == 2
    assert "presets of wordnet do not hold threshold" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "is not a preset that lydite tune wrote"),
        ("[1]", "is not a preset"),
        ("no json", "is not a preset"),
        ('{"kind": "lydite preset", "matcher": "wikipedia", "values": {}}', "is a preset of wikipedia"),
        ('{"kind": "lydite preset", "matcher": "wordnet", "values": {"simm": 1}}', "did you mean sim"),
        ('{"kind": "lydite preset", "matcher": "wordnet", "values": {"sim": 7}}', "sim takes"),
        ('{"kind": "lydite preset", "matcher": "wordnet", "values": {"sim": "x"}}', "sim"),
    ],
)
def test_bad_presets(content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(content)
    with pytest.raises(InputError, match=said):
        lydite.matcher(f'wordnet(preset="{tmp_path}/p.json")')
