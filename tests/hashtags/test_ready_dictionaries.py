"""Dictionaries of hashtags that are ready, and tags that stand in a column of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import lydite
from tweet_files import Run, lines


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("v.json", '{"#a": [1, 2], "#b": [1]}', "v.json: .*JSON"),
        ("v.vec", "#a 1 2\n#b 1 nan\n", "v.vec:2: .*'#b'.*finite"),
        ("v.vec", "#a 1 2\n#b 1 2\n#c 1\n", "v.vec:3"),
    ],
)
def test_bad_dictionaries(run: Run, name: str, content: str, said: str) -> None:
    Path(name).write_text(content)
    status, _, err = run("build", "hashtags", "--vectors", name, "--into", "s")
    assert (status, err.count("\n")) == (2, 1), err
    assert re.search(said, err)
    assert not Path("s").exists()


def test_ready_vectors_and_tags_without_a_sign(run: Run) -> None:
    Path("topics.vec").write_text("Machine learning 1 0.1\ndeep learning 1 0.2\ncooking 0 1\n")
    Path("v.vec").write_text("the 5 5\n#Cat 1 0\n#dog 1 0.1\n#tea 0 1\n")
    assert run("build", "hashtags", "--vectors", "topics.vec", "--into", "topics")[0] == 0
    assert run("synonyms", "topics", "machine  learning", "-k", "1")[1].split()[-3:-1] == ["deep", "learning"]
    assert run("build", "hashtags", "--vectors", "v.vec", "--into", "tags")[0] == 0
    assert run("synonyms", "tags", "cat", "-k", "1")[1].split()[2] == "#dog"
    Path("gold.json").write_text('{"d": ["deep learning"]}')
    Path("run.json").write_text('{"d": ["Machine Learning"]}')
    found = lydite.evaluate("gold.json", "run.json", "reval(thesaurus=topics, k=1)", bootstrap=0)
    assert found[0].value == 1
    status, _, err = run("score", "gold.json", "run.json", "-m", "reval(thesaurus=topics, order=popular)")
    assert status == 2
    assert "order=popular" in err
    assert run("build", "hashtags", "--vectors", "topics.vec", "--into", "tags")[0] == 2  # --new was not said
    assert "tweets" in run("hashtags", "tweets", "tags", "#cat")[2]


def test_tags_from_a_column(run: Run) -> None:
    rows = [
        ("a paper on neural networks and training", ["Machine Learning", "AI"]),
        ("training of large networks", ["Deep learning", "AI"]),
        ("soup with leek and potatoes", ["cooking"]),
    ]
    Path("a.jsonl").write_text(
        "".join(json.dumps({"id": i, "text": t, "keywords": k}) + "\n" for i, (t, k) in enumerate(rows))
    )
    given = ["a.jsonl", "--tags-column", "keywords", "--encoder", "lsa", "--into", "s"]
    assert run("build", "hashtags", *given)[0] == 0
    status, out, _ = run("synonyms", "s", "ai", "-k", "1", "-f", "json")
    assert status == 0
    assert list(json.loads(out)["synonyms"]) == ["ai"]
    status, _, err = run("build", "hashtags", "a.jsonl", "--into", "s")
    assert status == 2
    assert "column" in err
    status, out, _ = run("hashtags", "tweets", "s", "AI", "--texts", "a.jsonl")
    assert out.splitlines()[:2] == ["ai: 2 tweets", "  0  a paper on neural networks and training"]
    args = ["hashtags", "recommend", "a.jsonl", "a.jsonl", "--tags-column", "keywords", "--using", "popular"]
    assert run(*args, "--top", "1", "-o", "r.jsonl")[0] == 0
    assert [r["hashtags"] for r in lines("r.jsonl")] == [["ai"]] * 3


def test_beside_a_column_of_tags_hashtags_are_words(run: Run) -> None:
    """Training tweets kept them and test tweets lost them."""
    rows = [{"id": i, "text": f"{w} #{w}", "topics": [w]} for i, w in enumerate(["soup", "chess"] * 5)]
    texts = [json.dumps(r | {"text": f"{r['text']} {r['id']}"}) for r in rows]
    Path("a.jsonl").write_text("\n".join(texts))
    given = ["--tags-column", "topics", "--language", "any", "-o", "parts"]
    assert run("hashtags", "split", "a.jsonl", "--held-out", "0.2", *given)[0] == 0
    tests = lines("parts/test.jsonl")
    assert all("#" in row["text"] and "tags" not in row for row in tests)
    Path("w.vec").write_text("soup 1 0\nchess 0 1\n")
    Path("t.jsonl").write_text('{"id": 1, "text": "#soup"}\n')
    using = ["--using", "nearest(k=1, encoder=vectors(file=w.vec))", "--tags-column", "tags", "-o", "r.jsonl"]
    assert run("hashtags", "recommend", "parts/train.jsonl", "t.jsonl", "--language", "any", *using)[0] == 0
    assert [r["hashtags"] for r in lines("r.jsonl")] == [["soup"]]


@pytest.mark.parametrize(
    "option",
    [["t.txt"], ["--language", "de"], ["--keep-hashtags"], ["--update", "paper"], ["--encoder", "lsa"]],
)
def test_a_dictionary_that_is_ready_takes_no_settings(run: Run, option: list[str]) -> None:
    """They were left aside in silence."""
    Path("v.vec").write_text("#Cat 1 0\n#dog 1 0.1\n")
    Path("t.txt").write_text("1|x|soup of leek #food\n")
    status, _, err = run("build", "hashtags", *option, "--vectors", "v.vec", "--into", "s")
    assert status == 2
    assert "--vectors" in err
