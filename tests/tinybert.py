"""A BERT of two layers on disk, with weights that follow from a formula and a vocabulary of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest


def build_model(folder: Path, words: Iterable[str], length: int = 64) -> Path:
    """Write the model into a folder; the test is skipped where transformers are not installed."""
    torch = pytest.importorskip("torch", reason="needs the extra transformers")
    transformers = pytest.importorskip("transformers", reason="needs the extra transformers")
    folder.mkdir(exist_ok=True)
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(words))]
    (folder / "vocab.txt").write_text("\n".join(pieces), "utf-8")
    transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    size = {"hidden_size": 16, "intermediate_size": 32, "num_attention_heads": 2, "num_hidden_layers": 2}
    network = transformers.BertModel(
        transformers.BertConfig(vocab_size=len(pieces), max_position_embeddings=length, **size)
    )
    with torch.no_grad():  # random weights would be other ones with every version of torch
        for number, (_, weights) in enumerate(sorted(network.named_parameters())):
            places = torch.arange(weights.numel(), dtype=torch.float64) + 1_000 * number
            weights.copy_((torch.sin(places * 12.9898) * 43_758.5453 % 1 - 0.5).reshape(weights.shape))
    network.eval().save_pretrained(folder)
    return folder
