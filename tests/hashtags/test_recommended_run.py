"""MOWE on the Health tweets: the run that a computation apart from the package gave, tweet by tweet."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from lydite.reading.tweets import read
from lydite.recommenders import running
from lydite.sources.hashtags.splitting import split
from lydite.spec import parse

RUN = "dc3ebee5062a4db4"
"""Of 1,115 lists of ten, made by a loop over tweets with numpy and Counter (gensim 4.4, one machine)."""


def test_mowe_equals_the_plain_loop(shared_data: Path) -> None:
    for package in ("nltk", "py3langid", "gensim"):
        pytest.importorskip(package, reason="needs the extras hashtags and train")
    parts = split(read(shared_data / "health-tweets"), 0.1, seed=0)
    assert (len(parts.train), len(parts.test)) == (10_039, 1_115)
    model, _ = running.learn(parts.train, parse("mowe", "recommender"))
    run = {i: [r.tag for r in answer] for i, answer in running.recommend(model, parts.test, 10)}
    assert hashlib.sha256(json.dumps(sorted(run.items())).encode()).hexdigest()[:16] == RUN
