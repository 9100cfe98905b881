"""What users typed wrongly is quoted with 80 characters at most, however long it was."""

from __future__ import annotations

import pytest

from command import caller
from lydite.core.errors import SpecError
from lydite.core.spec import parse

LONG = "x" * 200_000


@pytest.mark.parametrize(
    "spec",
    [
        LONG,
        f"F1(match={LONG})",
        f"F1({LONG}=1)",
        f"F1@{LONG}",
        f"F1(match=stem)@10{LONG}",
        f'F1(match="{LONG}")',
        f"F1@{'1' * 500}",
        "(" * 5_000,
    ],
)
def test_long_wrong_specs(spec: str) -> None:
    with pytest.raises(SpecError) as error:
        parse(spec)
    assert len(str(error.value)) < 300
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("option", ["--interval", "--on", "--define", "--measure", "--best"])
def test_long_wrong_options(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, told = caller(capsys)("score", "gold.json", "run.json", option, LONG)
    assert status == 2
    assert len(told) < 400
