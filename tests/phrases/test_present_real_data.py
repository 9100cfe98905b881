"""Present and absent phrases of whole sets of real documents, against a script that shares nothing with the package.

Articles of the Wikipedia selection for schools with the titles of what they link to (gold) and the words that they
link by (predictions); tweets of health news with their hashtags, one half of an agency's gold, the other's words.
"""

# ruff: noqa: E501
from __future__ import annotations

import functools
import html
import json
import re
import statistics
import subprocess
import sys
import tarfile
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from nltk.stem import PorterStemmer

import lydite
from full_size import size

Lists = dict[str, list[str]]
CUTS: tuple[Any, ...] = (5, 10, "M", "O")
stemmed = functools.lru_cache(None)(PorterStemmer(mode="ORIGINAL_ALGORITHM").stem)


def words(text: str) -> list[str]:
    """Return stems: letters, digits and marks in a row are a word, with apostrophes between them."""
    found, word = [], ""
    for c in unicodedata.normalize("NFKC", text).casefold() + " ":
        if (
            c.isalnum()
            or (word and unicodedata.category(c) in ("Mn", "Mc"))
            or (c in "'’" and word and word[-1] not in "'’")
        ):
            word += c
        elif word:
            found += [word.rstrip("'’")]
            word = ""
    return [stemmed(w, to_lowercase=False) or w for w in found]  # nothing is left of the S of U.S.


def spans(texts: Sequence[str], longest: int) -> set[tuple[str, ...]]:
    found = set()
    for text in texts:
        many = words(text)
        found |= {tuple(many[i : i + n]) for n in range(1, longest + 1) for i in range(len(many) - n + 1)}
    return found


def by_script(gold: Lists, run: Lists, texts: dict[str, list[str]], part: str) -> tuple[list[float], int]:
    """Return F1 at each cut, and how many gold phrases are in the part."""
    values: dict[Any, list[float]] = {cut: [] for cut in CUTS}
    size = 0
    for item, phrases in gold.items():
        sides = [
            [tuple(words(p)) or (p,) for p in many] for many in (phrases, run.get(item, []))
        ]  # € is its own
        there = spans(texts[item], max((len(k) for keys in sides for k in keys), default=1))
        true, guessed = (
            [k for k in dict.fromkeys(keys) if (k in there) == (part == "present")] for keys in sides
        )
        size += len(true)
        if not true:
            continue
        for cut, found in values.items():
            first = guessed[: len(true) if cut == "O" else None if cut == "M" else cut]
            hits = len(set(first) & set(true))
            found.append(2 * hits / (len(first) + len(true)))
    return [statistics.fmean(found) for found in values.values()], size


def held(gold: Lists, run: Lists, texts: dict[str, list[str]], folder: Path) -> dict[str, int]:
    """Compare what the command prints with the script; return how many gold phrases are in each part."""
    paths = {n: folder / f"{n}.jsonl" for n in ("gold", "run", "documents")}
    for name, lists in (("gold", gold), ("run", run)):
        paths[name].write_text("".join(json.dumps({"id": i, "phrases": v}) + "\n" for i, v in lists.items()))
    parts = (
        json.dumps({"id": i, **dict(zip(("title", "text"), t, strict=False))}) + "\n"
        for i, t in texts.items()
    )
    paths["documents"].write_text("".join(parts))
    asked = [f"F1(match=stem, part={part})@5,10,M,O" for part in ("present", "absent")]
    command = [sys.executable, "-m", "lydite", "score", str(paths["gold"]), str(paths["run"]), "-m", *asked[:1], "-m",
               *asked[1:], "--documents", str(paths["documents"]), "--bootstrap", "0", "--no-chance", "-f", "json"]  # fmt: skip
    printed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)[
        "results"
    ]
    sizes = {}
    for part, results in (("present", printed[:4]), ("absent", printed[4:])):
        theirs, sizes[part] = by_script(gold, run, texts, part)
        assert [r["value"] for r in results] == pytest.approx(theirs, abs=1e-12)
        assert 0.0 < theirs[0] < 1.0
    return sizes


def articles(path: Path, every: int) -> Iterator[tuple[str, str, str, list[tuple[str, str]]]]:
    """Yield name, title, text, and (title, words) of the links of every so many articles, by patterns alone."""
    with tarfile.open(path) as archive:
        for n, member in enumerate(archive):
            if not member.name.endswith(".htm") or "/wp/" not in member.name or n % every:
                continue
            file = archive.extractfile(member)
            page = "" if file is None else file.read().decode("utf-8", "replace")
            body = page.partition("<!-- start content -->")[2].partition("<!-- end content -->")[0]
            links = re.findall(r'<a href="[^"]*" title="([^"]+)">([^<]+)</a>', body)
            title = re.search(r'firstHeading">(.*?)</h1>', page)
            if not links or title is None:
                continue
            text = html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)))
            yield (
                member.name,
                html.unescape(title[1]),
                text,
                [(html.unescape(a), html.unescape(b)) for a, b in links],
            )


def test_articles_and_their_links(shared_data: Path, tmp_path: Path) -> None:
    gold, run, texts = {}, {}, {}
    for name, title, text, links in articles(
        shared_data / "wikipedia/schools-2007.tar.xz", every=size(60, 10)
    ):
        gold[name] = [a for a, _ in links[:30]]
        run[name] = [b for _, b in links[10:40]] + [a for a, _ in links[20:50]] + title.split()
        texts[name] = [title, text]
    sizes = held(gold, run, texts, tmp_path)
    assert len(gold) > size(60, 400)
    assert min(sizes.values()) > size(150, 1_000)


def test_tweets_and_their_hashtags(shared_data: Path, tmp_path: Path) -> None:
    """The text is the tweet without its hashtags: a tag is present where its word stands there as well."""
    gold, run, texts = {}, {}, {}
    for path in sorted((shared_data / "health-tweets").glob("*.txt"))[: size(2, None)]:
        for line in path.read_bytes().split(b"\n"):
            try:
                tweet = line.decode()
            except UnicodeDecodeError:
                tweet = line.decode("cp1252", "replace")
            item, _, text = tweet.replace("|", "\t", 2).replace("\t", "|", 1).partition("\t")
            item, tags = item.partition("|")[0], re.findall(r"#(\w+)", text)
            if tags and item not in gold:
                plain = html.unescape(re.sub(r"#\w+", " ", text))
                gold[item], texts[item] = tags, [plain]
                run[item] = [w for w in re.findall(r"[\w’'-]+", plain) if len(w) > 4][:8] + tags[1:]
    sizes = held(gold, run, texts, tmp_path)
    assert len(gold) > size(300, 10_000)
    assert min(sizes.values()) > size(10, 500)


TITLE = "Compatibility of systems of linear constraints over the set of natural numbers"
ABSTRACT = (
    "Criteria of compatibility of a system of linear Diophantine equations, strict inequations, and nonstrict "
    "inequations are considered. Upper bounds for components of a minimal set of solutions and algorithms of "
    "construction of minimal generating sets of solutions for all types of systems are given. These criteria and the "
    "corresponding algorithms for constructing a minimal supporting set of solutions can be used in solving all the "
    "considered types systems and systems of mixed types."
)
TEXTRANK = [
    "linear constraints", "linear diophantine equations", "natural numbers", "nonstrict inequations",
    "strict inequations", "upper bounds",
]  # fmt: skip


def test_the_abstract_of_textrank_by_hand(shared_data: Path) -> None:
    """Inspec 1939 with the keyphrases of its indexers and those that Mihalcea and Tarau (2004, Figure 2) extract.

    All seven uncontrolled ones stand there (set of natural numbers and minimal generating sets were not extracted,
    natural numbers is no keyphrase): P = 5/6, R = 5/7. Of the controlled ones none does.
    """
    gold = {"1939": [p[0] for p in _inspec(shared_data, "uncontr")["1939"]]}
    documents = {"1939": {"title": TITLE, "abstract": ABSTRACT}}
    found = lydite.evaluate(
        gold, {"1939": TEXTRANK}, ["P(match=stem, part=present)", "R(match=stem, part=present)", "F1(match=stem, part=absent)"],
        documents=documents, bootstrap=0,
    )  # fmt: skip
    assert [found[0].value, found[1].value] == pytest.approx([5 / 6, 5 / 7])
    assert found[2].unscored == 1
    controlled = {"1939": [p[0] for p in _inspec(shared_data, "contr")["1939"]]}
    absent = lydite.evaluate(
        controlled,
        {"1939": [*TEXTRANK, controlled["1939"][0]]},
        "R(match=stem, part=absent)",
        documents=documents,
        bootstrap=0,
    )
    assert absent[0].value == pytest.approx(1 / len(controlled["1939"]))


def _inspec(shared_data: Path, kind: str) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = json.loads(
        (shared_data / "keyphrases" / "inspec" / f"test.{kind}.json").read_text("utf-8")
    )
    return found
