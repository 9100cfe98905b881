"""The exact count behind OddOneOut: every combination of k words with every word of the vocabulary.

The odd word of S ∪ {w} is the one farthest from the mean of all k + 1. In ``|x − μ|²`` of w and of some s
in S the product ``w·s`` cancels, so w is farther than s if and only if ``g(w) > g(s)``, where
``g(x) = (k − 1)|x|² − 2 x·R`` and R is the sum of the k − 1 *other* words of S. Hence w needs one rank among
the words of the category for each (k − 1)-subset, and each of the ``n choose k`` combinations is then k
comparisons of small integers, many at a time. Cosine distance does not cancel; it is summed in float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, IntArray


@kernel(large=5_000)
def thresholds(dots: AnyArray, squares: AnyArray, k: int, ordered: AnyArray, places: AnyArray) -> None:
    """Fill, for each (k − 1)-subset in lexicographic order, g of the other words, sorted, and their places.

    ``dots`` (n × n) and ``squares`` are of the category's own words.
    """
    n = len(squares)
    q = k - 1
    subset = np.arange(q)
    g = np.empty(n)
    for index in range(len(ordered)):
        for x in range(n):
            g[x] = q * squares[x]
        for i in range(q):
            for x in range(n):
                g[x] -= 2.0 * dots[subset[i], x]
        for i in range(q):
            g[subset[i]] = -np.inf
        ordered[index] = np.sort(g)[q:]
        for x in range(n):
            places[index, x] = np.searchsorted(ordered[index], g[x])
        advance(subset, n)


@kernel(large=5_000)
def ranks_of(dots: AnyArray, squares: AnyArray, k: int, ordered: AnyArray, ranks: AnyArray) -> None:
    """Fill, for each (k − 1)-subset, how many words of the category each word w is above."""
    n, b = dots.shape
    q = k - 1
    m = n - q
    subset = np.arange(q)
    g = np.empty(b)
    top = np.empty(8)
    for index in range(len(ordered)):
        t = ordered[index]
        for w in range(b):
            g[w] = q * squares[w]
        for i in range(q):
            row = dots[subset[i]]
            for w in range(b):
                g[w] -= 2.0 * row[w]
        # nearly every word is above nearly all, so count the exceptions from the top, eight words at once
        for i in range(8):
            top[i] = t[m - 1 - i] if i < m else -np.inf
        a, c, d, e, f, h, o, p = top[0], top[1], top[2], top[3], top[4], top[5], top[6], top[7]
        row_ranks = ranks[index]
        for w in range(b):
            v = g[w]
            under = int(a >= v) + int(c >= v) + int(d >= v) + int(e >= v)
            under += int(f >= v) + int(h >= v) + int(o >= v) + int(p >= v)
            row_ranks[w] = m - under
        if m > 8:
            for w in range(b):
                if row_ranks[w] == m - 8:
                    row_ranks[w] = np.searchsorted(t[: m - 8], g[w])
        advance(subset, n)


@kernel(large=5_000)
def count_odd(n: int, k: int, binomials: IntArray, ranks: AnyArray, places: AnyArray) -> int:
    """Count the pairs (S, w) in which w is above each member of S, given the others."""
    b = ranks.shape[1]
    q = k - 1
    prefix = np.arange(q)
    base = np.empty(k, np.int64)
    odd = np.empty(b, np.uint8)
    sums = np.zeros(b, np.uint8)
    total = 0
    pending = 0
    for _ in range(binomials[n - 1, q]):
        # number of each (k − 1)-subset: those that leave out prefix[i] still lack the last word
        for left in range(k):
            number = binomials[n, q] - 1
            p = 0
            for i in range(q):
                if i != left:
                    number -= binomials[n - 1 - prefix[i], q - p]
                    p += 1
            base[left] = number if left == q else number - (n - 1)
        for last in range(prefix[q - 1] + 1, n):
            if k == 3:
                r0, r1, r2 = ranks[base[0] + last], ranks[base[1] + last], ranks[base[2]]
                p0 = places[base[0] + last, prefix[0]]
                p1 = places[base[1] + last, prefix[1]]
                p2 = places[base[2], last]
                for w in range(b):
                    sums[w] += np.uint8((r0[w] > p0) & (r1[w] > p1) & (r2[w] > p2))
            else:
                row = ranks[base[q]]
                place = places[base[q], last]
                for w in range(b):
                    odd[w] = np.uint8(row[w] > place)
                for left in range(q):
                    row = ranks[base[left] + last]
                    place = places[base[left] + last, prefix[left]]
                    for w in range(b):
                        odd[w] &= np.uint8(row[w] > place)
                for w in range(b):
                    sums[w] += odd[w]
            pending += 1
            if pending == 255:
                for w in range(b):
                    total += int(sums[w])
                sums[:] = 0
                pending = 0
        advance(prefix, n - 1)
    for w in range(b):
        total += int(sums[w])
    return total


@kernel(large=5_000)
def advance(subset: IntArray, n: int) -> None:
    """Move to the next combination in lexicographic order."""
    q = len(subset)
    i = q - 1
    while i >= 0 and subset[i] == n - q + i:
        i -= 1
    if i >= 0:
        subset[i] += 1
        for j in range(i + 1, q):
            subset[j] = subset[j - 1] + 1


@kernel(large=5_000)
def count_cosine(near: AnyArray, back: AnyArray, sizes: AnyArray, own: AnyArray, k: int) -> int:
    """Count the pairs (S, w) in which the cosine of w to the sum T of S ∪ {w} is below that of each member.

    ``near`` (n × b) is ŵ·s, ``back`` is ŝ·w, ``sizes`` is |w|, ``own`` (n × n) is ŝᵢ·sⱼ;
    w is odd if and only if |w| + Σⱼ ŵ·sⱼ < ŝᵢ·w + Σⱼ ŝᵢ·sⱼ for every i.
    """
    n, b = near.shape
    s = np.arange(k)
    begun = np.empty(b)
    total = 0
    fresh = True
    while True:
        if fresh:
            for w in range(b):
                begun[w] = sizes[w]
            for i in range(k - 1):
                for w in range(b):
                    begun[w] += near[s[i], w]
        last = near[s[k - 1]]
        if k == 3:
            b0, b1, b2 = back[s[0]], back[s[1]], back[s[2]]
            c0 = own[s[0], s[0]] + own[s[0], s[1]] + own[s[0], s[2]]
            c1 = own[s[1], s[0]] + own[s[1], s[1]] + own[s[1], s[2]]
            c2 = own[s[2], s[0]] + own[s[2], s[1]] + own[s[2], s[2]]
            count = 0
            for w in range(b):
                x = begun[w] + last[w]
                count += (x < b0[w] + c0) & (x < b1[w] + c1) & (x < b2[w] + c2)
            total += count
        else:
            for w in range(b):
                x = begun[w] + last[w]
                odd = True
                for i in range(k):
                    c = 0.0
                    for j in range(k):
                        c += own[s[i], s[j]]
                    odd = odd and x < back[s[i], w] + c
                total += odd
        fresh = s[k - 1] == n - 1
        if s[0] == n - k:
            return total
        advance(s, n)
