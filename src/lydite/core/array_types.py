"""What arrays hold, for type hints: imported under ``TYPE_CHECKING`` only, so that it costs nothing."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Float32Array = NDArray[np.float32]
Int32Array = NDArray[np.int32]
ByteArray = NDArray[np.uint8]
UInt16Array = NDArray[np.uint16]
UInt32Array = NDArray[np.uint32]
UInt64Array = NDArray[np.uint64]
AnyArray = NDArray[Any]

Kind = TypeVar("Kind", bound=np.generic)
ArrayOf = NDArray[Kind]
