"""Sheets as pages: printed and filled in by hand, or filled in on screen."""

from lydite.reporting.sheets.page import render_sheet, write_sheets

__all__ = ["render_sheet", "write_sheets"]
