"""Princeton's dict folder: a small one by hand, and folders that are cut or damaged."""

from __future__ import annotations

import contextlib

import pytest

from dict_folder import FILES, LICENCE, write_dict
from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.knowledge.wordnet import compile_lexicon, open_wordnet, read_dict

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]


@pytest.fixture
def folder(tmp_path):
    return write_dict(tmp_path)


def test_a_small_folder(folder):
    lexicon = read_dict(folder)
    assert lexicon.name == "wordnet-3.1"
    assert lexicon.words[4] == ["galore"]  # without the marker of where it may stand
    assert lexicon.see_also == [(5, 4)]  # between synsets only
    assert lexicon.derivations == [(1, "cake", 3, "cake"), (3, "cake", 1, "cake")]
    compile_lexicon(lexicon, folder / "store")
    wordnet = open_wordnet(folder / "store")
    assert [wordnet.name(s) for s in wordnet.match(["caken"])] == ["[cake]"]
    matcher = WordNetMatcher(store=str(folder / "store"), preset="thesis")
    assert matcher.score("solid foods", "sachertorte") == pytest.approx(0.2 + 0.79 / 2 ** (1 / 3))
    assert matcher.score("food", "coating") == pytest.approx(0.7 * (0.2 + 0.79 / 2 ** (1 / 3)))
    assert matcher.score("galore", "plentiful") == 0.5


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("data.noun", "00000002 13 n 01 cake", "00000002 13 n 09 cake", r"data.noun:4: .*synset"),
        (
            "data.noun",
            "@ 00000001",
            "@ 00000009",
            "data.noun:4: .*@ .*n 00000009, word 0",
        ),
        (
            "data.verb",
            "+ 00000002 n 0201",
            "+ 00000002 n 0202",
            "data.verb:3: .*n 00000002, word 2",
        ),
        ("index.noun", "0 00000002", "0 0000", "index.noun:3: .*data.noun"),
        ("index.noun", "cake n 1 2 @ + 1 0 00000002", "cake", "index.noun:3: .*data.noun"),
        ("index.adj", "galore a 1", "galore a x", "index.adj:3: .*data.adj"),
    ],
)
def test_damage_is_told_with_file_and_line(folder, file, old, new, why):
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError, match=why):
        read_dict(folder)


@pytest.mark.parametrize("file", [name for name in FILES if not name.endswith(".exc")])
def test_a_file_may_be_cut_anywhere(folder, file):
    text = (folder / file).read_text("utf-8").rstrip()
    for at in range(len(LICENCE), len(text), 5):
        (folder / file).write_text(text[:at], "utf-8")
        with contextlib.suppress(InputError):  # what is left to read is whole, or refused
            compile_lexicon(read_dict(folder), folder / "store")
