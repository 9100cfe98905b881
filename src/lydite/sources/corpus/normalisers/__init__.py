"""Normalisers: one form for what is written in several. One file each."""
