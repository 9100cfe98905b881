"""Choosers: which link to follow next. One file each."""
