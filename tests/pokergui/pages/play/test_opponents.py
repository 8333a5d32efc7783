import re

import pytest

from ai.agents.baselines import CallAgent
from ai.resolving import street
from engine.game import get_game
from engine.player import CALL, FOLD, Action, ActionKind
from pokergui.pages.play.presenters.opponents import HASTE_MS, Opponents
from tests.ai.external.bad import FORFEITS, bad_engine, gone, processes
from tests.pokergui.heard import heard
from tests.pokergui.pages.play.tables import built_by, hand_at
from tests.pokergui.timers import let_pass
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow


class Crashing(CallAgent):
    def act(self, view, rng, control=None):
        raise RuntimeError("broken")


class Illegal(CallAgent):
    def act(self, view, rng, control=None):
        return Action(ActionKind.RAISE, 1)


class Solving(CallAgent):
    def act(self, view, rng, control=None):
        for done in range(50):
            if control.hastened:
                return CALL
            control.progress(done / 50, "Solving the turn")
        return FOLD


def of(kind):
    return built_by(lambda name, game, *rest: kind(game))


@pytest.mark.parametrize("kind", [Crashing, Illegal])
def test_failing_engine_is_named_and_the_hand_continues(played, kind):
    with of(kind):
        table = played("holdem-nolimit")
    table.finish_hand()
    assert table.told[-1].kind == "error" and "Caller" in table.told[-1].title
    (hand,) = table.saved()
    assert hand.notes[0].startswith("call: ")


def test_slow_engine_is_hurried_for_its_current_answer(tmp_path):
    runner, game = SyncRunner(), get_game("kuhn")
    opponents = Opponents(runner, tmp_path)
    acted = heard(opponents.acted)
    with of(Solving):
        opponents.build(("call",), ("Caller",), game, lambda: None)
        runner.run_all()
    view = hand_at(game, "c").view(1)
    for passed in (HASTE_MS - 1, HASTE_MS):
        opponents.ask(1, view, None)
        let_pass(opponents, passed)
        runner.run_all()
    assert acted == [FOLD, CALL]
    opponents.ask(1, view, None)
    opponents.interrupt()
    let_pass(opponents, HASTE_MS)
    opponents.ask(1, view, None)
    runner.run_all()
    assert acted[2:] == [FOLD]


def test_engine_reports_solving_and_acts_on_its_current_strategy(played):
    with of(Solving):
        table = played("kuhn")
    opponents = table.presenter.opponents
    said = heard(opponents.thought)
    opponents.thought.connect(lambda words: opponents.hasten() if "40%" in words else None)
    for _ in table.play_hands(2):  # it acts within the second
        assert FOLD not in table.actions
    solved = [words for words in said if words]
    assert (solved[0], solved[-1]) == ("Solving the turn, 0%", "Solving the turn, 40%")
    assert said[-1] == ""


def test_blueprint_fallback_is_reported_and_kept(played, monkeypatch):
    table = played("holdem-nolimit", "cfr-resolve:rivers")
    said = heard(table.presenter.opponents.thought)
    next(number for number in table.play_hands(20) if any(said))
    assert any("river" in words for words in said) and not table.told  # it could be solved
    monkeypatch.setattr(street, "MOST_BYTES", 1000)
    next(number for number in table.play_hands(40) if table.told)
    assert table.told[0].title == "River resolver followed its blueprint here"
    notes = [hand.notes[0] for hand in table.saved() if hand.notes]
    assert notes[0].startswith("cfr-resolve:rivers: the blueprint answered: this street cannot be")


@pytest.fixture
def facing(played, tmp_path):
    made, mark = [], str(tmp_path / "mark")

    def make(kind):
        made.append(kind)
        made.append(played("holdem-nolimit", depth=20))
        return made[-1]

    with built_by(lambda name, game, *rest: bad_engine(made[0], mark, game)):
        yield make
        made[1].presenter.opponents.seats[0].let_go()
        made[1].runner.run_all()
    gone(mark)


def play_until(table, words):
    for _ in table.play_hands(40):
        for notice in table.told:
            if words in notice.title:
                return notice
    raise AssertionError(f"nobody said {words}")


QUICK = ("kills itself", "sleeps")


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=() if k in QUICK else pytest.mark.ci) for k in FORFEITS]
)
def test_twice_failed_engine_forfeits_and_can_be_restarted(facing, tmp_path, kind, release):
    table = facing(kind)
    opponents = table.presenter.opponents
    for _ in range(10 if release else 1):
        first = play_until(table, "Caller failed")
        assert re.search(FORFEITS[kind], first.text, re.IGNORECASE)
        assert "automatically" in first.text
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
    table.do(table.presenter.choose, "game", "kuhn")
    gone(str(tmp_path / "mark"), left=1)  # the new one
