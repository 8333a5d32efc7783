from dataclasses import replace

import pytest

from engine.game import get_game
from engine.records.phh import read_phh, write_phh
from engine.records.pokerstars import pokerstars_text
from engine.records.texts import read_texts
from engine.table import moved
from pokergui.formatting.choices import UNEVEN, PlayChoice, table_words
from pokergui.formatting.players import DIFFERENT
from pokergui.links import PlayLink
from pokergui.pages.history.scenes.replay import Replay
from pokergui.store import HandReader
from tests.pokergui.heard import heard

pytestmark = pytest.mark.slow
SIX = ("random", "call", "raise", "call", "random")
POSITIONS = ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
THREE = (10_000, 2_000, 4_000)
"""Stacks of the player, then clockwise."""


@pytest.fixture
def table(played):
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


def test_resumed_hand_keeps_its_engines_in_their_seats(table):
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
    explained = heard(table.presenter.explainer)
    table.do(table.presenter.choose, "game", "kuhn")
    assert len(table.scene.seats) == 2 and explained[-1] is not None


@pytest.mark.ci
def test_engines_are_set_for_one_seat_all_seats_or_at_random(table, tmp_path):
    def line_up():
        return table.presenter.opponents.names

    top = table.shown["top"]
    assert (top.opponent.current, top.opponent.choices[0].title) == (DIFFERENT, "5 engines")
    table.do(table.presenter.choose_seat, 1, "raise")
    assert line_up() == ("random", "raise", "raise", "call", "random")
    table.choose("call")
    assert line_up() == ("call",) * 5 and table.shown["top"].opponent.current == "call"
    table.do(table.presenter.choose_random)
    assert len(set(line_up())) > 1 and table.shown["choice_made"].opponents == line_up()
    remembered = PlayChoice("holdem-nolimit-6", 100, "gone", ("call", "random")).valid(tmp_path)
    assert len(remembered.opponents) == 5 and "gone" not in remembered.opponents


@pytest.fixture
def three(played):
    return played("holdem-nolimit-3", "call", stacks=THREE)


def test_stacks_follow_their_players_between_positions():
    (a, b, c), equal = THREE, get_game("holdem-nolimit-3")
    game = equal.with_stacks(THREE)
    assert [moved(game, by).stacks for by in range(4)] == [THREE, (c, a, b), (b, c, a), THREE]
    assert moved(moved(game, 2), -2) == game
    assert moved(equal, 1) is equal


def test_a_three_way_all_in_has_a_side_pot_and_is_shown_and_played_on(three):
    for _ in range(3):  # from each position
        three.reach_decision()
        three.act("raise", "all-in")
        three.finish_hand()
        hand = three.saved()[-1]
        stacks = hand.game.stacks
        assert (*stacks[hand.hero :], *stacks[: hand.hero]) == THREE  # each keeps its own
        parts = [(part.name, part.text) for part in three.scene.pot.parts]
        assert parts == [("Main pot", "6,000"), ("Side pot 1", "4,000")]
        three.next()
    replay = Replay(hand.record, hand.hero, "")
    scene = replay.go(len(replay.stops) - 1)[-1].scene
    assert [part.text for part in scene.pot.parts] == ["6,000", "4,000"]
    link = PlayLink(hand.game, hand.record.deck, (), hand.hero, "call", ("call",))
    three.do(three.presenter.play_from, link)  # when played on, the stacks stay
    assert three.play.training and three.play.table.hand.spot.game == hand.game
    three.finish_hand()
    three.next()
    assert not three.play.training and three.play.game.stacks == THREE


BLIND = "Caller 1: A stack is at least all forced bets, 100."
WRITE = "Caller 1: Write big blinds or chips, such as 40bb or 4000."
WRONG = {
    "99": BLIND,
    "0.5bb": BLIND,
    "100000001": "Caller 1: A stack is at most 100,000,000.",
    "": WRITE,
    "pot": WRITE,
    "1.111bb": "Caller 1: This is not a whole number of chips.",
}


def test_typed_stacks_are_dealt_or_rejected_with_a_reason(three):
    stacks, before = three.presenter.stakes, three.play
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
        ("bb", {"0": "12.5", "1": "40,5"}, (1_250, 4_050, 5_150)),  # bare numbers are in the unit
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


def test_engine_limited_to_equal_stacks_says_so_before_the_hand(played):
    table = played("holdem-nolimit-3", "nfsp-plt", "call")
    stacks = table.presenter.stakes
    shown = heard(stacks.scene)
    stacks.edit("0", "90bb")
    assert shown[-1].problem == "NFSP-PLT: This engine plays equal stacks only."
    stacks.level()
    assert shown[-1].problem == "NFSP-PLT: This engine does not play 90 bb."
    stacks.reset()
    assert not shown[-1].problem


def test_invalid_choices_are_dropped(tmp_path):
    choice = PlayChoice("holdem-nolimit-3", 100).against("call")
    for stacks in ((10_000, 50, 4_000), (10_000, 4_000), (0, 1, 2)):
        assert replace(choice, stacks=stacks).valid(tmp_path).stacks == ()
    assert replace(PlayChoice("kuhn"), stacks=(5, 6)).valid(tmp_path).stacks == ()
    whole = replace(choice, stacks=THREE).valid(tmp_path)
    assert table_words(whole.build_game()) == "No-limit hold’em, three players, 20 to 100 bb"


TEN = ["random", "call", "call", "call", "call", "random", "call", "call", "call"]
FULL = ["UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN", "SB", "BB"]


@pytest.mark.ci
def test_a_hand_of_ten_with_antes_and_a_straddle_is_played_kept_and_exported(played):
    table = played("holdem-nolimit-10", *TEN)
    for options in ("ante=0.1", "straddle=utg", "bb-ante=1"):
        table.do(table.presenter.choose, "options", options)
        game = table.play.table.game
        assert table.shown["choice_made"].options == options
        assert game == get_game(f"holdem-nolimit-10:{options}@100")
        assert sorted(seat.position for seat in table.scene.seats) == sorted(FULL)
        table.reach_decision()
        table.finish_hand()
        hand = table.saved()[-1]
        assert hand.game == game and sum(hand.payoffs) == 0 and not hand.facts.rake
        antes = ", ".join(map(str, game.antes or (0,) * 10))
        assert f"antes = [{antes}]\n" in write_phh(hand.record)
        replay = Replay(hand.record, hand.hero, "")
        last = replay.go(len(replay.stops) - 1)[-1].scene
        assert len(last.seats) == 10
        table.undo()
        assert table.play.training and table.play.in_hand
        table.finish_hand()
    link = PlayLink(game, hand.record.deck, (), hand.hero, "call", ("call",) * 8)
    table.do(table.presenter.choose, "options", "")
    table.do(table.presenter.play_from, link)
    assert table.play.training and table.play.table.game == game
    table.finish_hand()
    table.next()
    assert table.play.game == game and not table.play.training


def test_every_seat_can_pay_its_forced_bets(tmp_path):
    for options, least in (("ante=0.25", 125), ("straddle=utg", 200), ("bb-ante=1", 200)):
        choice = PlayChoice("holdem-nolimit-3", least / 100, options=options).against("call")
        assert choice.valid(tmp_path) == choice
        assert replace(choice, depth=least / 100 - 0.1).valid(tmp_path).depth == 100
        short = replace(choice, stacks=(least - 1, 300, 300))
        assert short.valid(tmp_path).stacks == ()
    for game, options in (("kuhn", "ante=1"), ("holdem-nolimit", "straddle=utg"), ("leduc", "x")):
        assert PlayChoice(game, options=options, rake="all").valid(tmp_path).options == ""


@pytest.mark.parametrize(("game", "engines"), [("holdem-nolimit", 1), ("holdem-nolimit-6", 5)])
def test_rake_is_taken_shown_and_stored_but_no_part_of_the_game(played, game, engines):
    table = played(game, *("call",) * engines)
    table.do(table.presenter.choose, "rake", "5:3")
    for _ in range(2):
        table.reach_decision()
        table.act("raise", "all-in")
        table.finish_hand()
        hand = table.saved()[-1]
        assert sum(hand.payoffs) == 0 and sum(hand.facts.taken) == hand.facts.rake == 300
        assert sum(hand.results) == -300
        assert table.scene.result.note.endswith("rake 300")
        assert table.shown["last_hand"].note.endswith("rake 300")
        assert table.play.results.last == hand.results[hand.hero]
        won = {seat.stack for seat in table.scene.seats if "take" in seat.action}
        assert len(won) != 1 or won == {f"{10_000 * (engines + 1) - 300:,}"}
        texts = read_texts(pokerstars_text(hand.record))
        assert read_phh(write_phh(hand.record))[0].results == texts[0].results == hand.results
        replay = Replay(hand.record, hand.hero, "")
        shown = replay.go(len(replay.stops) - 1)[-1].scene.result
        assert shown.note.endswith("after the rake of 300")
        assert shown.text == table.scene.result.text
        table.next()
    table.reach_decision()
    while table.counts and "fold" not in table.legal:
        table.act("call")
    assert table.shown["choice_made"].rake == "5:3"
    table.do(table.presenter.choose, "game", "holdem-nolimit-3")
    assert table.shown["choice_made"].rake == "5:3"
