"""Engines that run on many machines; found by entry point, imported by nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.cluster.dask import Dask
else:
    __getattr__ = lazily(__name__, {"dask": "Dask"})

__all__ = ["Dask"]
