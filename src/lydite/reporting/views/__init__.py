"""From a run to a report: one file for each kind of run."""
