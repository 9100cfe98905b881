"""What functions of ``import lydite`` take: every option by its name."""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import lydite
from lydite import api
from lydite.core.errors import InputError
from lydite.core.options import all_options
from lydite.inference import Inference, Testing
from lydite.runs import Policy, Reading, Request, Run

KEYS = {
    "agree": (api.InferenceKeys, Inference),
    "compare": (api.CompareKeys, Request, Inference, Testing),
    "compare_runs": (api.RunKeys, Inference, Testing),
    "evaluate": (api.ScoreKeys, Request, Inference),
    "probe": (api.InferenceKeys, Inference),
    "semeval": (api.InferenceKeys, Inference),
    "semeval_leaderboard": (api.InferenceKeys, Inference),
}


@pytest.mark.parametrize("function", KEYS)
def test_functions_take_the_options_of_their_groups_by_name(function: str) -> None:
    """Each by its name, with its default; a comparison of saved runs has their seed."""
    keys, *groups = KEYS[function]
    declared = all_options(*groups)
    taken = inspect.signature(getattr(lydite, function)).parameters
    assert typed(keys) == set(declared)
    for name, one in declared.items():
        assert taken[name].default == (None if (function, name) == ("compare_runs", "seed") else one.default)
    assert not any(one.kind is one.VAR_KEYWORD for one in taken.values())


def typed(keys: Any) -> set[str]:
    """Return the names that type checkers know."""
    return set(keys.__required_keys__ | keys.__optional_keys__)


@pytest.mark.parametrize("name", ["bootstrap", "seed", "interval", "level", "judge", "same", "ties"])
def test_options_that_have_a_value_are_not_none(name: str) -> None:
    with pytest.raises(InputError, match=f"^{name}: expected .*not None"):
        lydite.evaluate({"a": ["x"]}, {"a": ["y"]}, "F1", **{name: None})  # type: ignore[arg-type]


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="'bootstraps'; did you mean bootstrap"):
        lydite.evaluate({}, {}, bootstraps=3)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", [f.name for f in dataclasses.fields(Inference)])
def test_each_option_gets_where_it_belongs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is mistaken for another."""
    told: list[Inference] = []
    values = {
        "bootstrap": 7,
        "seed": 3,
        "interval": "bca",
        "level": 0.8,
        "cluster": "c",
        "by": "b",
        "chance": 4,
    }
    values |= {"judge": "value"}

    def keep(_: object, options: Inference, *__: object) -> Any:
        told.append(options)
        raise InterruptedError

    monkeypatch.setattr(Run, "results", keep)
    monkeypatch.setattr(Run, "comparison", keep)
    one = pl.DataFrame({"id": ["d"], "phrase": ["cat"], "b": ["x"], "c": ["y"]})
    for call in (
        lambda **o: lydite.evaluate(one, one, same=True, **o),
        lambda **o: lydite.compare(one, {"s": one}, same=True, **o),
    ):
        with pytest.raises(InterruptedError):
            call(**{name: values[name]})
        assert told[-1] == replace(Inference(), **{name: values[name]})


@pytest.mark.parametrize("function", [lydite.evaluate, lydite.compare])
def test_what_is_said_of_sources_gets_where_it_belongs(
    function: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Request] = []

    def keep(request: Request, *_: object) -> None:
        told.append(request)
        raise InterruptedError

    monkeypatch.setattr("lydite.runs.performing.perform", keep)
    given: dict[str, Any] = {"labels": ["bad", "good"], "let": {"wp": "en.wikipedia"}}
    for name, one in all_options(Reading, Policy).items():
        value = given.get(name) or (True if one.type is bool else (*one.choices, f"a word for {name}")[0])
        with pytest.raises(InterruptedError):
            function({}, {}, **{name: value})
        expected = {**vars(Reading()), **vars(Policy()), name: value}
        assert {**vars(told[-1].reading), **vars(told[-1].policy)} == expected
