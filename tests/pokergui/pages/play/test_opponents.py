"""Engines in the other seats: they fail, take long, follow a blueprint, end with the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ai.resolve import street
from ai.simple import CallAgent
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, ActionKind, SeatView
from pokergui.pages.play.presenters import seat_engine
from pokergui.pages.play.presenters.seat_engine import HASTE_MS, Opponent
from tests.ai.process.bad import FORFEITS, bad_engine, gone, processes
from tests.pokergui.pages.play.tables import hand_at
from tests.pokergui.timers import let_pass
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow


class Misbehaving(CallAgent):
    """An engine that crashes, or answers what is not legal."""

    error: Exception | None = None

    def act(self, view: SeatView, rng: object, control: object = None) -> Action:
        if self.error is not None:
            raise self.error
        return Action(ActionKind.RAISE, 1)


class Solving(CallAgent):
    """An engine that solves until it is asked to act on what it has."""

    def act(self, view: SeatView, rng: object, control: JobControl | None = None) -> Action:
        assert control is not None
        for done in range(50):
            if control.hastened:
                return CALL
            control.progress(done / 50, "Solving the turn")
        return FOLD


@pytest.fixture
def seated(monkeypatch) -> Any:
    """Return a function that puts an engine of one's own in every seat."""

    def seat(made: Any) -> None:
        monkeypatch.setattr(seat_engine, "build", lambda name, game, *rest: made(game))
        monkeypatch.setattr(seat_engine, "rehearse", lambda *rest: None)

    return seat


@pytest.mark.parametrize("error", [RuntimeError("broken"), None], ids=["crash", "illegal"])
def test_an_engine_that_fails_is_named_and_the_hand_goes_on(played, seated, error):
    def made(game: Game) -> CallAgent:
        agent = Misbehaving(game)
        agent.error = error
        return agent

    seated(made)
    table = played("holdem-nolimit")
    table.finish_hand()
    said = [notice for notice in table.notices if notice is not None]
    assert said[-1].kind == "error" and "Caller" in said[-1].title
    (hand,) = table.saved()
    assert hand.notes[0].startswith("call: ")


def test_who_thinks_long_is_asked_for_what_there_is(seated, tmp_path):
    seated(Solving)
    runner, acted, game = SyncRunner(), list[Action](), get_game("kuhn")
    opponent = Opponent(runner, tmp_path, 0)
    opponent.acted.connect(acted.append)
    opponent.build("call", "Caller", game, lambda: None)
    runner.run_all()
    view = hand_at(game, "c").view(1)
    for passed in (HASTE_MS - 1, HASTE_MS):
        opponent.ask(view, None)
        let_pass(opponent, passed)
        runner.run_all()
    assert acted == [FOLD, CALL]
    opponent.ask(view, None)
    opponent.interrupt()
    let_pass(opponent, HASTE_MS)
    opponent.ask(view, None)
    runner.run_all()
    assert acted[2:] == [FOLD]


def test_an_engine_says_what_it_solves_and_acts_on_what_it_has(played, seated):
    seated(Solving)
    table, said = played("kuhn"), list[str]()

    def listen(words: str) -> None:
        said.append(words)
        if "40%" in words:
            table.presenter.opponents.hasten()

    table.presenter.opponents.thought.connect(listen)
    for _ in table.play_hands(2):  # it acts at least in the second
        assert FOLD not in table.actions
    solved = [words for words in said if words]
    assert (solved[0], solved[-1]) == ("Solving the turn, 0%", "Solving the turn, 40%")
    assert said[-1] == ""


def test_a_blueprint_in_place_of_a_solution_is_said_and_kept(played, monkeypatch):
    monkeypatch.setattr(street, "MOST_BYTES", 1000)
    table = played("holdem-nolimit", "cfr-resolve:rivers")
    next(number for number in table.play_hands(40) if any(table.notices))
    notice = next(filter(None, table.notices))
    assert notice.title == "River resolver followed its blueprint here"
    assert notice.text.startswith("This street cannot be solved: it needs ")
    assert [button.text for button in notice.buttons] == ["Go on"]
    notes = [hand.notes[0] for hand in table.saved() if hand.notes]
    assert notes[0].startswith(
        "cfr-resolve:rivers: the blueprint answered: this street cannot be solved: it needs "
    )


def test_a_solved_street_says_nothing(played):
    table, said = played("holdem-nolimit", "cfr-resolve:rivers"), list[str]()
    table.presenter.opponents.thought.connect(said.append)
    next(number for number in table.play_hands(20) if any(said))
    assert any("river" in words for words in said)
    assert not any(table.notices)


# Engines in processes of their own.


@pytest.fixture
def facing(played, tmp_path, monkeypatch) -> Iterator[Any]:
    """A table against an engine that misbehaves."""
    made: list[Any] = []

    def make(kind: str) -> Any:
        mark = str(tmp_path / "mark")
        monkeypatch.setattr(
            seat_engine, "build", lambda name, game, *_: bad_engine(kind, mark, game)
        )
        made.append(played("holdem-nolimit", depth=20))
        return made[-1]

    yield make
    for table in made:
        table.presenter.opponents.seats[0].let_go()
        table.runner.run_all()
    gone(str(tmp_path / "mark"))


def play_until(table: Any, words: str) -> Any:
    """Play hands until the notice comes, and return it."""
    for _ in table.play_hands(40):
        for notice in filter(None, table.notices):
            if words in notice.title:
                return notice
    raise AssertionError(f"nobody said {words}")


QUICK = ("kills itself", "sleeps")


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=() if k in QUICK else pytest.mark.ci) for k in FORFEITS]
)
def test_an_engine_that_fails_twice_forfeits_and_can_be_started_again(
    facing, tmp_path, kind, release
):
    table = facing(kind)
    opponents = table.presenter.opponents
    for _ in range(10 if release else 1):
        first = play_until(table, "Caller failed")
        assert re.search(FORFEITS[kind], first.text, re.IGNORECASE)
        assert "Its decision became a" in first.text
        last = play_until(table, "Caller failed again and stops playing")
        assert [button.text for button in last.buttons] == ["Restart Caller"]
        assert not opponents.present
        gone(str(tmp_path / "mark"))
        dealt = len(table.frames)
        let_pass(table.hands, 60_000)
        table.settle()
        assert len(table.frames) == dealt
        table.press("retry")
        assert opponents.present and table.notice is None
        table.notices.clear()
    notes = [hand.notes[0] for hand in table.saved() if hand.notes]
    for words in ("call: failed again and stops playing: ", "call: failed: "):
        assert any(note.startswith(words) for note in notes)


def test_leaving_ends_the_engine(facing, tmp_path):
    table = facing("leaves a child")
    table.finish_hand()
    assert processes(str(tmp_path / "mark"))
    table.do(table.presenter.choose_game, "kuhn")
    gone(str(tmp_path / "mark"), left=1)  # the new one
