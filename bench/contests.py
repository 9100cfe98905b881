"""All contests, in the order of the page of speed."""

from __future__ import annotations

import phrase_contests
import sample_contests
import vector_contests

CONTESTS = (*phrase_contests.CONTESTS, *vector_contests.CONTESTS, *sample_contests.CONTESTS)
