"""Fixtures of the tests of real programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pokergui.desktop import Desktop


@pytest.fixture(scope="session")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()
