"""Prediction by partial matching: how many bits a text takes."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

ORDER = 5
_SYMBOLS = 256


def ppm_bits(text: bytes, order: int = ORDER) -> float:
    """Return the bits of a text by PPM with escapes of method C (Cleary and Witten 1984, Moffat 1990).

    A byte is predicted by what followed its longest context of at most ``order`` bytes so far: with c of n
    bytes, d of them different, it has c / (n + d), and d / (n + d) is left for the escape to a context
    shorter by one, in which bytes already ruled out no longer count. Without any context all bytes left are
    alike.

    >>> ppm_bits(b"a"), round(ppm_bits(b"aa"), 4), round(ppm_bits(b"ab"), 4)
    (8.0, 9.0, 16.9944)
    """
    followed: defaultdict[bytes, Counter[int]] = defaultdict(Counter)
    bits = 0.0
    for at, byte in enumerate(text):
        contexts = [text[at - k : at] for k in range(min(order, at), -1, -1)]
        bits += _bits(byte, [followed[c] for c in contexts if c in followed])
        for context in contexts:
            followed[context][byte] += 1
    return bits


def _bits(byte: int, tables: list[Counter[int]]) -> float:
    """Return the bits of one byte after its contexts, the longest first."""
    bits, excluded = 0.0, set[int]()
    for table in tables:
        kept = [count for symbol, count in table.items() if symbol not in excluded]
        if not kept:
            continue
        total = sum(kept) + len(kept)
        if byte in table:
            return bits + math.log2(total / table[byte])
        bits += math.log2(total / len(kept))
        excluded.update(table)
    return bits + math.log2(_SYMBOLS - len(excluded))
