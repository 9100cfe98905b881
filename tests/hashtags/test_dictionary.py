"""The dictionary: exact updates, Equation 1, stores that survive being killed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inner import replace_inside
from lydite.core.errors import InputError, OutputError, StoreError
from lydite.core.store import Draft
from lydite.hashtags import (
    DictionaryBuilder,
    DictionarySettings,
    HashtagDictionary,
    Tweet,
    TweetCounts,
    open_store,
    update_dictionary,
    write_store,
)
from lydite.vectors.encoders import Encoder


@dataclass(frozen=True)
class Letters(Encoder):
    """Counts of letters: enough of an encoder for what is tested here."""

    name = "letters"
    shift: int = 0

    def fit(self, texts: Sequence[str]) -> LettersModel:  # noqa: ARG002
        return LettersModel(self.shift)


@dataclass(frozen=True)
class LettersModel:
    shift: int
    dimensions: int = 5

    def encode(self, texts: Sequence[str]) -> np.ndarray[Any, Any]:
        rows = [[t.count(c) + self.shift * bool(t) for c in "abcde"] for t in texts]
        return np.array(rows, np.float32).reshape(-1, 5)

    def tags(self, tags: Sequence[str]) -> None:  # noqa: ARG002
        return None

    def state(self) -> dict[str, Any]:
        return {}


def tweet(number: int, text: str, tags: Sequence[str]) -> Tweet:
    return Tweet(str(number), (*text.split(), *tags), tuple(tags), text, text)


def ledger(
    batches: list[list[Tweet]], how: str = "exact", start: HashtagDictionary | None = None
) -> DictionaryBuilder:
    found = DictionaryBuilder(LettersModel(0), DictionarySettings(Letters(), update=how), start)
    for batch in batches:
        found.add(batch, TweetCounts())
    return found


texts = st.text("abcde ", min_size=1, max_size=8).map(lambda t: " ".join(t.split()))
tagged = st.lists(st.sampled_from(["#a", "#b", "#c", "#d"]), min_size=1, max_size=3, unique=True)
tweets = st.lists(st.tuples(texts, tagged), min_size=1, max_size=12).map(
    lambda rows: [tweet(i, t, g) for i, (t, g) in enumerate(rows)]
)


@settings(max_examples=60)
@given(tweets, st.randoms(use_true_random=False), st.lists(st.integers(0, 12), max_size=4))
def test_any_order_and_any_batching_equal_the_rebuild(
    rows: list[Tweet], random: Any, cuts: list[int]
) -> None:
    whole = ledger([rows]).dictionary()
    shuffled = random.sample(rows, len(rows))
    ends = sorted({0, *(c for c in cuts if c < len(rows)), len(rows)})
    kept: HashtagDictionary | None = None
    for a, b in itertools.pairwise(ends):
        kept = ledger([shuffled[a:b]], start=kept).dictionary()
    assert kept is not None
    assert kept.tags == whole.tags
    np.testing.assert_allclose(kept.sums, whole.sums, atol=1e-6)
    np.testing.assert_array_equal(kept.counts, whole.counts)
    np.testing.assert_array_equal(kept.seen, whole.seen)


def test_sums_are_of_each_text_once_under_each_tag() -> None:
    rows = [tweet(1, "a b", ["#x", "#y"]), tweet(2, "a b", ["#x"]), tweet(3, "a", ["#x"])]
    found = ledger([rows]).dictionary()
    assert found.tags == ["#x", "#y"]
    assert found.sums.tolist() == [[2, 1, 0, 0, 0], [1, 1, 0, 0, 0]]
    assert found.counts.tolist() == [2, 1]


def test_equation_1() -> None:
    """v ← (n v + t)/(n + 1), scaled to length 1 at each step."""
    rows = [tweet(i, t, ["#x"]) for i, t in enumerate(["a", "b b", "c a"])]
    v = np.array([1.0, 0, 0, 0, 0])
    for n, t in ((1, [0, 2, 0, 0, 0]), (2, [1, 0, 1, 0, 0])):
        v = (n * v + np.array(t)) / (n + 1)
        v /= np.linalg.norm(v)
    found = ledger([rows], "paper").dictionary()
    np.testing.assert_allclose(found.sums[0], v)
    np.testing.assert_allclose(ledger([rows[:1], rows[1:]], "paper").dictionary().sums[0], v)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings = DictionarySettings(Letters())
    replace_inside(monkeypatch, "lydite.hashtags", "HashtagStore.settings", lambda _: settings)
    rows = [tweet(1, "a b", ["#x", "#y"]), tweet(2, "c", ["#z"])]
    write_store(tmp_path / "s", ledger([rows]).dictionary(), settings, LettersModel(0), TweetCounts(tweets=2))
    return tmp_path / "s"


def test_round_trip(store: Path) -> None:
    opened = open_store(store)
    assert opened.tags == ["#x", "#y", "#z"]
    assert opened.counts.tolist() == [1, 1, 1]
    assert isinstance(opened.sums.base, np.memmap)
    np.testing.assert_allclose(np.linalg.norm(opened.vectors, axis=1), 1)


def test_equal_content_has_equal_digest(store: Path, tmp_path: Path) -> None:
    rows = [tweet(2, "c", ["#z"]), tweet(1, "a b", ["#y", "#x"])]
    again = write_store(
        tmp_path / "t",
        ledger([rows]).dictionary(),
        DictionarySettings(Letters()),
        LettersModel(0),
        TweetCounts(tweets=2),
    )
    assert again.digest == open_store(store).digest


def test_a_store_of_another_encoder_refuses(store: Path) -> None:
    with pytest.raises(StoreError, match=r"encoder .*letters\(shift=0\).*letters\(shift=1\)"):
        update_dictionary([], store, DictionarySettings(Letters(shift=1)))
    with pytest.raises(StoreError, match="hashtags .*strip.*keep"):
        update_dictionary([], store, DictionarySettings(Letters(), hashtags="keep"))


def test_update_on_disk(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = [tweet(3, "a b", ["#x"]), tweet(4, "d", ["#new"])]
    replace_inside(monkeypatch, "lydite.hashtags", "prepare", lambda *_, **__: more)
    found = update_dictionary([], store)
    assert found.tags == ["#new", "#x", "#y", "#z"]
    assert found.counts.tolist() == [1, 1, 1, 1]  # the first was a retweet of what the store had seen
    files = {f.name for f in store.iterdir()}
    arrays = json.loads((store / "manifest.json").read_text())["arrays"]
    assert files == {"manifest.json", *(f"{name}.bin" for name in arrays)}


@pytest.mark.parametrize("after", range(5))
def test_killed_at_any_moment(store: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Whatever file was being written, the old store is whole; the next update cleans up."""
    before = open_store(store).digest
    written = Draft.describe
    count = 0

    def killed(*args: Any) -> Any:
        nonlocal count
        count += 1
        if count > after:
            raise KeyboardInterrupt
        return written(*args)

    replace_inside(monkeypatch, "lydite.hashtags", "prepare", lambda *_, **__: [tweet(4, "d", ["#new"])])
    with monkeypatch.context() as patch:
        patch.setattr(Draft, "describe", killed)
        replace_inside(patch, "lydite.core.store", "seal", killed)
        with pytest.raises(KeyboardInterrupt):
            update_dictionary([], store)
    assert open_store(store).digest == before
    assert open_store(store).sums.shape == (3, 5)
    assert not list(store.parent.glob(".s.*"))
    assert update_dictionary([], store).tags == ["#new", "#x", "#y", "#z"]


def test_not_a_store(tmp_path: Path, store: Path) -> None:
    with pytest.raises(StoreError, match=r"hashtags: manifest\.json"):
        open_store(tmp_path)
    manifest = json.loads((store / "manifest.json").read_text())
    for change, message in (({"version": 99}, "version 99"), ({"kind": "wikipedia"}, "wikipedia")):
        (store / "manifest.json").write_text(json.dumps(manifest | change))
        with pytest.raises(StoreError, match=message):
            open_store(store)
    (store / "manifest.json").write_text("{")
    with pytest.raises(StoreError, match=r"manifest\.json"):
        open_store(store)
    (store / "manifest.json").write_text(json.dumps(manifest))
    sums = store / "sums.bin"
    sums.write_bytes(b"no")
    with pytest.raises(StoreError, match=r"sums\.bin .*120 .*2"):
        open_store(store)
    sums.unlink()
    with pytest.raises(StoreError, match=f"{sums.name} .*120 bytes.*lydite build hashtags"):
        open_store(store)


def test_nothing_of_others_is_touched(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "data.npy").write_bytes(b"x")
    with pytest.raises(OutputError, match=r"mine: .*data\.npy"):
        write_store(
            mine, ledger([]).dictionary(), DictionarySettings(Letters()), LettersModel(0), TweetCounts()
        )
    (store / "notes.npy").write_bytes(b"x")
    replace_inside(monkeypatch, "lydite.hashtags", "prepare", lambda *_, **__: [tweet(4, "d", ["#new"])])
    with pytest.raises(OutputError, match=r"s: .*notes\.npy"):
        update_dictionary([], store)
    (store / "notes.npy").unlink()
    assert "#new" in update_dictionary([], store).tags


def test_vectors_that_are_not_finite_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a network that was broken on its way: the tweet is named."""

    def encode(self: LettersModel, texts: Sequence[str]) -> np.ndarray[Any, Any]:
        return np.array([[np.nan if "b" in t else 1.0] * self.dimensions for t in texts], np.float32)

    monkeypatch.setattr(LettersModel, "encode", encode)
    ledger = DictionaryBuilder(LettersModel(0), DictionarySettings(Letters()))
    both = [Tweet(x, (x, "#t"), ("#t",), f"{x} #t", x) for x in "ab"]
    ledger.add(both[:1], TweetCounts())
    with pytest.raises(InputError, match="letters .*tweet b .*finite"):
        ledger.add(both[1:], TweetCounts())
