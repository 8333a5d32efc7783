"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Tests never touch a person's own data.
os.environ["POKERGUI_HOME"] = tempfile.mkdtemp(prefix="pokergui-tests-")

# A kernel may compile within an example.
hypothesis.settings.register_profile("kernels", deadline=None)
hypothesis.settings.load_profile("kernels")

_CONFORMANCE = Path(__file__).resolve().parents[2] / "shared" / "conformance"


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of dealt hands and exact tables; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("POKERGUI_CONFORMANCE", _CONFORMANCE))
    if not folder.is_dir():
        pytest.skip("the conformance folder is not here")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--release", action="store_true", help="run the checks in full size")


@pytest.fixture(scope="session")
def release(request: pytest.FixtureRequest) -> bool:
    """Whether checks run in the full size that a release is held to."""
    return bool(request.config.getoption("--release"))
