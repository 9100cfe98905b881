"""Stores and runs that were altered, with digests that fit: refused before anything is looked up there."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faults.refusals import refused
from lydite.core.store import content, identity
from lydite.runs import with_seal

FREE = {"label_names", "label_counts", "graph_breadths", "sense_counts"}  # any number goes there
STORES = {
    "wikipedia": ("miniature", ["match", "mars", "planet", "-u", "wikipedia(store=there)"]),
    "wordnet": ("wordnet", ["match", "café", "place", "-u", "wordnet(store=there)"]),
    "wiktionary": ("wiktionary", ["match", "café", "coffee house", "-u", "wiktionary(store=there)"]),
}


def seal_anew(store: Path, name: str, array: Any) -> None:
    """Copy a store with another array in it, and digests that fit."""
    shutil.rmtree("there", ignore_errors=True)
    shutil.copytree(store, "there")
    array.tofile(f"there/{name}.bin")
    manifest = json.loads((store / "manifest.json").read_bytes())
    manifest["arrays"][name]["digest"] = content(array)
    manifest["digest"] = identity(*(manifest[key] for key in ("kind", "version", "arrays", "notes")))
    Path("there/manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize("kind", STORES)
def test_arrays_that_do_not_belong_together(run: Any, sound: Path, kind: str) -> None:
    """One number of an array out of range, and its digest made to fit: nothing is looked up there."""
    store, args = STORES[kind]
    status, err = run(*args[:-1], args[-1].replace("there", json.dumps(str(sound / store))))
    assert status == 0, err
    manifest = json.loads((sound / store / "manifest.json").read_bytes())
    checked = 0
    for name, entry in manifest["arrays"].items():
        kind_of = np.dtype(entry["type"])
        if kind_of.itemsize == 1 or name in FREE or not np.prod(entry["shape"]):
            continue
        array = np.fromfile(sound / store / f"{name}.bin", kind_of)
        most = np.nan if kind_of.kind == "f" else min(np.iinfo(kind_of).max, 2**31 - 1)
        array[-1] = most if "names" not in name else 0
        seal_anew(sound / store, name, array)
        refused(run(*args), "there: .*damaged")
        checked += 1
    assert checked > 5


def test_a_lead_that_links_to_a_category(run: Any, sound: Path) -> None:
    targets = np.fromfile(sound / "miniature" / "lead_targets.bin", "<i4")
    targets[7] = 100  # a node, but none of the 19 articles
    seal_anew(sound / "miniature", "lead_targets", targets)
    refused(run("hop", "there", "--target", "Mars", "-c", "first", "--starts", "4"), "there: .*damaged")


def test_half_a_character_in_the_header_of_a_run(run: Any, sound: Path) -> None:
    with zipfile.ZipFile(sound / "saved.run") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw.replace(b'"kind":', b'"\\ud800":1,"kind":', 1))
        archive.comment = b"0" * 64
    Path("bad.run").write_bytes(with_seal(out.getvalue()))
    refused(run("compare", "bad.run"), "bad.run: .*schema 3 of runs")


def test_counts_of_tweets_that_are_no_numbers(run: Any, sound: Path) -> None:
    shutil.copytree(sound / "tags", "there")
    manifest = json.loads(Path("there/manifest.json").read_text())
    manifest["notes"]["counts"]["hashtagged"] = {}
    said = (manifest[k] for k in ("kind", "version", "arrays", "notes"))
    manifest["digest"] = identity(*said)
    Path("there/manifest.json").write_text(json.dumps(manifest))
    refused(run("synonyms", "there", "#a"), "there: .*counts")
