"""Probes: a source of meaning against people or test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.probes.run import Probed, examine, probe
else:
    __getattr__ = lazily(__name__, {"run": "Probed examine probe"})

__all__ = ["Probed", "examine", "probe"]
