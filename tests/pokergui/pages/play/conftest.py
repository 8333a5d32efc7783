import pytest

from pokergui.formatting.choices import PlayChoice
from pokergui.store import OpponentStore
from tests.pokergui.pages.play.tables import Played


@pytest.fixture
def seated(tmp_path):
    made = []

    def make(choice):
        made.append(Played(tmp_path, choice))
        return made[-1]

    yield make
    for one in made:
        one.quit()


@pytest.fixture
def played(seated):
    def make(game, *engines, depth=100, stacks=()):
        choice = PlayChoice(game, depth).against(*engines or ("call",))
        return seated(choice.with_stacks(stacks) if stacks else choice)

    return make


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("strategies")


@pytest.fixture
def writer(store):
    return OpponentStore(store)
