"""Third-party objects, by entry point."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass

import pytest

from lydite.core.errors import SpecError
from lydite.core.spec import REGISTRIES, Registry
from lydite.matchers import KeyMatcher


@dataclass(frozen=True)
class FirstLetter(KeyMatcher):
    """Equal first letters."""

    name = "first_letter"
    reference = "this test"

    def key(self, phrase: str) -> str:
        return phrase[:1]


class _Entry:
    name = "first_letter"

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def load(self) -> object:
        return self.thing


def test_entry_points_join_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [_Entry(FirstLetter)])
    registry = Registry("matcher", "lydite.matchers")
    Registry.all.cache_clear()
    try:
        assert registry["first_letter"] is FirstLetter
        assert "stem" in registry.all()
    finally:
        Registry.all.cache_clear()


def test_an_entry_point_that_is_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [_Entry(int)])
    Registry.all.cache_clear()
    try:
        with pytest.raises(SpecError, match=r"first_letter of lydite\.matchers"):
            Registry("matcher", "lydite.matchers").all()
    finally:
        Registry.all.cache_clear()


@pytest.mark.parametrize("kind", REGISTRIES)
def test_every_object_stands_in_a_file_of_its_name(kind: str) -> None:
    """So that one is found without importing all others of its kind."""
    ours = [c for c in REGISTRIES[kind].all().values() if c.__module__.startswith("lydite.")]
    homes = {c.name: c.__module__.rpartition(".")[2] for c in ours}
    assert homes == {name: name.lower() for name in homes}
