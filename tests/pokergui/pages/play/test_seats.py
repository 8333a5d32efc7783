"""Hands against two and five engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import EngineError
from pokergui.formatting.choices import PlayChoice
from pokergui.formatting.lineup import DIFFERENT
from pokergui.pages.play.presenters import seat_engine as play_opponent
from pokergui.store import HandReader
from tests.pokergui.pages.play.conftest import Played

SIX = ("random", "call", "raise", "call", "random")


@pytest.fixture
def table(tmp_path: Path, qtbot: QtBot) -> Iterator[Any]:
    """A person against five engines, two of them twice."""
    first, *others = SIX
    played = Played(tmp_path, PlayChoice("holdem-nolimit-6", 100, first, tuple(others)))
    yield played
    played.quit()


def test_every_seat_has_its_own_engine(table: Any) -> None:
    names = [seat.name for seat in table.page.scene.seats]
    titles = ["Random walker 1", "Caller 2", "Raiser", "Caller 4", "Random walker 5"]
    assert names == ["You", *titles]
    assert table.presenter.opponents.names == SIX


def test_hands_are_kept_with_engines_by_position(table: Any) -> None:
    for number in range(1, 8):
        table.finish_hand()
        with HandReader(table.store.path) as reader:
            hand = reader.show(number)
        assert hand.players[hand.hero] == "You"
        assert (*hand.engines[hand.hero + 1 :], *hand.engines[: hand.hero]) == SIX
        assert hand.hero == number % 6
        assert sum(hand.payoffs) == 0
        table.presenter.next_hand()
        table.settle()


def test_a_hand_that_was_left_goes_on_with_the_same_engines_in_their_seats(
    table: Any, tmp_path: Path
) -> None:
    table.reach_decision()
    before = table.page.scene
    table.quit()
    first, *others = SIX
    again = Played(tmp_path, PlayChoice("holdem-nolimit-6", 100, first, tuple(others)))
    scene = again.page.scene
    assert [seat.name for seat in scene.seats] == [seat.name for seat in before.seats]
    assert [seat.stack for seat in scene.seats] == [seat.stack for seat in before.seats]
    again.finish_hand()
    again.presenter.stop()
    table.store = again.store


def test_another_line_up_leaves_the_hand_waiting(table: Any) -> None:
    table.reach_decision()
    table.presenter.choose_opponent("call")
    table.settle()
    assert table.presenter.opponents.names == ("call",) * 5
    assert "waits" in table.page.notices[-1].title
    table.presenter.press_notice("resume")
    table.settle()
    assert table.presenter.opponents.names == SIX


def test_two_players_again(table: Any) -> None:
    table.presenter.choose_game("kuhn")
    table.settle()
    assert len(table.page.scene.seats) == 2
    table.finish_hand()


def test_a_line_up_fits_its_game(tmp_path: Path) -> None:
    choice = PlayChoice("holdem-nolimit-6", 100, "gone", ("call", "random")).valid(tmp_path)
    assert len(choice.opponents) == 5
    assert "gone" not in choice.opponents


def test_statistics_have_a_line_for_each_position(table: Any) -> None:
    for _ in range(6):
        table.finish_hand()
        table.presenter.next_hand()
        table.settle()
    with HandReader(table.store.path) as reader:
        (game,) = reader.player_statistics()
    assert [one.name for one in game.positions] == ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
    assert [one.stats.hands for one in game.positions] == [1] * 6
    assert game.total is not None
    assert sum(one.total.chips for one in game.positions if one.total) == game.total.chips


def test_one_seat_all_seats_and_random_engines(table: Any) -> None:
    top = table.page.shown["top"]
    assert [seat.current for seat in top.seats] == list(SIX)
    assert (top.opponent.current, top.opponent.choices[0].title) == (DIFFERENT, "5 engines")
    table.presenter.choose_seat(1, "raise")
    table.settle()
    assert table.presenter.opponents.names == ("random", "raise", "raise", "call", "random")
    table.presenter.choose_opponent("call")
    table.settle()
    assert table.presenter.opponents.names == ("call",) * 5
    assert table.page.shown["top"].opponent.current == "call"
    table.presenter.choose_random()
    table.settle()
    line_up = table.presenter.opponents.names
    listed = [choice.key for choice in table.page.shown["top"].seats[0].choices]
    assert len(set(line_up)) == min(5, len(listed))
    assert table.page.shown["choice_made"].opponents == line_up


def test_short_words_of_the_line_name_positions(table: Any) -> None:
    table.reach_decision()
    crumbs = table.page.shown["line"].crumbs
    done = [crumb.short.split()[0] for crumb in crumbs if crumb.kind == "action"]
    order = ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
    assert done[:6] == order[: len(done)]


@pytest.mark.parametrize("game", ["kuhn-3", "leduc-3", "holdem-nolimit-3"])
def test_games_of_three_are_played(game: str, tmp_path: Path, qtbot: QtBot) -> None:
    played = Played(tmp_path, PlayChoice(game, 100, "random", ("call",)))
    for _ in range(4):
        played.finish_hand()
        assert played.page.scene.result is not None
        played.presenter.next_hand()
        played.settle()
    assert [seat.name for seat in played.page.scene.seats][1:] == ["Random walker", "Caller"]
    played.quit()


def test_one_engine_that_cannot_start_is_named_until_the_end(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(name: str, *more: Any) -> Any:
        if name == "raise":
            raise EngineError("there is no memory")
        return whole(name, *more)

    whole = play_opponent.build
    monkeypatch.setattr(play_opponent, "build", build)
    table.presenter.choose_seat(0, "passive")  # seat 3 raises; those after it are built later
    table.settle()
    assert not table.presenter.opponents.present
    assert table.page.notices[-1].title == "Raiser could not start"
