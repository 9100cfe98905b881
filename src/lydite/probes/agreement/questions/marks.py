"""What a person does with a substitute on a sheet of questions."""

from __future__ import annotations

CIRCLED, UNMARKED, CROSSED = 1, 0, -1
Mark = int | None
"""None where the substitute was not shown to them."""
