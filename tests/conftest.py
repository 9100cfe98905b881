"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "lydite", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("lydite")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public data sets; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("LYDITE_SHARED_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip("no public data here (LYDITE_SHARED_DATA names its folder)")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-skipped", metavar="FILE", help="write the names of skipped tests to FILE")
    parser.addoption("--only-skipped", metavar="FILE", help="run just the tests that FILE names")


def pytest_configure(config: pytest.Config) -> None:
    if (file := config.getoption("--write-skipped")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Skipped(Path(file)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests, and all tests of the modules, that were skipped in another environment."""
    if file := config.getoption("--only-skipped"):
        wanted = set(Path(file).read_text("utf-8").splitlines())
        items[:] = [i for i in items if wanted & {i.nodeid, i.nodeid.split("::")[0]}]


class Skipped:
    """Which tests one environment skips, so that another with more packages runs just these."""

    def __init__(self, file: Path) -> None:
        self.file, self.names = file, set[str]()

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped:
            self.names.add(report.nodeid)

    pytest_runtest_logreport = pytest_collectreport = _note

    def pytest_sessionfinish(self) -> None:
        self.file.write_text("".join(f"{name}\n" for name in sorted(self.names)), "utf-8")
