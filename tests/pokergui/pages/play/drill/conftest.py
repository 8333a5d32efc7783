import pytest

from tests.pokergui.pages.play.drill.rooms import Room
from tests.pokergui.store.random_hands import play_into


@pytest.fixture(autouse=True)
def one_day(clock):
    """Every day has its own spots, and a schedule that depends on the time."""


@pytest.fixture
def hands(store):
    play_into(store, 12, games=("leduc",))
    return store


@pytest.fixture
def room(store):
    return Room(store)
