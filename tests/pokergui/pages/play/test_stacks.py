"""Uneven stacks, seat by seat: typed at the table, dealt, waited for, kept, replayed, exported."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pokerkit import HandHistory

from ai.registry import engines
from engine.game import get_game
from engine.records.formats import recorded_hands
from engine.table import moved
from pokergui.formatting.choices import UNEVEN, PlayChoice, table_words
from pokergui.links import PlayLink
from pokergui.pages.history.scenes.replay import Replay
from pokergui.pages.play.viewmodel.stacks import StacksScene
from pokergui.store.hands import StoredHand
from pokergui.store.text import export
from tests.pokergui.pages.play.tables import Played

pytestmark = pytest.mark.slow
THREE = (10_000, 2_000, 4_000)
"""Of the person, then clockwise."""


@pytest.fixture
def three(played) -> Played:
    """A person against two engines that call everything, with three stacks."""
    made: Played = played("holdem-nolimit-3", "call", stacks=THREE)
    return made


def typed(table: Played) -> list[StacksScene]:
    """What the strip of stacks shows."""
    shown: list[StacksScene] = []
    table.presenter.stacks.scene.connect(shown.append)
    return shown


def all_in(table: Played) -> StoredHand:
    """Go all-in at the first decision; the hand as it is kept."""
    table.reach_decision()
    table.act("raise", "all-in")
    table.finish_hand()
    return table.saved()[-1]


def test_stacks_move_on_with_their_players():
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


def test_a_three_way_all_in_has_a_side_pot_and_goes_through_every_format(three, tmp_path):
    hands = []
    for _ in range(3):  # from each position
        hand = all_in(three)
        hands.append(hand)
        stacks = hand.game.stacks
        assert (*stacks[hand.hero :], *stacks[: hand.hero]) == THREE  # each keeps its own
        parts = [(part.name, part.text) for part in three.scene.pot.parts]
        assert parts == [("Main pot", "6,000"), ("Side pot 1", "4,000")]
        assert sum(hand.payoffs) == 0
        three.next()
    replay = Replay(hands[0].record, hands[0].hero, "")
    scene = replay.go(len(replay.stops) - 1)[-1].scene
    assert [part.text for part in scene.pot.parts] == ["6,000", "4,000"]
    assert len({hand.game.stacks for hand in hands}) == 3
    for form, suffix in (("phh", ".phhs"), ("pokerstars", ".txt")):
        path = tmp_path / f"all{suffix}"
        assert export(hands, form, path).hands == 3
        for hand, read in zip(hands, recorded_hands(path), strict=True):
            record = read.read()
            assert (record.game, record.actions) == (hand.game, hand.record.actions)
            assert record.payoffs == tuple(hand.payoffs)
    for number, hand in enumerate(hands):
        path, single = tmp_path / f"{number}.log", tmp_path / f"{number}.phh"
        export([hand], "acpc", path)
        (read,) = recorded_hands(path)
        record = read.read()
        assert (record.game, record.payoffs) == (hand.game, tuple(hand.payoffs))
        export([hand], "phh", single)
        with single.open("rb") as file:
            *_, state = HandHistory.load(file)
        ends = [a + b for a, b in zip(hand.game.stacks, hand.payoffs, strict=True)]
        assert list(state.stacks) == ends


def test_a_hand_that_waits_goes_on_with_its_stacks(three):
    three.finish_hand()
    three.next()
    three.reach_decision()
    before = [seat.stack for seat in three.scene.seats]
    three.do(three.presenter.choose_depth, "50")
    assert "20 to 100 bb" in three.notice.text
    three.press("resume")
    assert [seat.stack for seat in three.scene.seats] == before
    three.again()
    assert [seat.stack for seat in three.scene.seats] == before
    three.finish_hand()


def test_typed_stacks_are_dealt(three):
    shown, stacks = typed(three), three.presenter.stacks
    stacks.reset()
    assert [(field.text, field.note) for field in shown[-1].fields] == [
        ("10,000", "100 bb"),
        ("2,000", "20 bb"),
        ("4,000", "40 bb"),
    ]
    stacks.edit("1", "35bb")
    stacks.edit("2", "5,150")
    assert not shown[-1].problem
    three.do(stacks.enter)
    dealt = (10_000, 3_500, 5_150)
    assert three.shown["choice_made"].stacks == three.play.game.stacks == dealt
    depth = three.shown["top"].depth
    assert (depth.current, depth.title) == (UNEVEN, "50/100, 35 to 100 bb")
    three.presenter.show_in("bb")
    stacks.edit("0", "12.5")  # a number alone is of the unit shown
    stacks.edit("1", "40,5")
    three.do(stacks.enter)
    assert three.play.game.stacks == (1_250, 4_050, 5_150)
    stacks.edit("0", "80bb")
    stacks.level()
    three.do(stacks.enter)
    made = three.shown["choice_made"]
    assert (made.depth, made.stacks) == (80, ())


BLIND = "Caller 1: A stack is at least the big blind, 100."
WRITE = "Caller 1: Write big blinds or chips, such as 40bb or 4000."
WRONG = {
    "99": BLIND,
    "0.5bb": BLIND,
    "100000001": "Caller 1: A stack is at most 100,000,000.",
    "": WRITE,
    "pot": WRITE,
    "1.111bb": "Caller 1: This is not a whole number of chips.",
}


def test_a_stack_that_cannot_be_is_refused_with_the_reason(three):
    shown, stacks, before = typed(three), three.presenter.stacks, three.play
    for text, problem in WRONG.items():
        stacks.edit("1", text)
        assert shown[-1].problem == problem
        assert [bool(field.error) for field in shown[-1].fields] == [False, True, False]
        three.do(stacks.enter)
        assert three.play is before


def test_an_engine_that_knows_equal_stacks_alone_says_so_before_the_hand(played):
    table = played("holdem-nolimit-3", "nfsp-plt", "call", depth=200)
    shown, stacks = typed(table), table.presenter.stacks
    stacks.edit("0", "90bb")
    assert shown[-1].problem == "NFSP-PLT: This engine plays equal stacks only."
    stacks.level()
    assert shown[-1].problem == "NFSP-PLT: This engine does not play 90 bb."
    stacks.reset()
    assert not shown[-1].problem
    table.presenter.choose_opponent("call")
    stacks.edit("0", "90bb")
    table.do(stacks.enter)
    (listed,) = (c for c in table.shown["top"].seats[0].choices if c.key == "nfsp-plt")
    assert not listed.usable and listed.note == "plays equal stacks only"


def test_choices_that_make_no_sense_are_left_out(tmp_path):
    choice = PlayChoice("holdem-nolimit-3", 100).against("call")
    for stacks in ((10_000, 50, 4_000), (10_000, 4_000), (0, 1, 2)):
        assert replace(choice, stacks=stacks).valid(tmp_path).stacks == ()
    assert replace(PlayChoice("kuhn"), stacks=(5, 6)).valid(tmp_path).stacks == ()
    whole = replace(choice, stacks=THREE).valid(tmp_path)
    assert whole.stacks == THREE
    words = "No-limit hold’em, three players, 20 to 100 bb"
    assert table_words(whole.build_game()) == words


def test_training_from_an_own_hand_keeps_the_stacks(three):
    hand = all_in(three)
    record = hand.record
    link = PlayLink(record.game, record.deck, (), hand.hero, "call", ("call",))
    three.do(three.presenter.play_from, link)
    assert three.play.training and three.play.game.stacks == THREE
    assert three.play.table.hand.spot.game == record.game
    three.finish_hand()
    three.next()
    assert not three.play.training and three.play.game.stacks == THREE


@pytest.mark.parametrize("name", ["holdem-nolimit", "holdem-nolimit-3"])
def test_every_engine_of_the_list_answers_wherever_it_sits(name, tmp_path):
    stacks = THREE[: get_game(name).num_players]
    names = [engine.name for engine in engines(get_game(name).with_stacks(stacks))]
    assert {"random", "equity", "uct"} <= set(names) and "cfr" not in names
    for one in names:
        folder = tmp_path / one
        folder.mkdir()
        table = Played(folder, PlayChoice(name, 100).against(one).with_stacks(stacks))
        assert len(list(table.play_hands(len(stacks)))) == len(stacks)
        assert not [notice.title for notice in table.notices if notice is not None], one
        table.quit()
