"""Members of zip archives, none larger than it says: zipfile unpacks the whole of one before it is cut."""

from __future__ import annotations

import zipfile

_BOUNDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what zipfile unpacks no further than it is asked to


def read_member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return the content of a member; ValueError where it is compressed in a way that has no bounds."""
    if entry.compress_type not in _BOUNDED:
        raise ValueError(f"{entry.filename} is compressed in an unusual way; pack it again, by deflate")
    with archive.open(entry) as member:
        return member.read(entry.file_size + 1)  # with the end come its checks
