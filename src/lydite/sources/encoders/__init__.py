"""Encoders: from the words of a tweet to a vector. One file each; nothing is downloaded."""
