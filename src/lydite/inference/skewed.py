"""Student's interval where units are skewed: most of them next to nothing, few of them large."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lydite.inference.intervals import t_quantile

if TYPE_CHECKING:
    from lydite.array_types import FloatArray

_FEWEST = 2.0  # degrees of freedom: with fewer, t says nothing
_DUST = 1e-12


def skewed(
    value: float, left_out: FloatArray, level: float, bounds: tuple[float, float]
) -> tuple[float, float]:
    """Return the interval of a value, from the values with each unit left out in turn.

    value + s ((2 q² + 1) r / 6 ± q √(1 + 7 r² / 4)), with s the standard error by the jackknife, r = γ / √n
    and γ the skewness of its pseudo-values: where these are skewed, Student's statistic is, the other way,
    and its variance is 1 + 7 r² / 4 (Johnson 1978, Modified t tests and confidence intervals for asymmetrical
    populations; the cumulants in Hall 1992, The bootstrap and Edgeworth expansion, section 2.6). q is the
    quantile of a t distribution with 2 n / (κ − 1 − γ²) degrees of freedom, n − 1 at most, κ the kurtosis: as
    many as say how well s is known (Satterthwaite 1946), but for what it shares with the value itself.

    >>> import numpy as np
    >>> units = np.array([0.0] * 95 + [1.0] * 5)
    >>> low, high = skewed(0.05, (units.sum() - units) / 99, 0.95, (0.0, 1.0))
    >>> round(low, 3), round(high, 3)
    (0.014, 0.113)
    """
    n = len(left_out)
    away = (n - 1) * (left_out.mean() - left_out)
    second, third, fourth = (float((away**k).mean()) for k in (2, 3, 4))
    if not math.isfinite(second) or math.sqrt(second) < _DUST:
        return value, value
    skew = third / second**1.5
    beyond = fourth / second**2 - 1 - skew**2
    freedom = min(max(2 * n / beyond, _FEWEST), n - 1.0) if beyond > _DUST else n - 1.0
    q = t_quantile((1 + level) / 2, freedom)
    spread, r = math.sqrt(second / (n - 1)), skew / math.sqrt(n)
    moved, half = (2 * q**2 + 1) * r / 6, q * math.sqrt(1 + 7 * r**2 / 4)
    low, high = value + spread * (moved - half), value + spread * (moved + half)
    return max(min(low, value), bounds[0]), min(max(high, value), bounds[1])
