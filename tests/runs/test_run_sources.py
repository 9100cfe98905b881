"""Runs of strangers: the files that their specs name are not opened, and no page quotes them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import sample_runs
from lydite.cli import main
from lydite.runs import pack_run
from sample_runs import put_together, taken_apart

WORDS = "topsecret\tfirst line of a file\n"
SPECS = [
    "F1(match=thesaurus(store=FILE))",
    "F1(match=lsa(corpus=FILE))",
    "F1(match=nist(corpus=FILE))",
    "F1(match=cosine(vectors=FILE))",
    "F1(match=cosine(vectors=vectors(file=FILE)))",
    "F1(match=wordnet(store=FILE))",
    "F1(match=meaning(model=FILE))",
    "F1(match=meaning(frequencies=FILE))",
    "F1(match=meaning(vectors=FILE))",
    "F1(match=meaning(encoder=transformers(model=FILE)))",
    "F1(match=wikipedia(store=FILE))",
    "F1(match=bilingual(store=FILE))",
    "reval(thesaurus=FILE)",
    "smallest_k(thesaurus=FILE)",
]
opened: list[str] = []
watched: list[str] = []
hooked: list[bool] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if watched and event == "open" and str(arguments[0]).startswith(watched[0]):
        opened.append(str(arguments[0]))


@pytest.fixture
def secret(tmp_path: Path) -> Any:
    """Yield a file of which every opening is noticed."""
    if not hooked:
        sys.addaudithook(_hook)  # stays for the whole process
        hooked.append(True)
    file = tmp_path / "secret"
    file.write_text(WORDS, "utf-8")
    opened.clear()
    watched[:] = [str(file)]
    yield file
    watched.clear()


def naming(spec: str, signature: str | None = None) -> bytes:
    """Return a run with items whose first measure has another spec."""
    header, arrays = taken_apart(pack_run(sample_runs.phrases(["F1", "P"])))
    for block in header["blocks"]:
        for system in block["systems"]:
            system["measures"][0]["spec"] = spec
            system["measures"][0]["signature"] = signature or system["measures"][0]["signature"]
    return put_together(header, arrays)


def run(*command: object) -> object:
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, command)))
    return ended.value.code


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_is_opened_that_only_a_run_names(
    spec: str, secret: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger, page = tmp_path / "stranger.run", tmp_path / "page.html"
    stranger.write_bytes(naming(spec.replace("FILE", str(secret))))
    assert run("report", stranger, "-o", page, "--bootstrap", 20) == 0
    again = ("--save", tmp_path / "again.run", "-f", "html", "-o", tmp_path / "again.html")
    assert run("compare", stranger, "--bootstrap", 20, "--test", "none", *again) == 0
    run("gate", stranger, stranger, "--system", "speller", "--bootstrap", 20)
    run("report", tmp_path / "again.run", "-o", tmp_path / "third.html", "--bootstrap", 20)
    told = "".join(p.read_text("utf-8") for p in tmp_path.glob("*.html")) + "".join(capsys.readouterr())
    assert "topsecret" not in told
    assert opened == []


def test_what_is_signed_or_named_is_shown(
    secret: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same content as signed, or the measure named with its source: items are there."""
    source, page = tmp_path / "tags.tsv", tmp_path / "page.html"
    source.write_text("cat\tkitten\n", "utf-8")
    spec = f"F1(match=thesaurus(store={source}))"
    saved = tmp_path / "mine.run"
    sample_runs.phrases([spec]).save(saved)
    assert run("report", saved, "-o", page, "--bootstrap", 20) == 0
    assert "items are not shown" not in page.read_text("utf-8")
    source.write_text("cat\tother\n", "utf-8")
    assert run("report", saved, "-o", page, "--bootstrap", 20) == 0
    assert "items are not shown" in page.read_text("utf-8")
    assert run("report", saved, "-o", page, "-m", spec, "--bootstrap", 20) == 0
    assert "items are not shown" not in page.read_text("utf-8")
    source.write_text("topsecret\n", "utf-8")
    assert run("report", saved, "-o", page, "-m", spec, "--bootstrap", 20) in (0, 2)
    assert "topsecret" not in page.read_text("utf-8") + "".join(capsys.readouterr())
    assert opened == []
