"""What functions of ``import lydite`` take: every option by its name."""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import lydite
from lydite.inference import Options
from lydite.runs import SourceOptions


@pytest.mark.parametrize(
    "function", ["agree", "compare", "evaluate", "probe", "semeval", "semeval_leaderboard"]
)
def test_functions_take_the_options_of_inference_by_name(function: str) -> None:
    """Each by its name, with its default; a comparison of saved runs has their seed."""
    taken = inspect.signature(getattr(lydite, function)).parameters
    for field in dataclasses.fields(Options):
        default = None if (function, field.name) == ("compare", "seed") else field.default
        assert taken[field.name].default == default
    if function in {"evaluate", "compare"}:
        names = [f.name for f in dataclasses.fields(SourceOptions) if f.name not in {"format", "encoding"}]
        assert [taken[name].default for name in names] == [getattr(SourceOptions(), name) for name in names]
    assert not any(one.kind is one.VAR_KEYWORD for one in taken.values())


@pytest.mark.parametrize("name", [f.name for f in dataclasses.fields(Options)])
def test_each_option_gets_where_it_belongs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are handed on by place: none is mistaken for another."""
    told: list[Options] = []
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

    def keep(_: object, options: Options, *__: object) -> Any:
        told.append(options)
        raise InterruptedError

    monkeypatch.setattr("lydite.inference.summarise", keep)
    monkeypatch.setattr("lydite.inference.compare", keep)
    one = pl.DataFrame({"id": ["d"], "phrase": ["cat"], "b": ["x"], "c": ["y"]})
    for call in (
        lambda **o: lydite.evaluate(one, one, same=True, **o),
        lambda **o: lydite.compare(one, {"s": one}, same=True, **o),
    ):
        with pytest.raises(InterruptedError):
            call(**{name: values[name]})
        assert told[-1] == replace(Options(), **{name: values[name]})


@pytest.mark.parametrize("function", [lydite.evaluate, lydite.compare])
def test_what_is_said_of_sources_gets_where_it_belongs(
    function: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[SourceOptions] = []

    def keep(*given: Any, **_: object) -> None:
        told.append(given[3])
        raise InterruptedError

    monkeypatch.setattr("lydite.api.scoring.score", keep)
    names = [f.name for f in dataclasses.fields(SourceOptions) if f.name not in {"format", "encoding"}]
    given: dict[str, Any] = {"labels": ["bad", "good"], "let": {"wp": "en.wikipedia"}}
    for name in names:
        with pytest.raises(InterruptedError):
            function({}, {}, **{name: given.get(name, f"a word for {name}")})
        assert told[-1] == replace(SourceOptions(), **{name: given.get(name, f"a word for {name}")})
