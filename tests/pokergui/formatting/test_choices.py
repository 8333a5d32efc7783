"""The choices over the table: their order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.blueprint.agent import ON_TREE, TRANSLATED
from ai.blueprint.shipped import shipped_path
from ai.networks.agent import ON_MENU
from ai.registry import FILE, build
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.player import CALL, Strategy
from pokergui.formatting.choices import PlayChoice, table_games, top_bar
from pokergui.ranges.answers import answer_note


def test_what_beats_the_shipped_blueprint_is_first_and_all_others_follow(tmp_path: Path) -> None:
    games = table_games()
    opponents = top_bar(PlayChoice("holdem-nolimit", opponent="cfr"), tmp_path, games).opponent
    first, second = opponents.choices[:2]
    resolvers = {"cfr-resolve:rivers": "River resolver", "cfr-resolve": "Resolver"}
    assert {first.key: first.title, second.key: second.title} == resolvers
    assert first.value[0] == "+"  # the other has too few hands: its interval includes 0
    assert "luck taken out (AIVAT)" in first.detail and "local best response" in first.detail
    blueprint = next(choice for choice in opponents.choices if choice.key == "cfr")
    assert (blueprint.title, blueprint.value) == ("Blueprint", "reference")
    others = {"equity", "opponent-model", "opponent-model-literal", "inverse", "bluffer"}
    others |= {"passive", "raise", "call", "random", "nfsp", "cfr"}
    others |= {"uct", "smooth-uct", "nfsp-uct", *(f"spar:{rung}" for rung in range(1, 9))}
    assert {choice.key for choice in opponents.choices[2:]} == others
    limit = top_bar(PlayChoice("holdem-limit", opponent="cfr"), tmp_path, games).opponent.choices
    assert {limit[0].key, limit[1].key} == {"cfr-resolve", "cfr-resolve:rivers"}


@pytest.mark.parametrize("game", ["holdem-limit", "holdem-nolimit"])
def test_a_newcomer_meets_an_opponent_that_can_be_beaten(game: str, tmp_path: Path) -> None:
    assert PlayChoice(game, opponent="gone").valid(tmp_path).opponent == "equity"
    assert PlayChoice("leduc", opponent="gone").valid(tmp_path).opponent == "cfr"


def test_answers_say_when_they_are_translated() -> None:
    def note(words: str) -> str:
        return answer_note(Strategy((CALL,), np.ones((1326, 1)), note=words))

    assert note(ON_TREE) == note(ON_MENU) == ""
    assert note(TRANSLATED).startswith("Translated: sizes that the engine does not know")
    assert note("solved to 0.3% of the pot") == "Solved to 0.3% of the pot"


def test_answers_say_what_was_hardly_trained() -> None:
    rare = np.arange(1326) < 600
    answer = Strategy((CALL,), np.ones((1326, 1)), note=ON_TREE, rare=rare)
    words = "Hardly trained here, fewer than 100 visits: take it as a guess."
    assert answer_note(answer, np.eye(1, 1326, 599)[0]) == words
    assert answer_note(answer, np.eye(1, 1326, 600)[0]) == answer_note(answer) == ""
    assert answer_note(answer, np.zeros(1326)) == answer_note(answer, np.ones(1326)) == ""
    assert answer_note(answer, np.where(rare, 2.0, 1.0)) == words
    translated = answer_note(replace(answer, note=TRANSLATED), 1.0 * rare)
    assert translated.startswith(f"{words} Translated: sizes")


def test_a_strategy_of_another_depth_is_refused_with_the_reason() -> None:
    path = shipped_path(get_game("holdem-nolimit@20"))
    with pytest.raises(StrategyFileError) as refused:
        build(f"{FILE}{path}", get_game("holdem-nolimit@100"))
    assert "20 big blinds" in str(refused.value)
