"""What arrays hold, for type hints: imported under ``TYPE_CHECKING`` only, so that it costs nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
