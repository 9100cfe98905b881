"""gensim's saved vectors (``.kv``, and models that hold some), read without gensim and without its code.

A pickle can run anything; this reader builds arrays and plain containers only, and refuses the rest.
"""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.sources.vectors.raw import Raw
from lydite.sources.vectors.subwords import Subwords
from lydite.sources.vectors.words import pack

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from lydite.sources.vectors.raw import Allocate

_NUMPY = {"_reconstruct", "ndarray", "dtype", "scalar", "_frombuffer"}
_PLAIN = {
    ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
    ("builtins", "object"),
    ("_codecs", "encode"),
}


class _Held:
    """Stands for any object of gensim: its attributes, none of its behaviour."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.state: dict[str, Any] = {}

    def __setstate__(self, state: Any) -> None:
        self.state = state if isinstance(state, dict) else {}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module.split(".", maxsplit=1)[0] == "gensim":
            return _Held
        if (
            module.startswith("numpy")
            and module.rsplit(".", maxsplit=1)[-1] in {"numpy", "multiarray", "numeric"}
            and name in _NUMPY
        ):
            return super().find_class(module, name)
        if (module, name) in _PLAIN or (
            module in {"builtins", "__builtin__"} and name in {"int", "set", "list", "dict"}
        ):
            return super().find_class(module, name)
        if module.startswith("numpy.random") or name == "RandomState":
            return _Held
        if name == "hash":  # a model names the function that seeded its training
            return _Held
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed here")


def read_pickled(path: Path, text: NDArray[np.uint8], allocate: Allocate) -> Raw:
    """Read gensim's KeyedVectors; large arrays lie beside the file as ``FILE.attribute.npy``."""
    try:
        held = _Unpickler(io.BytesIO(text.tobytes()), encoding="latin1").load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError, ValueError) as error:
        raise InputError(f"not vectors saved by gensim: {error}", path) from error
    state = _state(held)
    if "wv" in state:
        state = _state(state["wv"])
    words = state.get("index_to_key") or state.get("index2word")
    matrix = _array(path, state, "vectors", "syn0")
    buckets = _array(path, state, "vectors_ngrams", "syn0_ngrams")
    subwords = None
    if buckets is not None and state.get("max_n", 0) > 0 and len(buckets) == state.get("bucket"):
        subwords = Subwords(np.asarray(buckets, np.float32), int(state["min_n"]), int(state["max_n"]))
    if matrix is None and words is not None:  # fastText's are left out, since they follow from their parts
        matrix = _array(path, state, "vectors_vocab")
        if matrix is not None and subwords is not None and len(words) == len(matrix):
            matrix = subwords.joined(words, matrix)
    if words is None or matrix is None:
        raise InputError("no words and vectors in this file saved by gensim", path)
    if len(words) != len(matrix):
        raise InputError(f"{len(words):,} words but {len(matrix):,} vectors", path)
    room = allocate(*matrix.shape)
    room[:] = matrix
    return Raw(*pack([str(word).encode() for word in words]), room, subwords=subwords)


def _state(held: Any) -> dict[str, Any]:
    return held.state if isinstance(held, _Held) else {}


def _array(path: Path, state: dict[str, Any], *names: str) -> NDArray[np.float32] | None:
    for name in names:
        value = state.get(name)
        if isinstance(value, np.ndarray) and value.ndim == 2:
            return value
        for prefix in (f"{path.name}.{name}.npy", f"{path.name}.wv.{name}.npy"):
            beside = path.with_name(prefix)
            if beside.is_file():
                return np.asarray(np.load(beside, mmap_mode="r"))
    return None
