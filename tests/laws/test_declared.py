"""Laws of every declared object, read from the registries."""

from __future__ import annotations

import pytest

from lydite.spec import REGISTRIES, Declared, parse
from variations import changed, default

OWNERS = [o for r in REGISTRIES.values() for o in r.all().values()]


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_parse_of_str(owner: type[Declared]) -> None:
    for one in (default(owner), *(x for _, x in changed(owner))):
        assert parse(str(one), one.kind) == one
        assert hash(parse(str(one), one.kind)) == hash(one)


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_every_parameter_changes_the_signature(owner: type[Declared]) -> None:
    base = default(owner)
    seen = {base.signature(): "default"}
    for name, other in changed(owner):
        assert other.signature() not in seen, f"{name}: {other} signs as {seen.get(other.signature())}"
        seen[other.signature()] = str(other)


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_documents_itself(owner: type[Declared]) -> None:
    assert owner.summary().endswith((".", "|)."))
    assert owner.reference
    assert all(p.help for p in owner.parameters().values())


@pytest.mark.parametrize("owner", OWNERS, ids=lambda o: f"{o.kind} {o.name}")
def test_is_found_by_its_name(owner: type[Declared]) -> None:
    assert REGISTRIES[owner.kind][owner.name] is owner
