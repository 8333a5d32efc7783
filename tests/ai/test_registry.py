from __future__ import annotations

import pytest

from ai.registry import build, engines
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import built_in_games, get_game


def test_names_are_unique_and_texts_are_there():
    for game in built_in_games():
        listed = engines(game)
        assert len({engine.name for engine in listed}) == len(listed)
    for engine in engines():
        assert engine.title
        assert str(engine.character).endswith(".")
        assert "\n" not in str(engine.character)


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_simple_engines_play_every_game(game):
    names = {engine.name for engine in engines(game)}
    assert {"random", "call", "raise"} <= names
    for name in ("random", "call", "raise"):
        agent = build(name, game)
        assert isinstance(agent, Agent)
        assert agent.name == name


def test_an_unknown_engine_is_named_with_the_known_ones():
    with pytest.raises(EngineError, match="no engine 'nobody'; choose one of random, call"):
        build("nobody", get_game("kuhn"))
