"""Tweets for #REval: split, describe, recommend hashtags, follow them through time, list their tweets."""
