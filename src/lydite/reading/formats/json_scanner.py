"""Lines of JSON that are all alike, scanned byte by byte: strings become numbers or plain text on the way.

Nothing is guessed. Each line has the same keys in the same order, once each, with values of the same kinds,
spelled as JSON has them; else the scan ends with -1, and the careful reader tells what is wrong, and where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lydite.core.compiled import kernel
from lydite.core.whole_numbers import DIGITS
from lydite.reading.text_table import mix, number_text

if TYPE_CHECKING:
    from lydite.core.array_types import ByteArray, IntArray, UInt32Array
    from lydite.reading.text_table import TextSlots

PHRASES, TEXT, WHOLE, LIST, NUMBERS = range(5)
"""Kinds of values: the phrases, a string, a whole number, another list of strings, a list of numbers."""
NULLABLE = 8
"""Added to the kind of what may also be null."""
_LONGEST_NUMBER = 40  # characters


class LineForm(NamedTuple):
    """What all lines are like."""

    keys: ByteArray
    """The names of the values, end to end."""
    key_starts: IntArray
    kinds: IntArray


class LineValues(NamedTuple):
    """Where the values of lines are written; ``ends`` counts what is written so far of each kind."""

    codes: UInt32Array
    sizes: IntArray
    """How many phrases each line has."""
    cells: ByteArray
    """For each column of plain values its texts, each with an end of line after it; null is a zero byte."""
    numbers: ByteArray
    """The numbers of lists as they are spelled, each with an end of line after it."""
    ends: IntArray


@kernel
def escape_at(data: ByteArray, at: int) -> int:
    """Return how many bytes the escape at a backslash has; 0 where it is none, or half a character."""
    if at + 1 >= len(data):
        return 0
    kind = data[at + 1]
    if kind != 117:  # u
        short = kind in (34, 92, 47, 98, 102, 110, 114, 116)  # "\/bfnrt
        return 2 if short else 0
    code = hex_at(data, at + 2)
    if code < 0 or 0xDC00 <= code < 0xE000:
        return 0
    if code < 0xD800 or code >= 0xE000:
        return 6
    if at + 7 >= len(data) or data[at + 6] != 92 or data[at + 7] != 117:
        return 0
    return 12 if 0xDC00 <= hex_at(data, at + 8) < 0xE000 else 0


@kernel
def hex_at(data: ByteArray, at: int) -> int:
    """Return the number that four hexadecimal digits spell; -1 where they are none."""
    if at + 4 > len(data):
        return -1
    code = 0
    for j in range(at, at + 4):
        c = data[j]
        digit = c - 48 if 48 <= c <= 57 else c - 55 if 65 <= c <= 70 else c - 87 if 97 <= c <= 102 else -1
        if digit < 0:
            return -1
        code = code * 16 + digit
    return code


@kernel
def string_at(data: ByteArray, at: int, mixed: int) -> tuple[int, int]:
    """Return where the string ends whose first byte stands here, and its hash; -1 where it is none."""
    while at < len(data):
        c = data[at]
        if c == 34:  # "
            return at, mixed
        if c >= 32 and c != 92:
            mixed = mix(mixed, c)
            at += 1
            continue
        steps = escape_at(data, at) if c == 92 else 0
        if steps == 0:
            return -1, mixed
        for j in range(at, at + steps):
            mixed = mix(mixed, data[j])
        at += steps
    return -1, mixed


@kernel
def past_gap(data: ByteArray, at: int) -> int:
    """Return where spaces and tabs end."""
    while at < len(data) and (data[at] == 32 or data[at] == 9):
        at += 1
    return at


@kernel
def past_mark(data: ByteArray, at: int, mark: int) -> int:
    """Return where what follows a mark begins, with spaces around it; -1 where that mark is not."""
    at = past_gap(data, at)
    if at >= len(data) or data[at] != mark:
        return -1
    after: int = past_gap(data, at + 1)
    return after


@kernel
def past_digits(data: ByteArray, at: int) -> int:
    """Return where digits end."""
    while at < len(data) and 48 <= data[at] <= 57:
        at += 1
    return at


@kernel
def past_number(data: ByteArray, at: int, whole: bool) -> int:  # noqa: FBT001
    """Return where a number of JSON ends; -1 where it is none. A whole one is short, and not -0."""
    begin = at
    if at < len(data) and data[at] == 45:  # -
        at += 1
    first = at
    at = past_digits(data, at)
    if at == first or (data[first] == 48 and (at > first + 1 or (whole and first > begin))):
        return -1
    if whole:
        return at if at - first <= DIGITS else -1
    if at < len(data) and data[at] == 46:  # .
        first = at + 1
        at = past_digits(data, first)
        if at == first:
            return -1
    if at < len(data) and (data[at] == 101 or data[at] == 69):  # e E
        first = at + 1
        if first < len(data) and (data[first] == 43 or data[first] == 45):
            first += 1
        at = past_digits(data, first)
        if at == first:
            return -1
    return at if at - begin <= _LONGEST_NUMBER else -1


@kernel
def past_list(data: ByteArray, at: int, kind: int, table: TextSlots, values: LineValues) -> int:
    """Take the list that begins here, and return where it ends; -1 where it is none."""
    at = past_mark(data, at, 91)  # [
    if at < 0:
        return -1
    if at < len(data) and data[at] == 93:  # ]
        return at + 1
    while True:
        if kind == NUMBERS:
            end = past_number(data, at, False)
            if end < 0:
                return -1
            n = values.ends[1]
            values.numbers[n : n + end - at] = data[at:end]
            values.numbers[n + end - at] = 10
            values.ends[1] = n + end - at + 1
            values.ends[2] += 1
            at = past_gap(data, end)
        else:
            if at >= len(data) or data[at] != 34:
                return -1
            end, mixed = string_at(data, at + 1, table.seed)
            if end < 0:
                return -1
            if kind == PHRASES:
                values.codes[values.ends[0]] = number_text(data, at + 1, end, mixed, table)
                values.ends[0] += 1
            at = past_gap(data, end + 1)
        if at < len(data) and data[at] == 93:
            return at + 1
        at = past_mark(data, at, 44)  # ,
        if at < 0:
            return -1


@kernel
def past_value(data: ByteArray, at: int, kind: int, column: int, table: TextSlots, values: LineValues) -> int:
    """Take the value that begins here, and return where it ends; -1 where it is not of its kind."""
    plain = kind % NULLABLE
    null = False
    if kind >= NULLABLE and at + 4 <= len(data) and data[at] == 110:
        null = data[at + 1] == 117 and data[at + 2] == 108 and data[at + 3] == 108
    if not null and plain not in (TEXT, WHOLE):
        at = past_list(data, at, plain, table, values)
        return at  # noqa: RET504, a number for those who read types
    begin = at
    if null:
        end = after = at + 4
    elif plain == WHOLE:
        end = after = past_number(data, at, True)
    else:
        if at >= len(data) or data[at] != 34:
            return -1
        begin = at + 1
        end, _ = string_at(data, begin, table.seed)
        after = end + 1
    if end < 0:
        return -1
    if column >= 0:
        n = values.ends[column]
        if null:
            values.cells[n] = 0
            n += 1
        else:
            values.cells[n : n + end - begin] = data[begin:end]
            n += end - begin
        values.cells[n] = 10
        values.ends[column] = n + 1
    return after


@kernel
def scan_lines(data: ByteArray, form: LineForm, table: TextSlots, values: LineValues) -> int:
    """Take all lines, each with its end, and return how many there are; -1 where one is of another form."""
    at, lines = 0, 0
    while at < len(data):
        numbered, counted = values.ends[0], values.ends[2]
        scored = False
        at = past_mark(data, at, 123)  # {
        column = 3
        for k in range(len(form.kinds)):
            if k > 0 and at >= 0:
                at = past_mark(data, at, 44)  # ,
            if at < 0 or at >= len(data) or data[at] != 34:
                return -1
            at += 1
            for j in range(form.key_starts[k], form.key_starts[k + 1]):
                if at >= len(data) or data[at] != form.keys[j]:
                    return -1
                at += 1
            if at >= len(data) or data[at] != 34:
                return -1
            at = past_mark(data, at + 1, 58)  # :
            if at < 0:
                return -1
            kind = form.kinds[k]
            kept = kind % NULLABLE in (TEXT, WHOLE)
            scored = scored or kind == NUMBERS
            at = past_value(data, at, kind, column if kept else -1, table, values)
            column += kept
            if at < 0:
                return -1
            at = past_gap(data, at)
        if at < 0 or at >= len(data) or data[at] != 125:  # }
            return -1
        at = past_gap(data, at + 1)
        if at < len(data) and data[at] == 13:
            at += 1
        if at >= len(data) or data[at] != 10:
            return -1
        at += 1
        values.sizes[lines] = values.ends[0] - numbered
        if scored and values.ends[2] - counted != values.sizes[lines]:
            return -1
        lines += 1
    return lines
