from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.record import save_blueprint
from ai.blueprint.shipped import shipped_agent
from ai.registry import build, check_engine, engines, find_engine
from ai.resolve.agent import ResolveAgent
from ai.resolve.effort import EFFORTS
from ai.resolve.way import Way, read_way
from ai.trained_engines import trained_path
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.player import CALL, PublicState

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit@100")
RIVER = PublicState(GAME, (CALL, CALL) * 3, (0, 17, 34, 51, 8))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("home")
    path = trained_path(tmp_path, "night")
    path.parent.mkdir(parents=True)
    save_blueprint(path, shipped_agent(GAME).blueprint)
    return tmp_path


def test_options_are_read():
    assert read_way("iterations=1_000") == Way(iterations=1000)
    assert read_way("from=river,safety=combined") == Way(first=5, safe=True)
    assert read_way("from=turn,safety=none") == Way()
    assert read_way("blueprint=trained:night,iterations=5") == Way(4, 5, False, "trained:night")
    assert Way().efforts == EFFORTS
    assert Way(first=5, iterations=7).efforts == {5: replace(EFFORTS[5], iterations=7)}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("iterations=0", "in 1 to 100,000 iterations"),
        ("iterations=100001", "in 1 to 100,000 iterations"),
        ("iterations=²", "not a whole number"),
        ("from=flop", "begins on turn or river, not on 'flop'"),
        ("safety=maxmargin", "none or combined"),
        ("speed=9", "a resolver takes iterations=N"),
        ("blueprint=", "a resolver takes iterations=N"),
        ("from=turn,from=river", "given twice"),
        ("much", "a resolver takes iterations=N"),
    ],
)
def test_bad_options_are_one_sentence(options, words):
    with pytest.raises(EngineError, match=words) as error:
        check_engine(f"cfr-resolve:{options}", GAME)
    assert "\n" not in str(error.value)


def test_the_river_alone_is_the_river_resolver():
    one, other = build("cfr-resolve:from=river", GAME), build("cfr-resolve:rivers", GAME)
    assert one.streets.efforts == other.streets.efforts == {5: EFFORTS[5]}


def test_a_trained_blueprint_is_resolved_on(home):
    name = "cfr-resolve:blueprint=trained:night"
    row = find_engine(name, home, GAME)
    assert row.title == "Resolver over night"
    assert row in engines(GAME, home)
    assert row is find_engine(name, home, GAME)
    assert row not in engines(get_game("holdem-nolimit@20"), home)
    agent = build(f"{name},from=river,iterations=20", GAME, home)
    assert isinstance(agent, ResolveAgent)
    usual = build("cfr-resolve:from=river,iterations=20", GAME)
    assert np.array_equal(agent.strategy(RIVER).probabilities, usual.strategy(RIVER).probabilities)


def test_what_is_no_blueprint_is_refused(home):
    with pytest.raises(EngineError, match="'equity' is not a blueprint"):
        build("cfr-resolve:blueprint=equity", GAME, home)
    with pytest.raises(PokerError, match="no blueprint of holdem-nolimit@33 is shipped"):
        build("cfr-resolve:iterations=5", get_game("holdem-nolimit@33"), home)
    with pytest.raises(PokerError, match="trained:day"):
        build("cfr-resolve:blueprint=trained:day", GAME, home)
