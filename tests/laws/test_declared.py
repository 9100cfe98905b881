"""Laws of every declared object, read from the registries."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from lydite.core.errors import MissingExtra
from lydite.core.spec import REGISTRIES, Declaration, param, parse
from lydite.matchers import KeyMatcher
from variations import FOLDER, changed, default

pytestmark = pytest.mark.extra
OWNERS = [o for r in REGISTRIES.values() for o in r.all().values()]


def signed(one: Declaration) -> str:
    """Return the signature; what needs weights that are not installed cannot sign."""
    try:
        return one.signature()
    except MissingExtra as lacking:
        pytest.skip(str(lacking))


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_parse_of_str(owner: type[Declaration]) -> None:
    for one in (default(owner), *(x for _, x in changed(owner))):
        assert parse(str(one), one.kind) == one
        assert hash(parse(str(one), one.kind)) == hash(one)


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_every_parameter_changes_the_signature(owner: type[Declaration]) -> None:
    seen = {signed(default(owner)): "default"}
    for name, other in changed(owner):
        if owner.parameters()[name].speed if name != "cut" else False:
            assert signed(other) == signed(default(owner))
            continue
        if other.settings == default(owner).settings and signed(other) == signed(default(owner)):
            continue  # it spells out what the default means
        assert signed(other) not in seen, f"{name}: {other} signs as {seen.get(signed(other))}"
        seen[signed(other)] = str(other)


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_no_signature_names_a_path(owner: type[Declaration]) -> None:
    for one in (default(owner), *(x for _, x in changed(owner))):
        assert str(FOLDER) not in signed(one)
        assert str(FOLDER.name) not in signed(one)


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_signatures_are_joined_in_one_place(owner: type[Declaration]) -> None:
    assert owner.signature is Declaration.signature, "what numbers depend on is said by sources()"


@dataclass(frozen=True)
class Sourced(KeyMatcher):
    """A matcher with all that a signature may hold."""

    name = "sourced"
    revision = 3
    presets = {"plain": {"depth": 2}, "deep": {"depth": 9}}  # noqa: RUF012

    store: str = param("here", help="where")
    preset: str = param("plain", help="whence", choices=lambda: Sourced.presets)
    depth: int | None = param(None, help="how deep")
    batch: int = param(8, help="how many at a time", speed=True)

    def sources(self) -> dict[str, str]:
        return {"store": "words 1.0:abc", "weights": "w:def", "stop": "none"}


def test_a_signature_in_full() -> None:
    sources = 'weights="w:def", stop=none, revision=3'
    assert Sourced().signature() == f'sourced(store="words 1.0:abc", preset=plain, depth=preset:2, {sources})'
    deep = Sourced(preset="deep", batch=1)
    assert deep.signature() == f'sourced(store="words 1.0:abc", preset=deep, depth=preset:9, {sources})'
    given = Sourced(preset="deep", depth=9)
    assert given.signature() == f'sourced(store="words 1.0:abc", preset=deep, depth=9, {sources})'
    assert (deep.settings["depth"], given.settings["depth"], Sourced().settings["batch"]) == (9, 9, 8)
    assert str(deep) == "sourced(preset=deep, batch=1)"


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_documents_itself(owner: type[Declaration]) -> None:
    assert owner.summary().endswith((".", "|)."))
    assert owner.cited() or owner.kind == "place"  # where work is done is no method
    assert all(p.help for p in owner.parameters().values())


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_is_found_by_its_name(owner: type[Declaration]) -> None:
    assert REGISTRIES[owner.kind][owner.name] is owner
