"""Any transformer encoder from a local folder, or by name from what is already on this machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.core.io.digests import digest
from lydite.core.io.files import reading_errors
from lydite.core.spec import Resource, param
from lydite.vectors.encoders.base import Encoder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.vectors.encoders.base import State, Vectors

WEIGHTS = (".safetensors", ".bin", ".json", ".txt", ".model")


@dataclass(frozen=True)
class Transformers(Encoder):
    """The last layer of a transformer, averaged over the tokens that are not padding, or its first token.

    Texts are cut to ``length`` tokens, padded to the longest of their batch and masked. ``model`` is a folder
    (config, tokenizer and weights) or a name such as ``vinai/bertweet-base`` that was downloaded before.
    """

    name = "transformers"
    reference = "#REval, 3.1.1 and 3.1.2; BERTweet: Nguyen et al. 2020"

    model: Resource = param(help="a folder with a model, or the name of one that is on this machine already")
    pooling: Literal["mean", "cls"] = param("mean", help="mean over tokens, or the vector of the first one")
    length: int = param(128, help="tokens of a text that are looked at", low=3)
    batch: int = param(32, help="texts encoded together", low=1, speed=True)
    device: str = param("cpu", help='where the model runs: cpu, cuda, "cuda:1", mps', speed=True)

    def sources(self) -> Mapping[str, str]:
        """Return name and digest of all files of the model."""
        folder = self._folder()
        if not (folder / "config.json").is_file():
            raise InputError(f"no model there: config.json is missing{self._advice()}", folder)
        files = sorted(p for p in folder.iterdir() if p.suffix in WEIGHTS and p.is_file())
        content = hashlib.sha256(" ".join(f"{p.name}:{digest(p)}" for p in files).encode())
        return {"model": f"{self.model.file.name}:{content.hexdigest()[:16]}"}

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a folder that could be a model's."""
        folder /= "model"
        folder.mkdir(exist_ok=True)
        if not (folder / "config.json").is_file():
            (folder / "config.json").write_text("{}", "utf-8")
        return {"model": str(folder)}

    def fit(self, texts: Sequence[str]) -> TransformersModel:
        """Open tokenizer and weights."""
        del texts
        try:
            import torch
            from transformers import AutoModel, AutoTokenizer
            from transformers.utils import logging
        except ImportError as error:
            raise MissingExtra("torch and transformers", "transformers") from error
        folder = self._folder()
        logging.disable_progress_bar()  # of loading weights, which takes a second
        with reading_errors(folder, "cannot be opened as a model"):
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            model = AutoModel.from_pretrained(folder, local_files_only=True, dtype=torch.float32).eval()
        model = self._on_device(model)
        most = getattr(model.config, "max_position_embeddings", None) or self.length
        if model.config.model_type in {"roberta", "camembert", "xlm-roberta"}:
            most -= 2  # these count positions from the padding index on
        return TransformersModel(tokenizer, model, self.pooling, min(self.length, most), self.batch)

    def _on_device(self, model: Any) -> Any:
        """Move the network to the device; torch has no error of its own for one that is not there."""
        import torch

        try:
            device = torch.device(self.device)
        except RuntimeError as error:
            known = 'expected cpu, cuda, "cuda:1", mps or another one that torch knows'
            raise InputError(f"no device {self.device!r}: {known}") from error
        if device.type == "meta":
            raise InputError("the model cannot run on device=meta: it computes nothing")
        try:
            return model.to(device)
        except (RuntimeError, AssertionError, NotImplementedError) as error:
            said = str(error).partition("\n")[0][:120]
            raise InputError(f"the model cannot run on device={self.device}: {said}") from error

    def _folder(self) -> Path:
        folder = self.model.file
        if folder.is_dir():
            return folder
        try:
            from huggingface_hub import snapshot_download
        except ImportError as error:
            raise MissingExtra("transformers", "transformers") from error
        try:
            with reading_errors(self.model.path):
                return Path(snapshot_download(self.model.path, local_files_only=True))
        except InputError as error:
            raise InputError(
                f"no such folder, and no model of this name on this machine{self._advice()}", self.model.path
            ) from error

    def _advice(self) -> str:
        return "; nothing is downloaded here: fetch the model first and give its folder"


@dataclass(frozen=True)
class TransformersModel:
    """A tokenizer and a network, ready to encode."""

    tokenizer: Any
    network: Any
    pooling: str
    length: int
    batch: int

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.network.config.hidden_size)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode in batches of texts of similar length, in the order given; empty texts are zeros."""
        import torch

        out = np.zeros((len(texts), self.dimensions), np.float32)
        order = sorted((i for i, t in enumerate(texts) if t), key=lambda i: len(texts[i]))
        for start in range(0, len(order), self.batch):
            places = order[start : start + self.batch]
            given = self.tokens([texts[i] for i in places]).to(self.network.device)
            with torch.inference_mode():
                layer = self.network(**given).last_hidden_state
                if self.pooling == "cls":
                    pooled = layer[:, 0]
                else:
                    mask = given["attention_mask"].unsqueeze(-1).to(layer.dtype)
                    pooled = (layer * mask).sum(1) / mask.sum(1)
            out[places] = pooled.cpu().numpy()
        return out

    def tokens(self, texts: Sequence[str], *, where: bool = False) -> Any:
        """Return the tokens of texts as the network takes them; with where they stand, if asked."""
        given = self.tokenizer(
            list(texts),
            padding=True,
            truncation=True,
            max_length=self.length,
            return_attention_mask=True,
            return_offsets_mapping=where,
            return_tensors="pt",
        )
        known, last = self.network.get_input_embeddings().num_embeddings, int(given["input_ids"].max())
        if last >= known:
            raise InputError(f"tokenizer and network of the model differ: token {last} of {known}")
        return given

    def tags(self, tags: Sequence[str]) -> None:
        """Return None: a tag is the mean of its tweets."""

    def state(self) -> State:
        """Return nothing: the weights are the model's."""
        return {}
