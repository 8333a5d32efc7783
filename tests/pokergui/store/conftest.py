import pytest

from pokergui.store import Store
from tests.pokergui.store import damage

HANDS = 24


@pytest.fixture(scope="session")
def rest(tmp_path_factory):
    return damage.make(tmp_path_factory.mktemp("rest"), HANDS, hot=False)


@pytest.fixture(scope="session")
def hot(tmp_path_factory):
    return damage.make(tmp_path_factory.mktemp("hot"), HANDS, hot=True)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "hands.db"


@pytest.fixture
def full(rest, path):
    path.write_bytes(rest.data)
    return path


@pytest.fixture
def store(path):
    store = Store.open(path)
    yield store
    store.close()


@pytest.fixture
def short_lock_timeout(monkeypatch):
    monkeypatch.setattr("pokergui.store._connect.BUSY_S", 0.05)
    monkeypatch.setattr("pokergui.store.backups.BUSY_S", 0.05)
