"""Sheets on which people judge: laid out, filled in, gathered."""

from lydite.probes.agreement.sheets.answers import SheetAnswers, read_answers
from lydite.probes.agreement.sheets.layout import lay_out
from lydite.probes.agreement.sheets.sheet import SheetSet, read_sheets

__all__ = ["SheetAnswers", "SheetSet", "lay_out", "read_answers", "read_sheets"]
