"""Gold and predictions from files, dicts and data frames.

:func:`read` takes any of them and gives a :class:`Phrases` table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.reading.documents import read_documents
    from lydite.reading.fields import FieldNames, ReadingContext
    from lydite.reading.formats.detecting import FORMATS
    from lydite.reading.known_names import IDS
    from lydite.reading.labels.columns import LABELS
    from lydite.reading.phrase_tables import read, read_all
    from lydite.reading.phrases import Phrases
    from lydite.reading.spelled_lists import list_of_cell
    from lydite.reading.times import times_of
    from lydite.reading.tweet_text import without_links
    from lydite.reading.tweets import RawTweet, TweetColumns, read_raw_tweets
else:
    __getattr__ = lazily(
        __name__,
        {
            "documents": "read_documents",
            "fields": "FieldNames ReadingContext phrase_names",
            "formats.delimited": "read_delimited",
            "formats.detecting": "FORMATS",
            "formats.frames": "read_parquet",
            "formats.headers": "looks_like_item",
            "formats.json_lines": "read_json_lines",
            "formats.json_records": "from_odd_records",
            "formats.parquet_footer": "unpacked_size",
            "formats.plain_parquet": "read_plain_parquet",
            "formats.plain_tables": "read_plain_table",
            "formats.polars_frames": "parquet parquet_batches",
            "known_names": "IDS",
            "labels.columns": "LABELS PREDICTED TRUE",
            "phrase_tables": "read read_all",
            "phrases": "Phrases",
            "separators": "split_cell",
            "spelled_lists": "DEEPEST list_of_cell",
            "times": "seconds times_of",
            "tweet_text": "hashtags_of without_links",
            "tweets": "RawTweet TweetColumns read_raw_tweets",
        },
    )

__all__ = [
    "FORMATS",
    "IDS",
    "LABELS",
    "FieldNames",
    "Phrases",
    "RawTweet",
    "ReadingContext",
    "TweetColumns",
    "list_of_cell",
    "read",
    "read_all",
    "read_documents",
    "read_raw_tweets",
    "times_of",
    "without_links",
]
