"""Baselines that recommend hashtags for tweets, for others to beat (#REval, 4.2.2)."""
