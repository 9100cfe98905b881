"""The scripts behind tables of the docs, so that tests hold a small and quick version of what they say."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[1] / "experiments"


def load(name: str, folder: Path = FOLDER) -> ModuleType:
    """Import a script of experiments/ or of another folder."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
