import os
import random
import tempfile
from datetime import datetime
from pathlib import Path

import hypothesis
import pytest

from engine import timing
from tests import scorecard
from tests.clock import frozen

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Tests never touch a user's data.
_HOME = tempfile.TemporaryDirectory(prefix="pokergui-tests-", ignore_cleanup_errors=True)
os.environ["POKERGUI_HOME"] = _HOME.name

# A kernel may compile within an example, or while one is drawn. Examples are the same on every run,
# so that a change is judged by what it changes; with a seed they are drawn anew.
_SLOW = [hypothesis.HealthCheck.too_slow]
for _name, _same in (("same", True), ("drawn", False)):
    hypothesis.settings.register_profile(
        _name, deadline=None, derandomize=_same, suppress_health_check=_SLOW
    )
hypothesis.settings.load_profile("same")

_NOW = timing.now
_CONFORMANCE = Path(__file__).resolve().parents[2] / "shared" / "conformance"


@pytest.fixture(scope="session")
def conformance():
    """The folder of dealt hands and exact tables; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("POKERGUI_CONFORMANCE", _CONFORMANCE))
    if not folder.is_dir():
        pytest.skip("the conformance folder is not here")
    return folder


def pytest_addoption(parser):
    parser.addoption("--release", action="store_true", help="run the checks in full size")
    parser.addoption("--seed", type=int, default=0, help="stands for entropy; 0: that of a change")
    parser.addoption("--at", help="date, time and zone at which each test begins (default now)")


def _seed_entropy(config, name):
    """Let secrets, SystemRandom and numpy draw the same in each run of a test or fixture."""
    numbers = random.Random(f"{config.getoption('--seed')} {name}")
    # All of them draw from it.
    random._urandom = numbers.randbytes  # type: ignore[attr-defined]  # noqa: SLF001


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    if begins := item.config.option.at:
        later = datetime.fromisoformat(begins) - _NOW()
        timing.now = lambda: _NOW() + later


def pytest_fixture_setup(fixturedef, request):
    _seed_entropy(request.config, fixturedef.argname)


def pytest_runtest_call(item):
    _seed_entropy(item.config, item.nodeid)


def pytest_itemcollected(item):
    for mark in item.iter_markers("scorecard"):
        item.user_properties.append(("scorecard", mark.args[0]))


def pytest_terminal_summary(terminalreporter):
    terminalreporter.line(f"--seed {terminalreporter.config.option.seed}")
    if terminalreporter.config.getoption("--release"):
        reports = [
            one
            for kind in ("passed", "failed", "skipped")
            for one in terminalreporter.getreports(kind)
        ]
        terminalreporter.section("scorecard")
        for line in scorecard.lines(reports):
            terminalreporter.line(line)


def pytest_unconfigure():
    _HOME.cleanup()


def pytest_configure(config):
    if config.option.seed:
        hypothesis.settings.load_profile("drawn")


@pytest.fixture(autouse=True, scope="session")
def _no_limit_on_playouts():
    """A busy machine may exceed the time limit of an EV, above all while compiling."""
    from ai.values import playout  # only once a test runs: it imports numba

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playout, "MOST_SECONDS", 3600.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_fsync():
    """Thousands of syncs take minutes; programs started by tests do sync."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture
def clock():
    """A frozen clock for everything in this process."""
    with frozen() as clock:
        yield clock


@pytest.fixture(scope="session")
def release(request):
    """Return whether checks run at the full size a release requires."""
    return bool(request.config.getoption("--release"))
