"""Measures of lydite in other libraries; each file needs its library."""
