from pathlib import Path

import pytest

from pokergui.store import Store
from tests.pokergui.store import damage
from tests.pokergui.store.damage import Original

HANDS = 24


@pytest.fixture(scope="session")
def rest(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return damage.make(tmp_path_factory.mktemp("rest"), HANDS, hot=False)


@pytest.fixture(scope="session")
def hot(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return damage.make(tmp_path_factory.mktemp("hot"), HANDS, hot=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hands.db"


@pytest.fixture
def full(rest: Original, path: Path) -> Path:
    path.write_bytes(rest.data)
    return path


@pytest.fixture
def store(path: Path):
    store = Store.open(path)
    yield store
    store.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokergui.store._connect.BUSY_S", 0.05)
    monkeypatch.setattr("pokergui.store.backups.BUSY_S", 0.05)
