"""A network in ONNX on disk: a table of vectors by a formula, looked up for each word of a vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

SIZE = 8


def build_network(folder: Path, words: Iterable[str]) -> Path:
    """Write model.onnx and tokenizer.json; the test is skipped where ONNX Runtime is not installed."""
    pytest.importorskip("onnxruntime", reason="needs the extra onnx")
    onnx = pytest.importorskip("onnx", reason="needs the extra dev")
    tokenizers = pytest.importorskip("tokenizers", reason="needs the extra onnx")
    folder.mkdir(exist_ok=True)
    pieces = ["[PAD]", "[UNK]", *sorted(set(words))]
    model = tokenizers.models.WordLevel({w: i for i, w in enumerate(pieces)}, unk_token=pieces[1])
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    helper, kinds = onnx.helper, onnx.TensorProto
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "words",
        [helper.make_tensor_value_info(n, kinds.INT64, ["b", "t"]) for n in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info("last_hidden_state", kinds.FLOAT, ["b", "t", SIZE])],
        [onnx.numpy_helper.from_array(table(len(pieces)), "table")],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(made, str(folder / "model.onnx"))
    return folder


def table(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Return the vectors of so many words."""
    places = np.arange(count * SIZE, dtype=np.float64)
    return (np.sin(places * 12.9898) * 43_758.5453 % 1 - 0.5).reshape(count, SIZE).astype(np.float32)
