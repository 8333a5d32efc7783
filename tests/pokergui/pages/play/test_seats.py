"""Hands against two and five engines."""

import pytest

from engine.errors import EngineError
from pokergui.formatting.choices import PlayChoice
from pokergui.formatting.lineup import DIFFERENT
from pokergui.pages.play.presenters import seat_engine
from pokergui.store import HandReader
from tests.pokergui.pages.play.tables import built_by

pytestmark = pytest.mark.slow
SIX = ("random", "call", "raise", "call", "random")
POSITIONS = ["UTG", "HJ", "CO", "BTN", "SB", "BB"]


@pytest.fixture
def table(played):
    """A person against five engines, two of them twice."""
    return played("holdem-nolimit-6", *SIX)


def test_every_seat_has_its_own_engine_in_every_position(table):
    titles = ["Random walker 1", "Caller 2", "Raiser", "Caller 4", "Random walker 5"]
    assert [seat.name for seat in table.scene.seats] == ["You", *titles]
    crumbs = table.shown["line"].crumbs
    done = [crumb.short.split()[0] for crumb in crumbs if crumb.kind == "action"]
    assert done and done[:6] == POSITIONS[: len(done)]
    for number in table.play_hands(6):
        hand = table.saved()[-1]
        assert hand.players[hand.hero] == "You" and sum(hand.payoffs) == 0
        assert (*hand.engines[hand.hero + 1 :], *hand.engines[: hand.hero]) == SIX
        assert hand.hero == (number + 1) % 6
    with HandReader(table.store.path) as reader:
        (game,) = reader.player_statistics()
    assert [(one.name, one.stats.hands) for one in game.positions] == [(p, 1) for p in POSITIONS]
    won = sum(one.total.chips for one in game.positions if one.total)
    assert won == game.total.chips


def test_a_hand_that_was_left_goes_on_with_the_same_engines_in_their_seats(table):
    def seats():
        return [(seat.name, seat.stack) for seat in table.scene.seats]

    table.reach_decision()
    before = seats()
    table.again()
    assert seats() == before
    table.choose("call")
    assert table.presenter.opponents.names == ("call",) * 5
    assert "waits" in table.notice.title
    table.press("resume")
    assert table.presenter.opponents.names == SIX and seats() == before
    table.finish_hand()
    table.do(table.presenter.choose_game, "kuhn")
    assert len(table.scene.seats) == 2


def test_one_seat_all_seats_and_random_engines(table, tmp_path):
    def line_up():
        return table.presenter.opponents.names

    top = table.shown["top"]
    assert [seat.current for seat in top.seats] == list(SIX)
    assert (top.opponent.current, top.opponent.choices[0].title) == (DIFFERENT, "5 engines")
    table.do(table.presenter.choose_seat, 1, "raise")
    assert line_up() == ("random", "raise", "raise", "call", "random")
    table.choose("call")
    assert line_up() == ("call",) * 5 and table.shown["top"].opponent.current == "call"
    table.do(table.presenter.choose_random)
    listed = [choice.key for choice in table.shown["top"].seats[0].choices]
    assert len(set(line_up())) == min(5, len(listed))
    assert table.shown["choice_made"].opponents == line_up()
    remembered = PlayChoice("holdem-nolimit-6", 100, "gone", ("call", "random")).valid(tmp_path)
    assert len(remembered.opponents) == 5 and "gone" not in remembered.opponents


@pytest.mark.parametrize("game", ["kuhn-3", "leduc-3", "holdem-nolimit-3"])
def test_games_of_three_are_played(played, game):
    table = played(game, "random", "call")
    assert all(table.scene.result is not None for _ in table.play_hands(4))
    assert [seat.name for seat in table.scene.seats] == ["You", "Random walker", "Caller"]


def test_one_engine_that_cannot_start_is_named_until_the_end(table):
    whole = seat_engine.build

    def build(name, *more):
        if name == "raise":
            raise EngineError("there is no memory")
        return whole(name, *more)

    with built_by(build):
        table.do(table.presenter.choose_seat, 0, "passive")  # the raiser's left are built later
    assert not table.presenter.opponents.present
    assert table.notice.title == "Raiser could not start"
