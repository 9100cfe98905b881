"""JUnit XML of a gate: what build servers read and show."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from lydite.reporting.readable import escape_control
from lydite.reporting.views.gate import message, report

if TYPE_CHECKING:
    from lydite.runs.gate import Gate


def junit(gate: Gate) -> str:
    """Return one test case a measure, with a failure for each that fails the build."""
    counts = {"tests": str(len(gate.lines)), "failures": str(len(gate.failed)), "errors": "0", "skipped": "0"}
    root = ET.Element("testsuites", {"name": "lydite", **counts})
    suite = ET.SubElement(root, "testsuite", {"name": "lydite gate", **counts})
    properties = ET.SubElement(suite, "properties")
    for name in ("baseline", "candidate", "fail_if", "margin", "level"):
        ET.SubElement(properties, "property", {"name": name, "value": _safe(str(getattr(gate, name)))})
    for line in gate.lines:
        case = ET.SubElement(suite, "testcase", {"classname": "lydite.gate", "name": _safe(line.measure)})
        told = _safe(message(gate, line))
        if line in gate.failed:
            failure = ET.SubElement(case, "failure", {"type": line.verdict, "message": told})
            failure.text = _safe(report(gate).render("text"), keep="\n")
        else:
            ET.SubElement(case, "system-out").text = told
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode")


def _safe(text: str, keep: str = "") -> str:
    """Return a text without what XML cannot hold."""
    return escape_control(text, keep=keep)
