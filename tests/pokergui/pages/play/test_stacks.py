"""Uneven stacks, seat by seat: typed at the table, dealt, waited for, kept, replayed, exported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory
from pytestqt.qtbot import QtBot

from ai.registry import engines
from engine.game import get_game
from engine.lines import line_text
from engine.records.formats import recorded_hands
from engine.table import moved
from pokergui.formatting.choices import UNEVEN, PlayChoice, table_words
from pokergui.links import PlayLink
from pokergui.pages.history.scenes.replay import Replay
from pokergui.store import HandReader
from pokergui.store.text import export
from tests.pokergui.pages.play.conftest import Played

THREE = (10_000, 2_000, 4_000)
"""Of the person, then clockwise."""


def choice_of(game: str, stacks: tuple[int, ...], *opponents: str) -> PlayChoice:
    return replace(PlayChoice(game, 100).against(*opponents), stacks=stacks)


@pytest.fixture
def three(tmp_path: Path, qtbot: QtBot) -> Iterator[Any]:
    """A person against two engines that call everything, with three stacks."""
    played = Played(tmp_path, choice_of("holdem-nolimit-3", THREE, "call"))
    yield played
    played.quit()


def all_in(table: Any) -> Any:
    """Go all-in at the first decision; the hand as it is kept."""
    table.reach_decision()
    table.act("raise", "all-in")
    table.finish_hand()
    with HandReader(table.store.path) as reader:
        return reader.show(reader.last())


def test_stacks_move_on_with_their_players() -> None:
    game = get_game("holdem-nolimit-3").with_stacks(THREE)
    assert [moved(game, by).stacks for by in range(4)] == [
        (10_000, 2_000, 4_000),
        (4_000, 10_000, 2_000),
        (2_000, 4_000, 10_000),
        (10_000, 2_000, 4_000),
    ]
    assert moved(moved(game, 2), -2) == game
    equal = get_game("holdem-nolimit-3")
    assert moved(equal, 1) is equal


def test_every_seat_keeps_its_stack_from_hand_to_hand(three: Any) -> None:
    for number in range(1, 5):
        three.finish_hand()
        with HandReader(three.store.path) as reader:
            hand = reader.show(number)
        stacks = hand.game.stacks
        assert (*stacks[hand.hero :], *stacks[: hand.hero]) == THREE
        three.presenter.next_hand()
        three.settle()


def test_a_three_way_all_in_has_a_side_pot_and_goes_through_every_format(
    three: Any, tmp_path: Path
) -> None:
    hands = []
    for _ in range(3):  # from each position
        hands.append(all_in(three))
        parts = three.page.scene.pot.parts
        assert [(part.name, part.text) for part in parts] == [
            ("Main pot", "6,000"),
            ("Side pot 1", "4,000"),
        ]
        assert sum(hands[-1].payoffs) == 0
        three.presenter.next_hand()
        three.settle()
    assert len({hand.game.stacks for hand in hands}) == 3
    for form, suffix in (("phh", ".phhs"), ("pokerstars", ".txt")):
        path = tmp_path / f"all{suffix}"
        assert export(hands, form, path).hands == 3
        for hand, read in zip(hands, recorded_hands(path), strict=True):
            record = read.read()
            assert record.game == hand.game
            assert record.actions == hand.record.actions
            assert record.payoffs == tuple(hand.payoffs)
    for number, hand in enumerate(hands):
        path = tmp_path / f"{number}.log"
        export([hand], "acpc", path)
        (read,) = recorded_hands(path)
        record = read.read()
        assert (record.game, record.payoffs) == (hand.game, tuple(hand.payoffs))
        single = tmp_path / f"{number}.phh"
        export([hand], "phh", single)
        with single.open("rb") as file:
            *_, state = HandHistory.load(file)
        assert list(state.stacks) == [
            stack + won for stack, won in zip(hand.game.stacks, hand.payoffs, strict=True)
        ]


def test_a_hand_with_side_pots_is_replayed(three: Any) -> None:
    hand = all_in(three)
    replay = Replay(hand.record, hand.hero, "")
    scene = replay.go(len(replay.stops) - 1)[-1].scene
    assert [part.text for part in scene.pot.parts] == ["6,000", "4,000"]


def test_a_hand_that_waits_goes_on_with_its_stacks(three: Any, tmp_path: Path) -> None:
    three.finish_hand()
    three.presenter.next_hand()
    three.settle()
    three.reach_decision()
    before = three.page.scene
    three.presenter.choose_depth("50")
    three.settle()
    assert "20 to 100 bb" in three.page.notices[-1].text
    three.presenter.press_notice("resume")
    three.settle()
    assert [seat.stack for seat in three.page.scene.seats] == [s.stack for s in before.seats]
    three.quit()
    again = Played(tmp_path, choice_of("holdem-nolimit-3", THREE, "call"))
    assert [seat.stack for seat in again.page.scene.seats] == [s.stack for s in before.seats]
    again.finish_hand()
    again.presenter.stop()
    three.store = again.store


def test_typed_stacks_are_dealt(three: Any) -> None:
    shown: list[Any] = []
    stacks = three.presenter.stacks
    stacks.scene.connect(shown.append)
    stacks.reset()
    assert [field.text for field in shown[-1].fields] == ["10,000", "2,000", "4,000"]
    assert [field.note for field in shown[-1].fields] == ["100 bb", "20 bb", "40 bb"]
    stacks.edit("1", "35bb")
    stacks.edit("2", "5,150")
    assert not shown[-1].problem
    stacks.enter()
    three.settle()
    assert three.page.shown["choice_made"].stacks == (10_000, 3_500, 5_150)
    play = three.presenter.hands.play
    assert play.game.stacks == (10_000, 3_500, 5_150)
    assert three.page.shown["top"].depth.current == UNEVEN
    assert three.page.shown["top"].depth.title == "50/100, 35 to 100 bb"
    three.presenter.choose_depth("50")
    three.settle()
    assert three.page.shown["choice_made"].stacks == ()
    assert play is not three.presenter.hands.play


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("99", "Caller 1: A stack is at least the big blind, 100."),
        ("0.5bb", "Caller 1: A stack is at least the big blind, 100."),
        ("100000001", "Caller 1: A stack is at most 100,000,000."),
        ("", "Caller 1: Write big blinds or chips, such as 40bb or 4000."),
        ("pot", "Caller 1: Write big blinds or chips, such as 40bb or 4000."),
        ("1.111bb", "Caller 1: This is not a whole number of chips."),
    ],
)
def test_a_stack_that_cannot_be_is_refused_with_the_reason(
    three: Any, text: str, problem: str
) -> None:
    shown: list[Any] = []
    stacks, before = three.presenter.stacks, three.presenter.hands.play
    stacks.scene.connect(shown.append)
    stacks.edit("1", text)
    assert shown[-1].problem == problem
    assert [bool(field.error) for field in shown[-1].fields] == [False, True, False]
    stacks.enter()
    assert three.presenter.hands.play is before


def test_a_number_alone_is_of_the_unit_shown(three: Any) -> None:
    three.presenter.show_in("bb")
    stacks = three.presenter.stacks
    stacks.edit("0", "12.5")
    stacks.edit("1", "40,5")
    stacks.enter()
    three.settle()
    assert three.presenter.hands.play.game.stacks == (1_250, 4_050, 4_000)


def test_equal_stacks_are_a_depth(three: Any) -> None:
    three.presenter.stacks.edit("0", "80bb")
    three.presenter.stacks.level()
    three.presenter.stacks.enter()
    three.settle()
    made = three.page.shown["choice_made"]
    assert (made.depth, made.stacks) == (80, ())


def test_an_engine_that_knows_equal_stacks_alone_says_so_before_the_hand(
    tmp_path: Path, qtbot: QtBot
) -> None:
    choice = PlayChoice("holdem-nolimit-3", 200).against("nfsp-plt", "call")
    played, shown = Played(tmp_path, choice), []
    stacks = played.presenter.stacks
    stacks.scene.connect(shown.append)
    stacks.edit("0", "90bb")
    assert shown[-1].problem == "NFSP-PLT: This engine plays equal stacks only."
    stacks.level()
    assert shown[-1].problem == "NFSP-PLT: This engine does not play 90 bb."
    stacks.reset()
    assert not shown[-1].problem
    played.presenter.choose_opponent("call")
    stacks.edit("0", "90bb")
    stacks.enter()
    played.settle()
    listed = {one.key: one for one in played.page.shown["top"].seats[0].choices}
    assert not listed["nfsp-plt"].usable
    assert listed["nfsp-plt"].note == "plays equal stacks only"
    played.quit()


def test_choices_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    for stacks in ((10_000, 50, 4_000), (10_000, 4_000), (0, 1, 2)):
        assert choice_of("holdem-nolimit-3", stacks, "call").valid(tmp_path).stacks == ()
    assert replace(PlayChoice("kuhn"), stacks=(5, 6)).valid(tmp_path).stacks == ()
    whole = choice_of("holdem-nolimit-3", THREE, "call").valid(tmp_path)
    assert whole.stacks == THREE
    words = "No-limit hold’em, three players, 20 to 100 bb"
    assert table_words(whole.build_game()) == words


def test_training_from_an_own_hand_keeps_the_stacks(three: Any) -> None:
    hand = all_in(three)
    record = hand.record
    link = PlayLink(record.game, record.deck, (), hand.hero, "call", ("call",))
    three.presenter.play_from(link)
    three.settle()
    play = three.presenter.hands.play
    assert play.training
    assert play.game.stacks == THREE
    assert play.table.hand.spot.game == record.game
    assert line_text(record.game, record.actions)
    three.finish_hand()
    three.presenter.next_hand()
    three.settle()
    assert not play.training
    assert three.presenter.hands.play.game.stacks == THREE


@pytest.mark.parametrize("players", [2, 3])
def test_every_engine_of_the_list_answers_wherever_it_sits(
    players: int, tmp_path: Path, qtbot: QtBot
) -> None:
    name = "holdem-nolimit" if players == 2 else "holdem-nolimit-3"
    stacks = THREE[:players]
    game = get_game(name).with_stacks(stacks)
    names = [engine.name for engine in engines(game)]
    assert {"random", "equity", "uct"} <= set(names)
    assert "cfr" not in names
    for one in names:
        folder = tmp_path / one
        folder.mkdir()
        played = Played(folder, choice_of(name, stacks, one))
        for _ in range(players):
            played.finish_hand()
            played.presenter.next_hand()
            played.settle()
        assert not [notice.title for notice in played.page.notices if notice is not None], one
        played.quit()
