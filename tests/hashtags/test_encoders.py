"""Encoders: the same vectors after keeping and restoring, nothing from the network, refusals that say why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lydite.core.errors import InputError
from lydite.core.spec import parse
from lydite.hashtags import (
    DictionarySettings,
    build_dictionary,
    open_store,
    open_thesaurus,
    update_dictionary,
)
from lydite.reading import RawTweet
from tinybert import build_model

TEXTS = [
    "ebola outbreak in liberia worsens #ebola #liberia",
    "ebola vaccine trial begins in liberia #ebola #vaccine",
    "flu vaccine shortage this winter #flu #vaccine",
    "flu season arrives early this winter #flu",
    "healthy breakfast recipes with quinoa #recipes #quinoa",
    "ten quinoa recipes for a healthy dinner #quinoa",
    "easy dinner recipes #recipes",
]
TWEETS = [RawTweet(str(i), t) for i, t in enumerate(TEXTS)]
SPECS = {
    "lsa(dimensions=4)": "sklearn",
    "wordllama": "wordllama",
    "word2vec(dimensions=8, epochs=2)": "gensim",
    "word2vec(of=tweets, dimensions=8, epochs=2)": "gensim",
    "fasttext(dimensions=8, epochs=2, buckets=1000)": "gensim",
}


def need(package: str) -> None:
    for name in (package, "nltk", "py3langid"):
        pytest.importorskip(name, reason="needs the extras encoders, hashtags, train and transformers")


@pytest.mark.parametrize("spec", SPECS)
def test_kept_and_restored(spec: str, tmp_path: Path) -> None:
    need(SPECS[spec])
    encoder = parse(spec, "encoder")
    assert str(encoder) == spec
    built = build_dictionary(TWEETS, tmp_path / "s", DictionarySettings(encoder))
    model = encoder.fit(TEXTS)
    again = open_store(tmp_path / "s").model()
    assert again.dimensions == model.dimensions == built.notes["dimensions"]
    texts = ["ebola outbreak", "", "zzzz"]
    found = again.encode(texts)
    assert found.shape == (3, model.dimensions)
    assert found.dtype == np.float32
    assert not found[1].any()
    np.testing.assert_array_equal(found, open_store(tmp_path / "s").model().encode(texts))


@pytest.mark.parametrize("spec", SPECS)
def test_update_equals_rebuild(spec: str, tmp_path: Path) -> None:
    """With the encoder that was kept, adding tweets is the same as building from all of them."""
    need(SPECS[spec])
    settings = DictionarySettings(parse(spec, "encoder"))
    whole = build_dictionary(TWEETS, tmp_path / "whole", settings)
    model = whole.model()
    build_dictionary(TWEETS[4:], tmp_path / "parts", settings, model=model)
    update_dictionary(TWEETS[:2], tmp_path / "parts")
    parts = update_dictionary(TWEETS[1:5], tmp_path / "parts", settings)
    assert parts.tags == whole.tags
    np.testing.assert_array_equal(parts.counts, whole.counts)
    np.testing.assert_allclose(parts.sums, whole.sums, atol=1e-6)
    assert parts.totals.pairs == whole.totals.pairs


def test_meaning_is_found(tmp_path: Path) -> None:
    need("wordllama")
    build_dictionary(TWEETS, tmp_path / "s", DictionarySettings(parse("wordllama", "encoder")))
    assert open_thesaurus(tmp_path / "s").nearest("#Quinoa", 1)[0].tag == "#recipes"
    assert open_thesaurus(tmp_path / "s").nearest("#ebola", 1)[0].tag == "#liberia"


def test_fasttext_has_vectors_for_new_tags() -> None:
    need("gensim")
    model = parse("fasttext(dimensions=8, epochs=2, buckets=1000)", "encoder").fit(TEXTS)
    known, new = model.tags(["#quinoa", "#quinoas"])
    assert new.any()
    assert known @ new / np.linalg.norm(known) / np.linalg.norm(new) > 0.5


def test_gensim_s_own_vectors_for_new_tags() -> None:
    """Where every slot of an n-gram was trained, ours is gensim's vector."""
    need("gensim")
    from gensim.models import FastText

    encoder = parse("fasttext(dimensions=8, epochs=2, buckets=10)", "encoder")  # so few that all are trained
    theirs = FastText(
        [t.split() for t in TEXTS],
        vector_size=8,
        window=2,
        min_count=1,
        epochs=2,
        bucket=10,
        seed=1,
        workers=1,
    ).wv
    model = encoder.fit(TEXTS)
    np.testing.assert_allclose(model.tags(["#ebola"])[0], theirs["#ebola"], rtol=1e-5)
    np.testing.assert_allclose(model.tags(["#xyzzy"])[0], theirs["#xyzzy"], rtol=1e-4)


def test_wordllama_is_the_packages_own(monkeypatch: pytest.MonkeyPatch) -> None:
    need("wordllama")
    from tokenizers import Tokenizer
    from wordllama.inference import WordLlamaInference

    model = parse("wordllama", "encoder").fit(())
    theirs = WordLlamaInference(model.rows, Tokenizer.from_str(model.tokenizer.to_str()))
    np.testing.assert_allclose(model.encode(TEXTS), theirs.embed(TEXTS), atol=1e-6)


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    need("sklearn")
    with pytest.raises(InputError, match="hashtags only"):
        build_dictionary(
            [RawTweet("1", "#a #b")], tmp_path / "s", DictionarySettings(parse("lsa", "encoder"))
        )
    with pytest.raises(InputError, match="1 tweets? .*hashtag"):
        build_dictionary(
            [RawTweet("1", "no tag")], tmp_path / "s", DictionarySettings(parse("wordllama", "encoder"))
        )
    assert not (tmp_path / "s").exists()


def test_tags_without_words_have_no_synonyms(tmp_path: Path) -> None:
    need("wordllama")
    store = build_dictionary(
        [*TWEETS, RawTweet("9", "#only #tags"), RawTweet("10", "#😀")],
        tmp_path / "s",
        DictionarySettings(parse("wordllama", "encoder")),
    )
    assert store.totals.wordless == 2
    found = open_thesaurus(tmp_path / "s")
    assert found.nearest("#only", 5) == []
    assert all(s.tag not in {"#only", "#tags", "#😀"} for t in store.tags for s in found.nearest(t, 99))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("torch")
    words = {w for t in TEXTS for w in t.replace("#", "").split()}
    return build_model(tmp_path_factory.mktemp("tiny-bert"), words, length=24)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
class TestTransformers:
    """A real network through the same code as BERTweet."""

    def test_pooling_against_torch(self, tiny: Path) -> None:
        import torch

        mean = parse(f'transformers(model="{tiny}", batch=2)', "encoder").fit(())
        first = parse(f'transformers(model="{tiny}", pooling=cls)', "encoder").fit(())
        texts = ["ebola outbreak in liberia", "", "flu"]
        for text, m, c in zip(texts, mean.encode(texts), first.encode(texts), strict=True):
            if not text:
                assert not m.any()
                continue
            alone = mean.tokenizer(text, return_tensors="pt")
            with torch.inference_mode():
                layer = mean.network(**alone).last_hidden_state[0]
            np.testing.assert_allclose(m, layer.mean(0), atol=1e-5)  # padding of others changes nothing
            np.testing.assert_allclose(c, layer[0], atol=1e-5)

    def test_device(self, tiny: Path) -> None:
        plain = parse(f'transformers(model="{tiny}")', "encoder")
        same = parse(f'transformers(model="{tiny}", device="cpu:0")', "encoder")
        assert np.array_equal(plain.fit(()).encode(["flu"]), same.fit(()).encode(["flu"]))
        assert plain.sources() == same.sources()

    @pytest.mark.parametrize("device", ["cuda", "cuda:1", "mps", "gpu", "CPU", "meta", "cpu:x", "-1"])
    def test_wrong_device(self, device: str, tiny: Path) -> None:
        import torch

        if device.startswith("cuda") and torch.cuda.is_available():
            device = "cuda:999"
        if device == "mps" and torch.backends.mps.is_available():
            pytest.skip("there is one")
        with pytest.raises(InputError, match=f"device.*{device}") as error:
            parse(f'transformers(model="{tiny}", device="{device}")', "encoder").fit(())
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 200

    def test_long_texts_are_cut(self, tiny: Path) -> None:
        model = parse(f'transformers(model="{tiny}", length=500)', "encoder").fit(())
        long = " ".join(["flu"] * 300)
        assert np.isfinite(model.encode([long])).all()

    def test_tokens_that_the_network_does_not_have(self, tiny: Path, tmp_path: Path) -> None:
        import shutil

        own = shutil.copytree(tiny, tmp_path / "own")
        file = own / "tokenizer.json"
        tokenizer = json.loads(file.read_text("utf-8"))
        tokenizer["model"]["vocab"]["flu"] = 99_999
        file.write_text(json.dumps(tokenizer), "utf-8")
        model = parse(f'transformers(model="{own}")', "encoder").fit(())
        with pytest.raises(InputError, match="tokenizer .*99999"):
            model.encode(["the flu"])

    def test_store(self, tiny: Path, tmp_path: Path) -> None:
        settings = DictionarySettings(parse(f'transformers(model="{tiny}")', "encoder"))
        whole = build_dictionary(TWEETS, tmp_path / "whole", settings)
        build_dictionary(TWEETS[:3], tmp_path / "parts", settings)
        parts = update_dictionary(TWEETS[2:], tmp_path / "parts")
        np.testing.assert_allclose(parts.sums, whole.sums, atol=1e-5)
        assert str(tiny) not in whole.encoder

    def test_other_weights_refuse(self, tiny: Path, tmp_path: Path) -> None:
        import shutil

        own = tmp_path / tiny.name
        shutil.copytree(tiny, own)
        settings = DictionarySettings(parse(f'transformers(model="{own}")', "encoder"))
        build_dictionary(TWEETS, tmp_path / "s", settings)
        (own / "config.json").write_text((own / "config.json").read_text() + "\n")
        with pytest.raises(InputError, match="built with"):
            update_dictionary(TWEETS, tmp_path / "s")

    @pytest.mark.usefixtures("tiny")
    def test_no_such_model(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Any] = []
        monkeypatch.setattr("socket.getaddrinfo", lambda *address, **_: asked.append(address))
        encoder: Any = parse('transformers(model="vinai/no-such-model")', "encoder")
        with pytest.raises(InputError, match="vinai/no-such-model"):
            encoder.fit(())
        assert not asked
        with pytest.raises(InputError, match=r"config\.json"):
            parse(f'transformers(model="{tmp_path}")', "encoder").signature()


@pytest.mark.parametrize(("texts", "told"), [(["", ""], "hashtags only"), (["cat cat", "cat"], "'cat'")])
def test_lsa_says_where_there_is_too_little_to_learn_from(texts: list[str], told: str) -> None:
    pytest.importorskip("sklearn", reason="needs the extra hashtags")
    with pytest.raises(InputError, match=told):
        parse("lsa", "encoder").fit(texts)
