"""Uneven stacks, seat by seat: typed at the table, dealt, waited for, kept, replayed, exported."""

from dataclasses import replace

import pytest

from ai.registry import engines
from engine.game import get_game
from engine.records.formats import recorded_hands
from engine.table import moved
from pokergui.formatting.choices import UNEVEN, PlayChoice, table_words
from pokergui.links import PlayLink
from pokergui.pages.history.scenes.replay import Replay
from pokergui.store.text import export
from tests.pokergui.heard import heard

slow = pytest.mark.slow
THREE = (10_000, 2_000, 4_000)
"""Of the person, then clockwise."""


@pytest.fixture
def three(played):
    """A person against two engines that call everything, with three stacks."""
    return played("holdem-nolimit-3", "call", stacks=THREE)


def all_in(table):
    """Go all-in at the first decision; the hand as it is kept."""
    table.reach_decision()
    table.act("raise", "all-in")
    table.finish_hand()
    return table.saved()[-1]


def test_stacks_move_on_with_their_players():
    (a, b, c), equal = THREE, get_game("holdem-nolimit-3")
    game = equal.with_stacks(THREE)
    assert [moved(game, by).stacks for by in range(4)] == [THREE, (c, a, b), (b, c, a), THREE]
    assert moved(moved(game, 2), -2) == game
    assert moved(equal, 1) is equal


@slow
def test_a_three_way_all_in_has_a_side_pot_and_is_shown_exported_and_played_on(three, tmp_path):
    hands = []
    for _ in range(3):  # from each position
        hand = all_in(three)
        hands.append(hand)
        stacks = hand.game.stacks
        assert (*stacks[hand.hero :], *stacks[: hand.hero]) == THREE  # each keeps its own
        parts = [(part.name, part.text) for part in three.scene.pot.parts]
        assert parts == [("Main pot", "6,000"), ("Side pot 1", "4,000")]
        three.next()
    replay = Replay(hands[0].record, hands[0].hero, "")
    scene = replay.go(len(replay.stops) - 1)[-1].scene
    assert [part.text for part in scene.pot.parts] == ["6,000", "4,000"]
    path = tmp_path / "all.phhs"
    assert export(hands, "phh", path).hands == 3
    for hand, read in zip(hands, recorded_hands(path), strict=True):
        record = read.read()
        assert (record.game, record.actions) == (hand.game, hand.record.actions)
        assert record.payoffs == tuple(hand.payoffs)
    record = hands[0].record  # played on, the stacks stay
    link = PlayLink(record.game, record.deck, (), hands[0].hero, "call", ("call",))
    three.do(three.presenter.play_from, link)
    for training in (True, False):
        assert three.play.training == training and three.play.game.stacks == THREE
        assert not training or three.play.table.hand.spot.game == record.game
        three.finish_hand()
        three.next()


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


@slow
def test_typed_stacks_are_dealt_or_refused_with_the_reason(three):
    stacks, before = three.presenter.stacks, three.play
    shown = heard(stacks.scene)
    for text, problem in WRONG.items():
        stacks.edit("1", text)
        assert shown[-1].problem == problem and shown[-1].fields[1].error
        three.do(stacks.enter)
        assert three.play is before
    stacks.reset()
    told = [("10,000", "100 bb"), ("2,000", "20 bb"), ("4,000", "40 bb")]
    assert [(field.text, field.note) for field in shown[-1].fields] == told
    for unit, typed, dealt in (
        ("chips", {"1": "35bb", "2": "5,150"}, (10_000, 3_500, 5_150)),
        ("bb", {"0": "12.5", "1": "40,5"}, (1_250, 4_050, 5_150)),  # a number is of the unit
    ):
        three.presenter.show_in(unit)
        for place, text in typed.items():
            stacks.edit(place, text)
        three.do(stacks.enter)
        assert three.shown["choice_made"].stacks == three.play.game.stacks == dealt
        assert three.shown["top"].depth.current == UNEVEN
    stacks.edit("0", "80bb")
    stacks.level()
    three.do(stacks.enter)
    made = three.shown["choice_made"]
    assert (made.depth, made.stacks) == (80, ())


@slow
def test_an_engine_that_knows_equal_stacks_alone_says_so_before_the_hand(played):
    table = played("holdem-nolimit-3", "nfsp-plt", "call", depth=200)
    stacks = table.presenter.stacks
    shown = heard(stacks.scene)
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


@slow
@pytest.mark.parametrize("name", ["holdem-nolimit", "holdem-nolimit-3"])
def test_engines_answer_wherever_they_sit(played, name):
    stacks = THREE[: get_game(name).num_players]
    names = [engine.name for engine in engines(get_game(name).with_stacks(stacks))]
    assert {"random", "equity", "uct"} <= set(names) and "cfr" not in names
    table = played(name, "equity", stacks=stacks)
    assert len(list(table.play_hands(len(stacks)))) == len(stacks)
    assert not table.told
