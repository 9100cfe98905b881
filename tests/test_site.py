"""The pages that the site makes of the registries: each has an example, and examples run."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from types import ModuleType

import pytest

from lydite.spec import REGISTRIES

TOOLS = Path(__file__).parent.parent / "tools"
SHOWN = [(kind, name) for kind in ("measure", "matcher", "probe") for name in REGISTRIES[kind].all()]
FEW = {"F1", "smallest_k", "wikipedia", "analogy"}


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("site_pages")


def test_every_kind_has_its_pages(pages: ModuleType) -> None:
    assert {kind for kind, *_ in pages.CONTENTS} == {k for k, r in REGISTRIES.items() if r.all()}


def test_examples_run(pages: ModuleType, tmp_path: Path) -> None:
    """All of them in ``make test-full``; all are there in any case."""
    pages.site_examples.prepare(tmp_path)
    for kind, name in SHOWN:
        assert name in pages.site_examples.command(kind, name)
        if os.environ.get("LYDITE_FULL") or name in FEW:
            text = "\n".join(pages.page(name, REGISTRIES[kind].all()[name], tmp_path))
            assert text.startswith(f"# {name}\n")
            assert "## Example" in text
            assert text.count("\n```") % 2 == 0


def test_links_of_the_first_page_hold(pages: ModuleType) -> None:
    assert pages.first_page("[a](docs/input.md) [b](LICENSE) [c](https://x.org)") == (
        "[a](input.md) b [c](https://x.org)"
    )
