"""Path lengths on a WN-LMF file that the ``wn`` package read, too (``tools/wn_paths.py``)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from lmf_excerpt import synsets, write_lmf
from lydite.knowledge.wordnet import Taxonomy, compile_lexicon, open_wordnet, read_lmf

TOLD = json.loads((Path(__file__).parent / "wn_paths.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def taxonomy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wn")
    (folder / "excerpt.xml").write_text(write_lmf(), "utf-8")
    compile_lexicon(read_lmf(folder / "excerpt.xml"), folder / "store")
    return Taxonomy(open_wordnet(folder / "store"))


def test_the_file_is_the_one_that_wn_read():
    assert hashlib.sha256(write_lmf().encode()).hexdigest()[:16] == TOLD["file"]


def test_path_lengths_are_those_of_wn(taxonomy):
    number = {str(synset): place for place, synset in enumerate(synsets())}
    ours = [taxonomy.distance(number[a], number[b]) for a, b, _ in TOLD["pairs"]]
    assert ours == [length for _, _, length in TOLD["pairs"]]
    assert len(set(ours)) > 12
