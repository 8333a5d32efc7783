"""The Play presenter with a runner on this thread: hands, choices, failures, secrets."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ai.simple import CallAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, ActionKind, SeatView
from pokergui.pages.play.presenters import seat_engine as play_opponent
from pokergui.store import HandReader
from pokergui.viewmodel import Sizing


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_twenty_hands_of_each_game_are_played_and_saved(played: Any, game: str) -> None:
    table = played(game)
    for number in range(1, 21):
        table.finish_hand()
        assert table.page.scene.result is not None
        assert table.page.shown["session"].hands.value == str(number)
        table.presenter.next_hand()
        table.settle()
    with HandReader(table.store.path) as reader:
        hands = reader.list().hands
    assert len(hands) == 20
    assert all(hand.record.replay().payoffs == hand.record.payoffs for hand in hands)


def test_the_plates_say_who_won(played: Any) -> None:
    table = played("holdem-nolimit")
    for _ in range(6):
        table.finish_hand()
        hero, other = table.page.scene.seats
        tone = table.page.scene.result.tone
        said = {"won": ("take ", ""), "lost": ("", "takes "), "even": ("split", "splits")}[tone]
        for seat, word in zip((hero, other), said, strict=True):
            assert seat.action.startswith(word)
            assert bool(seat.action) == bool(word)
        table.presenter.next_hand()
        table.settle()


def test_the_line_follows_the_person_at_once_and_tells_no_more(played: Any) -> None:
    table = played("holdem-nolimit")
    table.reach_decision()
    before = table.page.shown["line"].crumbs
    table.presenter.hands.act("call", "")
    after = table.page.shown["line"].crumbs
    assert after[:-1] == before[:-1]
    assert before[-1].kind == "present"
    assert after[-1].text in ("You call", "You check")


def test_asking_twice_for_the_next_hand_deals_one(played: Any) -> None:
    table = played("kuhn")
    table.finish_hand()
    table.presenter.next_hand()
    open_deal = table.presenter.hands.writer.deal
    table.presenter.next_hand()
    assert table.presenter.hands.writer.deal is open_deal
    table.settle()
    assert table.presenter.hands.play.in_hand


def test_chips_shown_are_those_in_play(played: Any) -> None:
    table = played("holdem-nolimit")
    table.finish_hand()
    for frame in table.page.frames:
        scene = frame.scene
        stacks = [int(seat.stack.replace(",", "")) for seat in scene.seats]
        pot = int(scene.pot.text.split()[-1].replace(",", "")) if scene.pot.text else 0
        assert sum(stacks) + pot == 20_000


def test_the_opponents_cards_are_shown_at_a_showdown_only(played: Any) -> None:
    table = played("holdem-nolimit")
    table.reach_decision()
    before = len(table.page.frames)
    table.finish_hand()
    hidden = [frame.scene for frame in table.page.frames[:before]]
    assert all(not card.face_up and not card.name for s in hidden for card in s.seats[1].cards)
    assert all(card.face_up for card in table.page.scene.seats[1].cards)


def test_nothing_tells_the_end_before_the_table_has_shown_it(played: Any) -> None:
    table = played("kuhn")
    table.reach_decision()
    while table.page.shown["actions"].next_hand is None:
        hands = table.page.shown["session"].hands.value
        table.presenter.hands.act("call", "")
        table.runner.run_all()
        assert table.page.shown["actions"].next_hand is None
        assert table.page.shown["session"].hands.value == hands
        table.presenter.hands.table_settled()
    assert int(table.page.shown["session"].hands.value) == int(hands) + 1


def test_presets_of_ones_own(played: Any) -> None:
    table = played("holdem-nolimit")
    table.presenter.set_bets(("2.2x", "3bb"), ("25%", "pot", "all-in"))
    table.reach_decision()

    def labels() -> list[str]:
        return [preset.label for preset in table.page.shown["actions"].sizing.presets]

    assert labels() == ["2.2x", "3bb"]
    table.presenter.hands.bar.choose_preset(1)
    assert table.page.shown["actions"].sizing.amount == "300"
    table.presenter.set_bets(("pot",), ())  # at once
    assert labels() == ["Pot"]
    assert table.page.shown["actions"].sizing.amount == "300"


def test_sizes_by_preset_slider_steps_and_typing(played: Any) -> None:
    table = played("holdem-nolimit")
    table.reach_decision()

    def sizing() -> Sizing:
        found = table.page.shown["actions"].sizing
        assert isinstance(found, Sizing)
        return found

    table.presenter.hands.bar.choose_preset(3)
    assert sizing().presets[3].selected
    pot_sized = sizing().amount
    table.presenter.hands.bar.step_amount(1)
    assert int(sizing().amount) == int(pot_sized) + 100
    table.presenter.hands.bar.move_slider(1000)
    assert sizing().amount == "10,000"
    assert table.page.shown["actions"].slots[2].tone == "allin"
    table.presenter.hands.bar.move_slider(0)
    assert sizing().least.endswith(sizing().amount)
    for text in ("7", "x", "", "999999", "-3", "1e3", "²"):
        table.presenter.hands.bar.edit_amount(text)
        assert sizing().amount == text
        assert sizing().error
        assert not table.page.shown["actions"].slots[2].enabled
        frames = len(table.page.frames)
        table.act("raise", text)
        assert len(table.page.frames) == frames
    table.presenter.hands.bar.edit_amount("500")
    assert not sizing().error
    table.act("raise", "500")
    assert table.page.shown["line"].crumbs[-1].kind == "present" or table.page.scene.result


def test_illegal_actions_of_a_limit_game_say_why(played: Any) -> None:
    table = played("leduc", "raise")
    for _ in range(40):
        table.reach_decision()
        slot = table.page.shown["actions"].slots[2]
        if not slot.enabled:
            assert slot.detail == "cap reached"
            return
        table.act("raise")
        if table.page.shown["actions"].next_hand is not None:
            table.presenter.next_hand()
            table.settle()
    raise AssertionError("the cap was never reached")


def test_changing_game_or_opponent_leaves_the_hand_and_asks_nothing(played: Any) -> None:
    table = played("holdem-nolimit")
    table.reach_decision()
    table.presenter.choose_game("kuhn")
    table.settle()
    assert table.page.shown["choice_made"].game == "kuhn"
    assert table.page.shown["top"].depth is None
    assert table.page.shown["explainer"] is not None
    assert len(table.page.scene.board) == 0
    table.presenter.choose_opponent("raise")
    table.settle()
    assert table.page.scene.seats[1].name == "Raiser"
    table.presenter.choose_game("holdem-nolimit")
    table.settle()
    table.presenter.choose_depth("20")
    table.settle()
    assert table.page.shown["top"].depth.current == "20"
    with HandReader(table.store.path) as reader:
        assert not reader.list().hands


class Misbehaving(CallAgent):
    """An engine that fails in one way after another."""

    error: Exception | None = None
    action = Action(ActionKind.RAISE, 1)

    def act(self, view: SeatView, rng: object, control: object = None) -> Action:
        if self.error is not None:
            raise self.error
        return self.action


@pytest.mark.parametrize("error", [RuntimeError("broken"), None], ids=["crash", "illegal"])
def test_an_engine_that_fails_is_named_and_the_hand_goes_on(
    played: Any, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    def build(name: str, game: Any, folder: Path, control: object) -> Misbehaving:
        agent = Misbehaving(game)
        agent.error = error
        return agent

    monkeypatch.setattr(play_opponent, "build", build)
    monkeypatch.setattr(play_opponent, "rehearse", lambda *arguments: None)
    table = played("holdem-nolimit")
    table.finish_hand()
    said = [notice for notice in table.page.notices if notice is not None]
    assert said and said[-1].kind == "error" and "Caller" in said[-1].title
    with HandReader(table.store.path) as reader:
        (hand,) = reader.list().hands
    assert hand.notes and hand.notes[0].startswith("call: ")


class Solving(CallAgent):
    """An engine that solves until it is asked to act on what it has."""

    def act(self, view: SeatView, rng: object, control: JobControl | None = None) -> Action:
        assert control is not None
        for done in range(50):
            if control.hastened:
                return CALL
            control.progress(done / 50, "Solving the turn")
        return FOLD


class Waiting:
    """A runner whose jobs do not end."""

    def start(self, *parts: object, **ways: object) -> SimpleNamespace:
        self.control = JobControl()
        return SimpleNamespace(control=self.control)

    def cancel(self, channel: str) -> None:
        pass


def test_who_thinks_long_is_asked_for_what_there_is(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(play_opponent, "HASTE_MS", 1)
    runner: Any = Waiting()
    opponent = play_opponent.Opponent(runner, tmp_path, 0)
    game = get_game("kuhn")
    opponent._built(game, CallAgent(game))
    opponent.ask(SeatView.__new__(SeatView), None)
    qtbot.waitUntil(lambda: runner.control.hastened)
    opponent.interrupt()
    opponent.ask(SeatView.__new__(SeatView), None)
    opponent.interrupt()
    qtbot.wait(5)
    assert not runner.control.hastened


def test_an_engine_says_what_it_solves_and_acts_on_what_it_has(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_opponent, "build", lambda name, game, *rest: Solving(game))
    monkeypatch.setattr(play_opponent, "rehearse", lambda *arguments: None)
    table, said = played("kuhn"), []

    def listen(words: str) -> None:
        said.append(words)
        if "40%" in words:
            table.presenter.opponents.hasten()

    table.presenter.opponents.thought.connect(listen)
    for _ in range(2):  # it acts at least in the second
        table.finish_hand()
        assert FOLD not in table.presenter.hands.play.table.hand.spot.actions
        table.presenter.next_hand()
        table.settle()
    solved = [words for words in said if words]
    assert solved[0] == "Solving the turn, 0%" and solved[-1] == "Solving the turn, 40%"
    assert said[-1] == ""


def test_an_engine_that_cannot_be_built_is_named(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(play_opponent, "build", build)
    table = played("leduc")
    assert table.page.notices[-1].title == "Caller could not start"
    monkeypatch.undo()
    table.presenter.press_notice("retry")
    table.settle()
    assert table.page.notices[-1] is None
    table.finish_hand()


def test_hands_are_played_on_when_they_cannot_be_saved(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played("kuhn")
    table.finish_hand()
    table.store.close()
    table.presenter.next_hand()
    table.settle()
    assert table.page.notices[-1].title == "Hands cannot be saved"
    table.reach_decision()
