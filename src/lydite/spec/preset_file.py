"""Presets in files: values that were tuned, with where they come from.

A matcher whose parameters follow a preset (``wordnet``) takes the file in its place: what is given by name
wins, and its signature holds the file's name and digest. Of any other one ``preset=FILE`` gives the values as
if they had been typed, and its spec holds them.
"""

from __future__ import annotations

import json
import typing
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, SpecError, did_you_mean
from lydite.files import contents, user_path, writing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from lydite.spec.declared import Declaration
    from lydite.spec.values import Resource

KIND = "lydite preset"
PRESET = "preset"


def follows_files(owner: type[Declaration]) -> bool:
    """Whether the parameters of an object follow a preset that may be a file."""
    from lydite.spec.values import Resource

    own = owner.parameters().get(PRESET)
    return own is not None and Resource in typing.get_args(own.type)


def names_file(owner: type[Declaration], value: Any) -> bool:
    """Whether ``preset=`` gives a file to an object that takes none itself."""
    known = PRESET in owner.parameters()
    return not follows_files(owner) and (not known or str(getattr(value, "name", value)).endswith(".json"))


def read_preset(owner: type[Declaration], source: Resource) -> dict[str, Any]:
    """Return the values of a preset file, each as its parameter allows; what it does not name is default."""
    allowed = owner.presets["default"]
    if not source.file.is_file():
        known = ", ".join(owner.presets)
        hint = did_you_mean(source.path, owner.presets)
        raise SpecError(f"{owner.name}: there is no preset {source.path!r}{hint} ({known}), nor such a file")
    values = _values(owner, source.file, allowed)
    if empty := [name for name, value in values.items() if value is None and allowed[name] is not None]:
        raise InputError(f"{empty[0]} has no value", source.file)
    return allowed | values


def typed_preset(owner: type[Declaration], path: str) -> dict[str, Any]:
    """Return the values of a preset file for a matcher that declares no presets."""
    file = user_path(path)
    if not file.is_file():
        raise SpecError(f"{owner.name}: there is no file {path!r} with a preset (tune matcher --preset)")
    return _values(owner, file, owner.parameters())


def _values(owner: type[Declaration], path: Path, allowed: Collection[str]) -> dict[str, Any]:
    from lydite.spec.declared import check

    try:
        record = json.loads(contents(path))
        values = record["values"]
        if record["kind"] != KIND or not isinstance(values, dict):
            raise InputError("is not a preset", path)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError("is not a preset that lydite tune wrote", path) from error
    if record.get("matcher") != owner.name:
        raise InputError(f"is a preset of {record.get('matcher')}, not of {owner.name}", path)
    for name, value in values.items():
        if name not in allowed:
            known = ", ".join(allowed)
            raise InputError(
                f"there is no value {name!r}{did_you_mean(name, allowed)} (values: {known})", path
            )
        try:
            values[name] = check(owner, owner.parameters()[name], value)
        except SpecError as error:
            raise InputError(str(error), path) from error
    return dict(values)


def ensure_in_preset(one: Declaration, tuned: Collection[str], path: Path) -> None:
    """Refuse a preset that could not hold what is tuned: it would be another matcher when it is read."""
    allowed = _held(one, tuned)
    if lost := [name for name in tuned if name not in allowed]:
        raise InputError(
            f"presets of {one.name} do not hold {lost[0]} ({', '.join(allowed)}): use the spec",
            path,
        )


def write_preset(
    path: str | Path, one: Declaration, tuned: Collection[str], provenance: Mapping[str, Any]
) -> None:
    """Write the values of an object as a preset: all that its presets hold, or those that were tuned."""
    record = {
        "kind": KIND,
        "schema": 1,
        "matcher": one.name,
        "values": {name: one.settings[name] for name in _held(one, tuned)},
        "provenance": dict(provenance),
    }
    with writing(path) as out:
        out.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")


def _held(one: Declaration, tuned: Collection[str]) -> Collection[str]:
    return one.presets["default"] if follows_files(type(one)) else tuned
