"""A real browser for tests: Chromium by its debugging protocol over two pipes; no driver is needed."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

MARKS = [pytest.mark.extra, pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")]
T = TypeVar("T")


def needs_chromium(test: T) -> T:
    """Mark a test that opens pages."""
    for mark in MARKS:
        test = mark(test)
    return test


_PATIENCE = 60.0
_CONTRAST = """((selector) => {
  const light = (text) => text.match(/\\d+/g).slice(0, 3).map(Number).reduce((sum, c, n) => {
    const x = c / 255; const linear = x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    return sum + linear * [0.2126, 0.7152, 0.0722][n]; }, 0);
  let least = 21;
  for (const e of document.querySelectorAll(selector)) {
    if (!e.checkVisibility() || !e.textContent.trim()) continue;
    let back = e;
    while (getComputedStyle(back).backgroundColor === "rgba(0, 0, 0, 0)") back = back.parentElement;
    const [a, b] = [light(getComputedStyle(e).color), light(getComputedStyle(back).backgroundColor)];
    least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  return least;
})"""


class Page:
    """One page of a browser."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        self.dialogs = 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """Ask the browser for something, and wait for its answer."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None and not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("method") == "Page.javascriptDialogOpening":
                self.dialogs += 1
            if told.get("id") == number:
                if "error" in told:
                    raise RuntimeError(f"{method}: {told['error']}")
                return told["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            piece = os.read(self._reading, 1 << 16)
            if not piece:
                raise RuntimeError("the browser went away")
            self._buffer += piece
        one, _, self._buffer = self._buffer.partition(b"\0")
        told: dict[str, Any] = json.loads(one)
        return told

    def open(self, path: Path) -> None:
        """Open a file and wait until it is there."""
        self.call("Page.navigate", url=path.as_uri())
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """Return the value of an expression, of a promise what it promises."""
        told = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"])
        return told["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        ends = time.monotonic() + _PATIENCE
        while not self.run(script):
            if time.monotonic() > ends:
                raise TimeoutError(script)
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Press the mouse where an element stands, as a person would."""
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: "
            "'center'}); const b = e.getBoundingClientRect(); "
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            at = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, **at)

    def press(self, key: str) -> None:
        """Press a key where the cursor is."""
        for kind in ("keyDown", "keyUp"):
            typed = {"text": key} if kind == "keyDown" and len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **typed)

    def choose(self, selector: str, value: str) -> None:
        """Choose one of the options of a list."""
        self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); "
            f"e.value = {json.dumps(value)}; e.dispatchEvent(new Event('change')); }})()"
        )

    def contrast(self, selector: str) -> float:
        """Return the least contrast of letters with what is behind them, among elements that are seen."""
        return float(self.run(f"{_CONTRAST}({json.dumps(selector)})"))

    def write(self, text: str) -> None:
        """Type a text where the cursor is."""
        self.call("Input.insertText", text=text)

    def allow(self, *permissions: str) -> None:
        """Give pages permissions, or take all away."""
        self.call("Browser.resetPermissions")
        self.call("Browser.grantPermissions", permissions=list(permissions))

    def downloads(self, folder: Path) -> None:
        """Let what is downloaded go into a folder."""
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def looks(self, *, width: int, dark: bool) -> None:
        """Be so wide, and of a light or dark scheme."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
        )
        self.call("Emulation.setScrollbarsHidden", hidden=True)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, path: Path) -> None:
        """Save the whole page as it looks."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def printed(self, path: Path) -> None:
        """Save the page as it is printed."""
        path.write_bytes(base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"]))


@contextlib.contextmanager
def chromium(profile: Path) -> Iterator[Page]:
    """Start a browser with a profile of its own, and end it in the end."""
    to_browser, writing = os.pipe()
    reading, from_browser = os.pipe()
    command = (
        f"exec chromium --headless --no-sandbox --disable-gpu --no-first-run --remote-debugging-pipe "
        f"--user-data-dir='{profile}' 3<&{to_browser} 4>&{from_browser}"
    )
    process = subprocess.Popen(
        ["bash", "-c", command], pass_fds=(to_browser, from_browser), stderr=subprocess.DEVNULL
    )
    os.close(to_browser)
    os.close(from_browser)
    try:
        yield Page(reading, writing)
    finally:
        process.terminate()
        process.wait(timeout=30)
        os.close(reading)
        os.close(writing)
