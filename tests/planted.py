"""A corpus with planted categories, and what processes of tests do with tasks."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from lydite.probes.testsets import TestSet
from lydite.vectors.corpus import PreparedText, write_text


@dataclass(frozen=True)
class PlantedCorpus:
    """Sentences, and all words in them."""

    words: list[str]
    sentences: list[list[str]]

    def text(self) -> str:
        """Return the corpus as a file of lines."""
        return "".join(" ".join(words) + "\n" for words in self.sentences)

    def prepared(self) -> PreparedText:
        """Return the corpus as it is trained on; equally frequent words in the order of ``words``."""
        text = write_text(self.sentences)
        place = {word: n for n, word in enumerate(self.words)}
        counts = dict(sorted(text.counts.items(), key=lambda item: (-item[1], place[item[0]])))
        return replace(text, counts=counts)


def planted(
    topics: int = 4, words: int = 12, lines: int = 1500, filler: int = 40, seed: int = 0
) -> PlantedCorpus:
    """Return lines whose words are of one topic each, among words of none."""
    draw = np.random.default_rng(seed)
    names = [f"t{t}w{w}" for t in range(topics) for w in range(words)] + [f"f{n}" for n in range(filler)]
    sentences = []
    for _ in range(lines):
        topic = int(draw.integers(topics))
        own = topic * words + draw.integers(words, size=8)
        others = topics * words + draw.integers(filler, size=4)
        sentences.append([names[n] for n in draw.permutation(np.concatenate([own, others]))])
    return PlantedCorpus(names, sentences)


def planted_set(topics: int = 4, words: int = 12) -> TestSet:
    """Return the categories, and analogies among them."""
    categories = {f"topic {t}": tuple(f"t{t}w{w}" for w in range(words)) for t in range(topics)}
    questions = tuple(
        (f"t0w{i}", f"t1w{i}", f"t0w{j}", f"t1w{j}") for i in range(4) for j in range(4) if i != j
    )
    return TestSet("planted", categories=categories, analogies={"zero to one": questions})


def fail(folder: str, task: int) -> int:
    """Die on task 1 the first time, and on task 2 each time."""
    mark = Path(folder) / f"{task}"
    if (task == 1 and not mark.exists()) or task == 2:
        mark.write_text("tried")
        os.kill(os.getpid(), signal.SIGKILL)
    if task == 9:
        raise ValueError("nine")
    return task * 10


def threads_of(task: int) -> str:
    """Return how many threads matrix products have."""
    return os.environ["OMP_NUM_THREADS"]


def loaded_in(folder: str) -> str:
    """Return where this was loaded, and leave a mark of it."""
    (Path(folder) / str(os.getpid())).touch(exist_ok=False)
    return f"in {os.getpid()}"


def both(shared: str, task: int) -> tuple[str, int]:
    """Return what is shared, and the task."""
    return shared, task
