"""Times as tweets have them: Twitter's own form, ISO 8601, or seconds since 1970."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.reading.tweets import RawTweet

_TWITTER = re.compile(r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d?) (\d\d):(\d\d):(\d\d) ([+-]\d{4}) (\d{4})")
_MONTHS = {
    name: n
    for n, name in enumerate(
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 1
    )
}
_NUMBER = re.compile(r"-?\d{5,}(?:\.\d+)?")
_CALENDAR = re.compile(  # a day in eight digits, and the time of the day in four or six more
    r"([12]\d{3}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))((?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?"
)
_FIRST, _LAST = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (1, 9999))
_MILLIS = 1e11  # seconds since 1970 beyond the year 5000 are milliseconds
_TOO_MANY = 1e13  # milliseconds: 14 digits, of the year 2286


def seconds(text: str) -> float | None:
    """Return a time as seconds since 1970 (UTC where no zone is named), None for what is no time.

    >>> seconds("Thu Apr 09 01:31:50 +0000 2015"), seconds("2015-04-09T01:31:50Z"), seconds("1428543110")
    (1428543110.0, 1428543110.0, 1428543110.0)
    >>> seconds("2015-04-09"), seconds("Mon")
    (1428537600.0, None)

    Eight digits that are a day are that day (as seconds they would be of 1970), with four or six more a time
    of it (as milliseconds 12 digits would be of the 1970s). Other numbers from 14 digits on are no times.

    >>> seconds("20150409"), seconds("20150409013150"), seconds("201504090131")
    (1428537600.0, 1428543110.0, 1428543060.0)
    >>> seconds("1428543110000"), seconds("20150230013150"), seconds("1428543110000000")
    (1428543110.0, None, None)
    """
    try:
        at = _seconds(text.strip())
    except (ValueError, KeyError, OverflowError):
        return None
    return at if _FIRST <= at < _LAST else None


def _seconds(text: str) -> float:
    if found := _TWITTER.fullmatch(text):
        month, day, hour, minute, second, zone, year = found.groups()
        at = datetime(int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second), tzinfo=UTC)
        away = (int(zone[1:3]) * 60 + int(zone[3:])) * 60
        return at.timestamp() + (away if zone[0] == "-" else -away)
    if found := _CALENDAR.fullmatch(text):
        text = f"{found[1]}T{found[2]}" if found[2] else found[1]
    elif _NUMBER.fullmatch(text):
        if abs(number := float(text)) >= _TOO_MANY:
            raise ValueError(f"{text} milliseconds")
        return number / 1000 if abs(number) > _MILLIS else number
    given = datetime.fromisoformat(text)
    return (given if given.tzinfo else given.replace(tzinfo=UTC)).timestamp()


def times_of(tweets: Iterable[RawTweet]) -> list[float]:
    """Return the time of every tweet; InputError for the first that has none."""
    times = []
    for tweet in tweets:
        at = seconds(tweet.time)
        if at is None:
            said = f"found {tweet.time!r}" if tweet.time else "found none; name its column (--time-column)"
            raise InputError(f"expected the time of a tweet, {said}", tweet.source, tweet.line)
        times.append(at)
    return times
