"""A recommender in somebody else's package, found by its entry point."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lydite.cli import main
from lydite.core.errors import SpecError
from lydite.core.spec import REGISTRIES, Registry, parse
from lydite.hashtags.recommenders import Recommender

MODULE = '''
from dataclasses import dataclass

from lydite.hashtags.recommenders import Recommendation, Recommender
from lydite.core.spec import param


@dataclass(frozen=True)
class FirstWord(Recommender):
    """The first word of the text, whatever was seen."""

    name = "first_word"
    reference = "nobody"
    sign: str = param("#", help="what stands before the word")

    def fit(self, tweets):
        return self

    def recommend(self, texts, top):
        return [[Recommendation(self.sign + text.split()[0], 1.0)] if text else [] for text in texts]
'''


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with packages: a module and what pip would write beside it."""
    about = tmp_path / "packages" / "first_word_tags-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: first-word-tags\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[lydite.recommenders]\nfirst = first_word_tags:FirstWord\n")
    (about.parent / "first_word_tags.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(about.parent))
    Registry.all.cache_clear()
    yield about
    Registry.all.cache_clear()


def test_it_is_listed_and_recommends(
    installed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for package in ("nltk", "py3langid"):
        pytest.importorskip(package, reason="needs the extra hashtags")
    assert {"first_word", "popular"} <= set(REGISTRIES["recommender"].all())
    assert isinstance(parse('first_word(sign="+")', "recommender"), Recommender)
    tweets, run = tmp_path / "tweets.txt", tmp_path / "run.jsonl"
    tweets.write_text("1|Mon|Ebola outbreak in Liberia #ebola\n2|Tue|Quinoa recipes for dinner #recipes\n")
    with pytest.raises(SystemExit) as stop:
        main(["hashtags", "recommend", str(tweets), str(tweets), "--using", "first_word", "-o", str(run)])
    assert not stop.value.code
    assert "first_word learned from 2 tweets" in capsys.readouterr().out
    rows = [json.loads(line) for line in run.read_text().splitlines()]
    assert {r["id"]: r["hashtags"] for r in rows} == {"1": ["#ebola"], "2": ["#quinoa"]}


def test_an_entry_point_that_is_no_recommender(installed: Path) -> None:
    (installed / "entry_points.txt").write_text("[lydite.recommenders]\nfirst = json:JSONDecoder\n")
    Registry.all.cache_clear()
    with pytest.raises(SpecError, match="first of lydite.recommenders"):
        REGISTRIES["recommender"].all()
