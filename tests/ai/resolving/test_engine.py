from dataclasses import replace

import pytest

from ai.blueprint.record import save_blueprint
from ai.blueprint.shipped import shipped_agent
from ai.registry import build, check_engine, engines, find_engine
from ai.resolving.agent import ResolveAgent
from ai.resolving.engine import ResolverSettings, read_way
from ai.resolving.street import EFFORTS
from ai.trained import trained_path
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.player import CALL, PublicState

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit@100")


def test_options_are_read():
    for text, way in (
        ("iterations=1_000", ResolverSettings(iterations=1000)),
        ("from=river,safety=combined", ResolverSettings(first=5, safe=True)),
        ("from=turn,safety=none", ResolverSettings()),
        ("blueprint=trained:night,iterations=5", ResolverSettings(4, 5, False, "trained:night")),
    ):
        assert read_way(text) == way
    assert ResolverSettings().efforts == EFFORTS
    assert ResolverSettings(first=5, iterations=7).efforts == {5: replace(EFFORTS[5], iterations=7)}
    one, other = build("cfr-resolve:from=river", GAME), build("cfr-resolve:rivers", GAME)
    assert one.streets.efforts == other.streets.efforts == {5: EFFORTS[5]}


def test_bad_options_are_one_sentence():
    for options, words in (
        *((f"iterations={count}", "in 1 to 100,000 iterations") for count in (0, 100_001)),
        ("iterations=²", "not a whole number"),
        ("from=flop", "begins on turn or river, not on 'flop'"),
        ("safety=maxmargin", "none or combined"),
        *((text, "a resolver takes iterations=N") for text in ("speed=9", "blueprint=", "much")),
        ("from=turn,from=river", "given twice"),
    ):
        with pytest.raises(EngineError, match=words) as error:
            check_engine(f"cfr-resolve:{options}", GAME)
        assert "\n" not in str(error.value)


def test_a_trained_blueprint_is_resolved_on(tmp_path):
    game, path = get_game("holdem-nolimit@20"), trained_path(tmp_path, "night")
    path.parent.mkdir(parents=True)
    save_blueprint(path, shipped_agent(game).blueprint)
    name = "cfr-resolve:blueprint=trained:night"
    row = find_engine(name, tmp_path, game)
    assert row.title == "Resolver over night"
    assert row in engines(game, tmp_path) and row not in engines(GAME, tmp_path)
    spot, rows = PublicState(game, (CALL, CALL) * 3, (0, 17, 34, 51, 8)), []
    for engine in (f"{name},from=river", "cfr-resolve:from=river"):
        agent = build(f"{engine},iterations=20", game, tmp_path)
        rows.append(agent.strategy(spot).probabilities.tobytes())
    assert isinstance(agent, ResolveAgent) and rows[0] == rows[1]
    for name, played, words in (
        ("blueprint=equity", game, "'equity' is not a blueprint"),
        ("iterations=5", get_game("holdem-nolimit@33"), "no blueprint of holdem-nolimit@33 is"),
        ("blueprint=trained:day", game, "trained:day"),
    ):
        with pytest.raises(PokerError, match=words):
            build(f"cfr-resolve:{name}", played, tmp_path)
