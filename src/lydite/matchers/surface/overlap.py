"""Kernels over the words of two phrases: how many they share, and whether one stands in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray


@kernel
def overlap(ordered: IntArray, starts: IntArray, left: IntArray, right: IntArray, out: FloatArray) -> None:
    """Count the words that two phrases share, each as often as both have it (codes in order)."""
    for p in range(len(left)):
        a, a_end = starts[left[p]], starts[left[p] + 1]
        b, b_end = starts[right[p]], starts[right[p] + 1]
        count = 0
        while a < a_end and b < b_end:
            if ordered[a] == ordered[b]:
                count += 1
                a += 1
                b += 1
            elif ordered[a] < ordered[b]:
                a += 1
            else:
                b += 1
        out[p] = count


@kernel
def covered(
    codes: IntArray,
    starts: IntArray,
    ordered: IntArray,
    short: IntArray,
    long: IntArray,
    weighted: Any,
    out: FloatArray,
) -> None:
    """Add up the words of the longer phrase that the shorter one has.

    Each counts 1, or, weighted, one over its distance from the end of the phrase (the last has 1).
    """
    for p in range(len(short)):
        x, x_end = starts[short[p]], starts[short[p] + 1]
        y, y_end = starts[long[p]], starts[long[p] + 1]
        total = 0.0
        for i in range(y, y_end):
            low, high = x, x_end
            while low < high:
                middle = (low + high) // 2
                if ordered[middle] < codes[i]:
                    low = middle + 1
                else:
                    high = middle
            if low < x_end and ordered[low] == codes[i]:
                total += 1.0 / (y_end - i) if weighted else 1.0
        out[p] = total


@kernel
def contains(codes: IntArray, starts: IntArray, outer: IntArray, inner: IntArray, out: FloatArray) -> None:
    """Write 1 where all words of the inner phrase stand, in order and without a gap, in the outer one."""
    for p in range(len(outer)):
        a, a_end = starts[outer[p]], starts[outer[p] + 1]
        b, size = starts[inner[p]], starts[inner[p] + 1] - starts[inner[p]]
        out[p] = 0.0
        while a + size <= a_end:
            at = 0
            while at < size and codes[a + at] == codes[b + at]:
                at += 1
            if at == size:
                out[p] = 1.0
                break
            a += 1


@kernel
def shared_weight(
    ordered: IntArray, starts: IntArray, weight: FloatArray, left: IntArray, right: IntArray, out: FloatArray
) -> None:
    """Add up the weights of the words that two phrases share, each as often as both have it."""
    for p in range(len(left)):
        a, a_end = starts[left[p]], starts[left[p] + 1]
        b, b_end = starts[right[p]], starts[right[p] + 1]
        total = 0.0
        while a < a_end and b < b_end:
            if ordered[a] == ordered[b]:
                total += weight[ordered[a]]
                a += 1
                b += 1
            elif ordered[a] < ordered[b]:
                a += 1
            else:
                b += 1
        out[p] = total
