"""Write docs/reference.md, a page of the site, from the registries and the command line.

It names everything a user can name, as ``lydite list NAME`` and ``--help`` do. It is not kept in git.
"""

from __future__ import annotations

import contextlib
import inspect
import io
from pathlib import Path
from typing import Any

from lydite.cli import application, main
from lydite.core.spec import REGISTRIES
from lydite.reporting.formats.markdown import escape

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
HEAD = """\
# Reference

Written by `tools/reference.py` from the registries and the command line; do not edit.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, "## Commands\n"]
    parts += [_command(name, command) for name, command in _commands(application(), "lydite")]
    for kind, registry in REGISTRIES.items():
        if registry.all():
            parts.append(f"## {kind.capitalize()}s\n")
            parts += [f"### `{name}`\n\n```text\n{_explained(name)}\n```\n" for name in registry.all()]
    return "\n".join(parts)


def _commands(group: Any, above: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        full = f"{above} {name}"
        found += _commands(command, full) if hasattr(command, "list_commands") else [(full, command)]
    return found


def _command(name: str, command: Any) -> str:
    lines = [f"### `{name}`\n", *map(escape, inspect.cleandoc(command.help or "").split("\n")), ""]
    for parameter in (p for p in command.params if not getattr(p, "hidden", False)):
        option = parameter.param_type_name == "option"
        spelled = ", ".join(parameter.opts) if option else (parameter.metavar or parameter.name).upper()
        choices = ", ".join(f"`{choice}`" for choice in getattr(parameter.type, "choices", ()))
        taken = f" ({choices})" if choices else ""
        lines.append(
            f"- `{spelled}`: {escape(getattr(parameter, 'about', None) or parameter.help or '')}{taken}"
        )
    return "\n".join([*lines, ""])


def _explained(name: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(["list", name])
    return "\n".join(line.rstrip() for line in out.getvalue().strip().split("\n"))


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
