"""Presets in files: values that were tuned, with where they come from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, SpecError, did_you_mean
from lydite.files import contents, writing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.spec.declared import Declaration
    from lydite.spec.values import Resource

KIND = "lydite preset"


def read_preset(owner: type[Declaration], source: Resource) -> dict[str, Any]:
    """Return the values of a preset file, each as its parameter allows; what it does not name is default."""
    from lydite.spec.declared import check

    path = source.file
    if not path.is_file():
        known = ", ".join(owner.presets)
        hint = did_you_mean(source.path, owner.presets)
        raise SpecError(f"{owner.name}: there is no preset {source.path!r}{hint} ({known}), nor such a file")
    try:
        record = json.loads(contents(path))
        values = record["values"]
        if record["kind"] != KIND or not isinstance(values, dict):
            raise InputError("is not a preset", path)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError("is not a preset that lydite tune wrote", path) from error
    if record.get("matcher") != owner.name:
        raise InputError(f"is a preset of {record.get('matcher')}, not of {owner.name}", path)
    allowed = owner.presets["default"]
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
    return allowed | values


def write_preset(path: str | Path, one: Declaration, provenance: Mapping[str, Any]) -> None:
    """Write the values of an object as a preset, whole or not at all."""
    values = {name: one.settings[name] for name in one.presets["default"]}
    record = {
        "kind": KIND,
        "schema": 1,
        "matcher": one.name,
        "values": values,
        "provenance": dict(provenance),
    }
    with writing(path) as out:
        out.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
