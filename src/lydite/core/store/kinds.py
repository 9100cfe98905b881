"""Of which kind a store is, told before it is opened as one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lydite.core.io.files import reading_errors
from lydite.core.store.store import manifest_text, packed_manifest

if TYPE_CHECKING:
    from pathlib import Path


def kind_of(path: Path) -> str:
    """Return of what kind a store says it is; nothing where it says so nowhere (to open it says why)."""
    import zipfile
    import zlib

    try:
        if path.is_file():
            with reading_errors(path), zipfile.ZipFile(path) as archive:
                text = packed_manifest(archive)
        else:
            text = manifest_text(path, "any kind")
        return str(json.loads(text)["kind"])
    except (ValueError, KeyError, TypeError, RuntimeError, zipfile.BadZipFile, zlib.error):
        return ""
