"""Indexes of corpora that are kept: made again where texts are divided into other words since."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from inner import replace_inside
from lydite.core.io.digests import digest
from lydite.core.store import content
from lydite.vectors.corpus import open_index, word_vectors

TEXT = "צ׳ילה גדולה\nצה״ל it's here\nזה צ׳ילה, here\n"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "c.txt").write_text(TEXT, "utf-8")
    return tmp_path / "c.txt"


def test_what_is_kept_is_known_by_its_version(corpus: Path) -> None:
    """Other words in an index, under the same version, would be mixed with those that were kept before.

    Whoever changes what stands here raises VERSION.
    """
    opened = open_index(corpus, digest(corpus))
    arrays = [content(opened.store[name]) for name in ("words", "text", "places", "document_starts")]
    assert (open_index.__globals__["VERSION"], *arrays) == (
        3, "e2fcb15fa418a79e", "5cdde5a393f6554f", "54e15a3cf0ee450d", "487ac05cd7b03361",
    )  # fmt: skip
    vectors = word_vectors(opened, 2)
    lengths = np.round(np.linalg.norm(vectors, axis=1), 6).tolist()
    assert (word_vectors.__globals__["VERSION"], lengths) == (
        2,
        [0.340512, 0.691529, 0.381465, 0.580671, 0.691529, 0.354157],
    )


def test_an_index_of_before_is_made_again(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        replace_inside(before, "lydite.vectors.corpus", "VERSION", 0)
        replace_inside(before, "lydite.vectors.corpus", "tokens", re.compile(r"\w+").findall)
        old = open_index(corpus, digest(corpus))
        assert len(word_vectors(old, 2)) == len(old.vocabulary)
        assert "צ׳ילה" not in old.vocabulary
    now = open_index(corpus, digest(corpus))
    assert "צ׳ילה" in now.vocabulary
    assert len(word_vectors(now, 2)) == len(now.vocabulary) < len(old.vocabulary)
