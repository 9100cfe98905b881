"""The coefficients of ``meaning``: those that were learned, and those of a file."""

from __future__ import annotations

import hashlib
import json
from importlib import resources

import pytest

import lydite
from lydite.matchers.meaning import EMBEDDED, SIGNS, STEEPEST, load_model

DIGEST = "af01e8ef137eaf0b"


def test_the_coefficients_are_those_that_were_learned():
    content = resources.files("lydite").joinpath(EMBEDDED).read_bytes()
    assert hashlib.sha256(content).hexdigest()[:16] == load_model().digest == DIGEST
    found = json.loads(content)
    assert found["made by"] == "tools/meaning.py"
    assert set(found["votes"]) >= {"HyperLex training", "SWORDS dev", "SimLex-999"} >= set(found["licences"])
    for part in ("plain", "vectors"):
        for name, weight in found[part]["weights"].items():
            assert weight * SIGNS[name] >= 0


def test_nothing_is_accepted_beyond_a_chance_of_1(tmp_path):
    """Coefficients as steep as may be neither divide by 0 nor overflow."""
    each = STEEPEST / 7
    for bias, expected in ((each, 0.0), (-each, 1.0)):
        part = {"weights": {name: sign * each for name, sign in SIGNS.items()}, "bias": bias}
        file = tmp_path / "model.json"
        file.write_text(json.dumps({"plain": part, "vectors": part}), "utf-8")
        assert lydite.matcher(f'meaning(ask=kind, model="{file}")').score("food", "cake") == pytest.approx(
            expected
        )
