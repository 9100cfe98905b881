"""Any sentence encoder that was exported to ONNX, from a local folder: no torch is needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.errors import InputError, MissingExtra
from lydite.files import digest
from lydite.sources.encoders.base import Encoder
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.sources.encoders.base import State, Vectors

NETWORKS = ("model.onnx", "onnx/model.onnx")
TOKENIZER = "tokenizer.json"


@dataclass(frozen=True)
class Onnx(Encoder):
    """The last layer of a network in ONNX, averaged over the tokens that are not padding, or its first token.

    ``model`` is a folder with model.onnx (or onnx/model.onnx) and tokenizer.json, as exporters write it. A
    network that gives one vector for each text is taken at its word.
    """

    name = "onnx"
    reference = "ONNX Runtime; pooling as in Reimers and Gurevych 2019"

    model: Resource = param(help="a folder with model.onnx and tokenizer.json")
    pooling: Literal["mean", "cls"] = param("mean", help="mean over tokens, or the vector of the first one")
    length: int = param(128, help="tokens of a text that are looked at", low=3)
    batch: int = param(32, help="texts encoded together", low=1, speed=True)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a folder that could be a model's."""
        folder /= "onnx-model"
        folder.mkdir(exist_ok=True)
        for name in (NETWORKS[0], TOKENIZER):
            if not (folder / name).is_file():
                (folder / name).write_text("{}", "utf-8")
        return {"model": str(folder)}

    def sources(self) -> Mapping[str, str]:
        """Return name and digests of network and tokenizer."""
        network, tokenizer = self._files()
        return {"model": f"{self.model.file.name}:{digest(network)}:{digest(tokenizer)}"}

    def fit(self, texts: Sequence[str]) -> OnnxModel:
        """Open network and tokenizer."""
        del texts
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtra("onnxruntime", "onnx") from error
        network, file = self._files()
        try:
            tokenizer = Tokenizer.from_file(str(file))
        except Exception as error:  # the library has no error of its own
            raise InputError(f"not a tokenizer: {error}", file) from error
        tokenizer.enable_truncation(self.length)
        tokenizer.enable_padding()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            session = onnxruntime.InferenceSession(str(network), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors share no root
            raise InputError(f"not a network in ONNX: {str(error)[:120]}", network) from error
        return OnnxModel(tokenizer, session, self.pooling, self.batch)

    def _files(self) -> tuple[Path, Path]:
        folder = self.model.file
        network = next((folder / n for n in NETWORKS if (folder / n).is_file()), None)
        if network is None:
            raise InputError(f"no model there: {' and '.join(NETWORKS)} are missing", folder)
        if not (folder / TOKENIZER).is_file():
            raise InputError(f"no model there: {TOKENIZER} is missing", folder)
        return network, folder / TOKENIZER


@dataclass(frozen=True)
class OnnxModel:
    """A tokenizer and a network, ready to encode."""

    tokenizer: Any
    session: Any
    pooling: str
    batch: int

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        given = self.session.get_outputs()[0].shape[-1]
        return given if isinstance(given, int) else int(self._run(["a"]).shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode in batches of texts of similar length, in the order given; empty texts are zeros."""
        out = np.zeros((len(texts), self.dimensions), np.float32)
        order = sorted((i for i, t in enumerate(texts) if t), key=lambda i: len(texts[i]))
        for start in range(0, len(order), self.batch):
            places = order[start : start + self.batch]
            out[places] = self._run([texts[i] for i in places])
        return out

    def _run(self, texts: Sequence[str]) -> Vectors:
        encoded = self.tokenizer.encode_batch(list(texts))
        mask = np.array([e.attention_mask for e in encoded], np.int64)
        known = {
            "input_ids": np.array([e.ids for e in encoded], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([e.type_ids for e in encoded], np.int64),
        }
        wanted = [i.name for i in self.session.get_inputs()]
        if lost := [name for name in wanted if name not in known]:
            raise InputError(f"the network wants {', '.join(lost)}, which a text does not have")
        try:
            layer = self.session.run(None, {name: known[name] for name in wanted})[0]
        except Exception as error:  # its errors share no root
            raise InputError(
                f"the network does not take what its tokenizer gives: {str(error)[:120]}"
            ) from error
        if layer.ndim == 2:
            return np.asarray(layer, np.float32)
        if self.pooling == "cls":
            return np.asarray(layer[:, 0], np.float32)
        weights = mask[:, :, None].astype(np.float32)
        return np.asarray((layer * weights).sum(1) / np.maximum(weights.sum(1), 1), np.float32)

    def tags(self, tags: Sequence[str]) -> None:
        """Return None: a tag is the mean of its tweets."""

    def state(self) -> State:
        """Return nothing: the weights are the model's."""
        return {}
