"""Hashtags and what they mean: tweets, a dictionary of embeddings, a thesaurus of synonyms (#REval)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.hashtags.build import build_dictionary, update_dictionary
    from lydite.hashtags.clean import Preparation, Tweet, TweetCounts, clean_tweet, prepare
    from lydite.hashtags.describing import describe
    from lydite.hashtags.example import small_store
    from lydite.hashtags.neighbours import ExactSearch, nearest, unit_rows
    from lydite.hashtags.opening import open_thesaurus, store_thesaurus
    from lydite.hashtags.projection import MapPoint
    from lydite.hashtags.ranks import NEVER
    from lydite.hashtags.splitting import Split, split
    from lydite.hashtags.store import DictionarySettings, HashtagStore, open_store
else:
    __getattr__ = lazily(
        __name__,
        {
            "build": "build_dictionary update_dictionary",
            "builder": "DictionaryBuilder",
            "clean": "LONGEST Preparation Tweet TweetCounts clean_tweet prepare",
            "describing": "describe",
            "example": "small_store",
            "language": "identify",
            "neighbours": "ExactSearch nearest unit_rows",
            "opening": "open_thesaurus store_thesaurus",
            "projection": "MapPoint",
            "ranks": "NEVER index",
            "splitting": "Split split",
            "store": "DictionarySettings HashtagDictionary HashtagStore open_store write_store",
            "thesaurus": "from_lists from_neighbours popular",
        },
    )

__all__ = [
    "NEVER",
    "DictionarySettings",
    "ExactSearch",
    "HashtagStore",
    "MapPoint",
    "Preparation",
    "Split",
    "Tweet",
    "TweetCounts",
    "build_dictionary",
    "clean_tweet",
    "describe",
    "nearest",
    "open_store",
    "open_thesaurus",
    "prepare",
    "small_store",
    "split",
    "store_thesaurus",
    "unit_rows",
    "update_dictionary",
]
