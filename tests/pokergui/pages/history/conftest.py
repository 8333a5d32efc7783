import shutil
from contextlib import closing
from pathlib import Path

import pytest

from engine import timing
from pokergui.store import Store
from tests.clock import ManualClock
from tests.pokergui.history_parts import GAMES, Opened
from tests.pokergui.store.random_hands import played


@pytest.fixture(scope="session")
def forty(tmp_path_factory):
    path = tmp_path_factory.mktemp("forty") / "hands.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timing, "now", ManualClock().now)
        return played(path, 40, seed=3, games=GAMES)


@pytest.fixture
def store(tmp_path, clock, forty):
    with closing(Store.open(Path(shutil.copy(forty, tmp_path)))) as made:
        yield made


@pytest.fixture
def opened(store):
    return Opened(store.path)
