"""gensim's saved vectors (``.kv``, and models that hold some), read without gensim and without its code.

A pickle can run anything; this reader builds plain containers and stand-ins for the rest. numpy's own ways
back from a pickle are not used either: they can be told to take bytes for addresses of objects.
"""

from __future__ import annotations

import io
import pickle
import re
from collections import OrderedDict, defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading import opening
from lydite.sources.vectors.formats.arrays import read_npy
from lydite.sources.vectors.formats.opcodes import check_opcodes
from lydite.sources.vectors.formats.raw import RawVectors, contents, fill
from lydite.sources.vectors.subwords import Subwords
from lydite.sources.vectors.words import pack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.array_types import AnyArray, ByteArray, Float32Array
    from lydite.sources.vectors.formats.raw import Allocate

_PLAIN = {kind.__name__: kind for kind in (OrderedDict, defaultdict, object, int, set, frozenset, list, dict)}
_HOMES = {"builtins", "__builtin__", "collections", "UserString"}  # in Python 3, in 2, by a slip of 3.4
_NUMBERS = re.compile(r"[<>=|]?[fiu][1248]")


class _PickledObject:
    """Stands for any object of gensim: its attributes, none of its behaviour."""

    state: Mapping[str, Any] = MappingProxyType({})  # a pickle may make one without a call of __init__

    def __init__(self, *_: Any, **__: Any) -> None:
        """Take whatever a file gives."""

    def __setstate__(self, state: Any) -> None:
        self.state = state if isinstance(state, dict) else {}


class _Kind:
    """Stands for a type of numpy."""

    def __init__(self, code: Any = "", *_: Any) -> None:
        self.code = str(code)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.code = str(state[1]) + self.code.lstrip("<>=|")

    def numbers(self, raw: Any) -> AnyArray | None:
        """Return the numbers that bytes hold, None where they stand for something else."""
        raw = raw.encode("latin1") if isinstance(raw, str) else raw
        known = isinstance(raw, bytes | bytearray) and _NUMBERS.fullmatch(self.code)
        return np.frombuffer(raw, self.code) if known else None


class _Array:
    """Stands for an array; empty where it holds anything but numbers."""

    array: AnyArray = np.empty(0)

    def __init__(self, *_: Any) -> None:
        """Take whatever a file gives."""

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, kind, by_column, raw = state
        numbers = kind.numbers(raw)
        if numbers is not None:
            self.array = numbers.reshape(shape, order="F" if by_column else "C")


def _from_buffer(raw: Any, kind: _Kind, shape: tuple[int, ...], order: str = "C") -> _Array:
    array = _Array()
    array.__setstate__((1, shape, kind, order == "F", raw))
    return array


def _scalar(kind: _Kind, raw: Any = b"") -> Any:
    numbers = kind.numbers(raw)
    return None if numbers is None else numbers[0].item()


def _encode(text: str, *_: Any) -> bytes:
    return text.encode("latin1")


_NUMPY: dict[str, Any] = {
    "_reconstruct": _Array, "ndarray": _PickledObject, "dtype": _Kind, "scalar": _scalar,
    "_frombuffer": _from_buffer,
}  # fmt: skip


class _Unpickler(pickle.Unpickler):
    """Gives a stand-in for every name, and never imports what a file asks for."""

    def find_class(self, module: str, name: str) -> Any:
        package = module.split(".", maxsplit=1)[0]
        if package == "gensim":
            return _PickledObject
        if package == "numpy" and name in _NUMPY:
            return _NUMPY[name]
        if (module, name) == ("_codecs", "encode"):
            return _encode
        if module in _HOMES and name in _PLAIN:
            return _PLAIN[name]
        if module in _HOMES and name == "long":
            return int
        if package == "numpy" or name in ("RandomState", "hash"):  # with what a model seeded its training
            return _PickledObject
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed here")


def read_pickled(path: Path, text: ByteArray, allocate: Allocate) -> RawVectors:
    """Read gensim's KeyedVectors; large arrays lie beside the file as ``FILE.attribute.npy``."""
    check_opcodes(text)
    try:
        held = _Unpickler(io.BytesIO(text.tobytes()), encoding="latin1").load()
    except Exception as error:  # a damaged pickle may fail in any way
        raise InputError(f"not vectors saved by gensim: {error}", path) from error
    state = _state(held)
    if "wv" in state:
        state = _state(state["wv"])
    words = state.get("index_to_key") or state.get("index2word")
    matrix = _array(path, state, "vectors", "syn0")
    buckets = _array(path, state, "vectors_ngrams", "syn0_ngrams")
    subwords = None
    low, high, bucket = (state.get(field, 0) for field in ("min_n", "max_n", "bucket"))
    if not all(isinstance(n, int) for n in (low, high, bucket)):
        raise InputError("the sizes of the n-grams are not numbers", path)
    hashed = state.get("compatible_hash", True) and high > 0  # as fastText does, if at all
    if buckets is not None and hashed and len(buckets) == bucket:
        with np.errstate(over="ignore", invalid="ignore"):
            subwords = Subwords(np.asarray(buckets, np.float32), low, high)
    if words is not None and not (isinstance(words, list) and all(isinstance(w, str | int) for w in words)):
        raise InputError("the words are not a list of words", path)
    if matrix is None and words is not None:  # fastText's are left out, since they follow from their parts
        matrix = _array(path, state, "vectors_vocab")
        if matrix is not None and subwords is not None and len(words) == len(matrix):
            matrix = subwords.joined(words, matrix)
    if words is None or matrix is None:
        raise InputError("no words and vectors in this file saved by gensim", path)
    if len(words) != len(matrix):
        raise InputError(f"{len(words):,} words but {len(matrix):,} vectors", path)
    block = pack([str(word).encode("utf-8", "surrogatepass") for word in words])
    return RawVectors(*block, fill(allocate, matrix), subwords=subwords)


def _state(held: Any) -> Mapping[str, Any]:
    return held.state if isinstance(held, _PickledObject) else {}


def _array(path: Path, state: Mapping[str, Any], *names: str) -> Float32Array | None:
    for name in names:
        value = state.get(name)
        if isinstance(value, _Array) and value.array.ndim == 2:
            return value.array
        for prefix in ("", "wv."):
            beside = path.with_name(f"{opening.bare_name(path)}.{prefix}{name}.npy")
            if beside.is_file():
                return read_npy(beside, contents(beside))
    return None
