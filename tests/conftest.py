"""What all tests share: the register of proofs, by which every rule of a finished game has a test that bears its ID."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from heraut.games import NAMES
from tests.compliance import Proofs, check, write
from tests.shared import drop_databases

ROOT = Path(__file__).parent.parent

# A busy machine is slow, and nothing is wrong with it; what hangs is ended by pytest-timeout
settings.register_profile("heraut", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("heraut")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two for each processor: many tests wait, for a browser, another process or a moment of the clock. `-n logical`,
    for tests that do not wait: one, since each worker begins by reading all tests.
    """
    return (os.cpu_count() or 1) * (1 if config.option.numprocesses == "logical" else 2)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--compliance=check` fails when a rule has neither a passing test nor a waiver; `write` renews the tables. With
    `--collect-only` every test counts as passing: whether the tables name today's tests is known before any has run.
    """
    parser.addoption("--compliance", choices=("check", "write"), default=None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Carries the rule IDs of each test with its report, from whatever process runs it. A test with a real browser,
    which waits for what a busy machine may show late, has a second try.
    """
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))
        for marker in item.iter_markers("rule"):
            for rule in marker.args:
                item.user_properties.append(("rule", rule))


def pytest_collection_finish() -> None:
    """What all tests are made of stays to the end: the collector need not go through it again and again, for seconds at
    a time and in the midst of a test that measures.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Databases that all workers copied go once the last of them has ended."""
    if not hasattr(session.config, "workerinput"):
        drop_databases(session.config._tmp_path_factory.getbasetemp())  # type: ignore[attr-defined]


class Register:
    """Gathers which rules have a passing test, and which a failing one."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.passed: Proofs = defaultdict(set)
        self.skipped: Proofs = defaultdict(set)  # for want of a browser or a database server: in the table, no proof
        self.failed: set[str] = set()
        self.complaints: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Takes every test for passing if none is to be run."""
        if session.config.option.collectonly:
            for item in session.items:
                for _, rule in item.user_properties:
                    self.passed[str(rule)].add(item.nodeid.split("[")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes the rules of a test that has just been run."""
        rules = [str(value) for name, value in report.user_properties if name == "rule"]
        if report.when == "call" and report.passed:
            for rule in rules:
                self.passed[rule].add(report.nodeid.split("[")[0])
        elif report.skipped:
            for rule in rules:
                self.skipped[rule].add(report.nodeid.split("[")[0])
        elif report.failed:
            self.failed.update(rules)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Checks or renews the compliance tables once all tests have run, or have been collected."""
        for game in NAMES:
            if self.mode == "write":
                write(ROOT, game, self.passed)
            else:
                self.complaints += check(ROOT, game, self.passed, self.skipped, self.failed)
        if self.complaints:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints, game by game, the rules without proof."""
        terminalreporter.section("compliance")
        for line in self.complaints or ["every rule has a passing test or a written waiver"]:
            terminalreporter.write_line(line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells in a few lines why a test had a second try: the lines it stood at, and what failed there."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"second try: {report.nodeid}", "-")
        crash = getattr(report.longrepr, "reprcrash", None)
        entries = getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", [])
        places = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None)]
        for place in (place for place in places if place.path.startswith("tests")):
            terminalreporter.write_line(f"{place.path}:{place.lineno} {place.message}")
        message = crash.message if crash else report.longreprtext
        terminalreporter.write_line("\n".join(message.partition("Aria snapshot")[0].splitlines()[:20]))


def pytest_configure(config: pytest.Config) -> None:
    """Keeps the register in the process that sees all reports."""
    mode = config.getoption("--compliance")
    if mode and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Register(mode), "rule-register")
