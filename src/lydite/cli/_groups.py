"""Groups of options that commands take together, each declared in one class."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Annotated, Any, get_origin, get_type_hints


class OptionGroup:
    """Options that several commands take together: fields that are annotated with how they are given."""


def is_group(hint: Any) -> bool:
    """Whether a parameter stands for the options of a group."""
    return isinstance(hint, type) and issubclass(hint, OptionGroup)


def options(kind: Any, defaults: dict[str, Any]) -> Iterator[inspect.Parameter]:
    """Yield the fields of a group that are options, in order, as parameters."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if get_origin(hints[field.name]) is Annotated:
            made = field.default if field.default_factory is MISSING else field.default_factory()
            default = defaults.get(field.name, made)
            yield inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, annotation=hints[field.name], default=default
            )
