"""Pages of the site that are made while it is built: README, and one for each name of the registries.

What a page says comes from the declaration: what it is, its formula, its parameters and the work it is from;
examples are run on the files of the demonstration, so that their output is true.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import site_examples

from lydite.cli.list_ import facts_of, usage_of
from lydite.reporting.formats.markdown import escape
from lydite.runs.schema import RENAMED
from lydite.spec import REGISTRIES, Declaration
from lydite.spec.values import spell

CONTENTS = (
    (
        "measure",
        "Measures",
        "How well a system does: phrases, labels, grades, shares of classes.",
    ),
    ("matcher", "Matchers", "How well one phrase can stand for another."),
    ("probe", "Probes", "How much of meaning vectors hold."),
    ("agreement", "Agreement", "How well matchers agree with people."),
    ("chooser", "Choosers", "Which link to follow on the way to Philosophy."),
    ("encoder", "Encoders", "What turns texts into vectors."),
    ("recommender", "Recommenders", "What recommends hashtags."),
    ("tuner", "Tuners", "How values of parameters are looked for."),
    ("tokeniser", "Tokenisers", "What cuts text into words."),
    ("normaliser", "Normalisers", "What makes spellings of one word equal."),
    ("lemmatiser", "Lemmatisers", "What leads forms of a word to one."),
    ("model", "Models", "What trains vectors."),
    ("place", "Places", "Where work is done: here, in processes, on a cluster."),
)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the pages of the registries by their paths; examples are run in a folder."""
    site_examples.prepare(folder)
    for kind, title, what in CONTENTS:
        registry = REGISTRIES[kind].all()
        yield f"reference/{kind}/index.md", "\n".join(_contents(title, what, registry))
        for name, one in registry.items():
            yield f"reference/{kind}/{name}.md", "\n".join(page(name, one, folder))


def first_page(readme: str) -> str:
    """Return README with links that hold within the site.

    >>> first_page("[a](docs/input.md) [b](LICENSE) [c](https://x.org)")
    '[a](input.md) b [c](https://x.org)'
    """
    text = re.sub(r"\[([^]]*)\]\(docs/([^)]+)\)", r"[\1](\2)", readme)
    return re.sub(r"\[([^]]*)\]\((?!https?:|#)([A-Z]\w*(?:\.\w+)?|docs)\)", r"\1", text)


def toctree(names: Iterable[str]) -> str:
    """Return pages for the contents of the site, which do not show in the page."""
    return "\n".join(["```{toctree}", ":hidden:", "", *names, "```", ""])


def _contents(title: str, what: str, registry: Mapping[str, type[Declaration]]) -> Iterator[str]:
    yield from (f"# {title}", "", what, "", "| name | what it is |", "| --- | --- |")
    for name, one in registry.items():
        yield f"| [`{name}`]({name}.md) | {_plain(one.summary()).replace('|', chr(92) + '|')} |"
    yield from ("", toctree(registry))


def page(name: str, one: type[Declaration], folder: Path) -> Iterator[str]:
    """Yield the lines of the page of one name."""
    yield from (
        f"# {name}",
        "",
        f"*{one.kind}*",
        "",
        "```text",
        textwrap.fill(usage_of(one, name), 78, subsequent_indent="    "),
        "```",
        "",
    )
    yield from _prose(inspect.getdoc(one) or "")
    yield from (f"- {fact[0].upper()}{fact[1:]}." for fact in facts_of(one))
    if undefined := getattr(one, "undefined", ""):
        yield f"- Undefined: {undefined}."
    if also := [name for name in one.also if name not in RENAMED]:
        yield f"- Called elsewhere: {', '.join(f'`{a}`' for a in also)}."
    yield ""
    if parameters := one.parameters().values():
        yield from ("## Parameters", "", "| name | what it does | takes |", "| --- | --- | --- |")
        for p in parameters:
            default = "required" if p.required else f"default `{spell(p.default)}`"
            yield f"| `{p.name}` | {escape(p.help)} | {escape(p.takes)}; {default} |"
        yield ""
    if command := site_examples.command(one.kind, name):
        yield from (
            "## Example",
            "",
            "In the folder that `lydite demo --files demo` writes:",
            "",
            "```console",
        )
        for store, before in site_examples.STORES.items():
            if store in command:
                yield from (f"$ {line}" for line in before)
        yield from (f"$ {command}", site_examples.run(command, folder), "```", "")


def _prose(text: str) -> Iterator[str]:
    """Yield a docstring: prose as it is, doctests as code; lines with an equals sign between are formulas."""
    for part in text.split("\n\n"):
        if part.lstrip().startswith(">>>"):
            yield from ("```pycon", part, "```", "")
        else:
            yield from (_plain(part), "")


def _plain(part: str) -> str:
    """Return a paragraph: names in double ticks in single ones, and nothing else is markup."""
    pieces = re.split(r"(``.+?``|`[^`]+`)", part.replace("\n", " "))
    return "".join(
        f"`{piece.strip('`')}`" if at % 2 else re.sub(r"([*_<>|\[\]])", r"\\\1", re.sub(r":\w+:$", "", piece))
        for at, piece in enumerate(pieces)
    )
