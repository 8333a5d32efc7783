import numpy as np
import pytest

from ai.betting.sizes import SpotError
from ai.solver.spot import FIELDS, FIXED, LINE, MAX_CHIPS, OPTIONS, Spot, line_text, parse_line
from engine.cards import card_names, parse_cards
from engine.combos import parse_combo
from engine.hand import HandState
from engine.player import CALL, raise_to

GOOD = {"board": "Qs Jh 2h 8c 5d", "oop": "AA,KQs:0.5", "ip": "random", "pot": 100, "stack": 950}
GOOD |= {"bets": "50,100,a", "raises": "50"}


def _spot(**changes):
    return Spot.parse(**{**GOOD, **changes})


def test_spot_is_built_from_its_text_fields():
    spot = _spot(bets_ip="33", raises_ip="")
    assert card_names(spot.board) == "QsJh2h8c5d" and spot.num_streets == 1
    assert spot.ranges[0][parse_combo("KhQh")] == 0.5
    assert spot.ranges[0][parse_combo("KsQs")] == 0.0  # the queen is on the board
    assert (spot.ranges[0] > 0).sum() == 6 + 3 and (spot.ranges[1] > 0).sum() == 1081
    assert not spot.ranges[0].flags.writeable
    menus = [*spot.bets, *spot.raises]
    assert [list(map(str, menu)) for menu in menus] == [["50,100,a"], ["33"], ["50"], [""]]
    # In position uses the same unless given otherwise.
    spot = _spot(board="Qs Jh 2h 8c", bets="50;75", pot="1,640", stack="12 000")
    assert (spot.pot, spot.stack) == (1_640, 12_000)
    assert spot.bets[0] == spot.bets[1] and list(map(str, spot.bets[0])) == ["50", "75"]
    assert list(map(str, spot.raises[1])) == ["50", "50"]


@pytest.mark.parametrize("board", ["QsJh2h8c5d", "QsJh2h8c"])
@pytest.mark.parametrize("pot", [2, 3, 101])
def test_spot_game_has_the_spots_pot_and_stacks(board, pot):
    spot = _spot(board=board, pot=pot)
    root = spot.root
    assert (root.pot, root.to_act, root.street, root.finished) == (pot, 0, 0, False)
    assert [root.stack(seat) for seat in (0, 1)] == [950, 950]
    assert (root.legal.min_raise, root.legal.max_raise) == (1, 950)
    assert root.board == spot.board and spot.game.board_sizes[-1] == 5
    # Both players' payouts less the chips they put in from here on make up the pot.
    full = (*spot.board, *parse_cards("5d"))[:5]
    holes = [parse_cards("AsAd"), parse_cards("AhAc")]
    for line in ([CALL] * 4, [raise_to(7), CALL, CALL, CALL]):
        hand = HandState(spot.game, holes, full)
        for action in line[: 2 * spot.num_streets]:
            hand.apply(action)
        assert sum(net + pot // 2 for net in hand.payoffs) == pot


def test_bet_sizes_are_those_of_the_player_to_act():
    spot = _spot(bets_ip="20", raises_ip="100")
    assert spot.menu(spot.root) == [50, 100, 950]
    assert spot.menu(spot.root.after(CALL)) == [20]
    assert spot.menu(spot.root.after(raise_to(50))) == [250]
    assert spot.menu(spot.root.after(raise_to(950))) == []
    assert spot.menu(spot.root.after(CALL).after(CALL)) == []


def test_errors_name_the_field():
    for field, value, words in (
        ("board", "QsJh", "not 2"),
        ("board", "", "not 0"),
        ("board", "QsJh2h8c5d2c", "not 6"),
        ("board", "QsJh2h8cQs", "named twice"),
        ("board", "QsJh2h8cQx", "is not a card"),
        ("oop", "AA,AsAh:0.5", "different weights"),
        *(("oop", text, "empty") for text in ("", "AA:0")),
        ("oop", "AA," * 100_000, "longer"),
        ("ip", "QsJh,Qs2h", "card of the board"),
        ("ip", "AA:2", "weight"),
        ("ip", "AA,KK:1e-7", "0 or at least 0.000001"),
        ("big-blind", "0", "the big blind must be 1 to"),
        ("big-blind", "0.0", "the big blind must be 0.01 to"),
        ("pot", "16.425", "more than two decimals"),
        ("pot", "0.01", "the pot must be 0.02 to 1,000,000 chips, not 0.01"),
        ("stack", "1000000.5", "the stack must be 0.01 to 1,000,000 chips, not 1000000.5"),
        ("pot", "1,5,6", "'1,5,6' is not a number of chips"),
        ("pot", "1e3", "number of chips"),
        *(("pot", chips, "2 to") for chips in (1, MAX_CHIPS + 1)),
        ("pot", ".", "number of chips"),
        ("stack", "-5", "number of chips"),
        *(("stack", chips, "1 to") for chips in (0, "999999999999")),
        ("bets", "50;75", "one street"),
        ("raises-ip", "1;2;3", "one street"),
        ("bets", "50,2.5x", "2.5x is a size of raises"),
        ("donks", "3x", "3x is a size of raises"),
        ("donks", "50;75", "one street"),
        ("raises", "1x", "1x is not a raise size"),
        ("raises", "101x", "101x is not a raise size"),
        ("bets", "0e", "not a bet size"),
        ("all-in-below", "x", "'x' is not a percentage from 0 to 10,000"),
        *((field, "101", "not a percentage from 0 to 100") for field in ("all-in-above", "merge")),
        ("rake", "101", "not a percentage from 0 to 100"),
        ("rake-cap", "5", "goes with a rake"),
        ("max-raises", "-1", "'-1' is not a number of raises from 0 to 255"),
        *((field, "50,x", "not a bet size") for field in ("bets", "raises")),
        *((field, "50,x", "not a bet size") for field in ("bets-ip", "raises-ip")),
    ):
        with pytest.raises(SpotError, match=words) as caught:
            _spot(**{field.replace("-", "_"): value})
        assert caught.value.field == field
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
    with pytest.raises(SpotError, match="cap of the rake must be 1 to") as caught:
        _spot(rake="5", rake_cap="0")
    assert caught.value.field == "rake-cap"
    with pytest.raises(SpotError, match="the ranges conflict"):
        _spot(oop="AsAh", ip="AhKd,AsKd")
    with pytest.raises(SpotError, match="2 streets"):
        _spot(board="QsJh2h8c", raises_ip="1;2;3")


def test_records_round_trip():
    rng = np.random.default_rng(7)
    weights = [rng.random(1326) * (rng.random(1326) < 0.5) for _ in range(2)]
    plain = _spot(board="Qs Jh 2h 8c", bets="50;75", raises_ip="")
    for ranges in (plain.ranges, (weights[0], weights[1])):
        spot = Spot(plain.board, ranges, plain.pot, plain.stack, plain.bets, plain.raises)
        again = Spot.of_record(spot.record())
        assert again.record() == spot.record() and tuple(again.record()) == FIELDS
        assert all(map(np.array_equal, again.ranges, spot.ranges))
        assert (again.bets, again.raises, again.game) == (spot.bets, spot.raises, spot.game)
    plain, known = _spot(), _spot(big_blind="20")
    again = Spot.of_record(known.record())
    assert (plain.big_blind, again.big_blind, again.game.shown_blind) == (0, 20, 20)
    assert again.game == plain.game  # the rules are the same


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ({"donks": ""}, {"donks": ""}),
        ({"donks": "33,2e"}, {"donks": "33,2e"}),
        ({"raises": "2.50x,100", "raises_ip": "3e,e"}, {"raises": "100,2.5x", "raises-ip": "e,3e"}),
        (
            {"all_in_below": "150%", "all_in_above": "66,7"},
            {"all-in-below": "150", "all-in-above": "66.7"},
        ),
        ({"max_raises": "0", "merge": "10"}, {"merge": "10", "max-raises": "0"}),
        ({"rake": "5", "rake_cap": "30"}, {"rake": "5", "rake-cap": "30"}),
        # Their usual values are left out.
        ({"all_in_below": "0", "all_in_above": "100", "merge": "0", "rake": "0"}, {}),
        ({"pot": "5,5", "stack": "97.50"}, {"pot": "5.5", "stack": "97.5"}),
        (
            {"pot": "6", "stack": "97.25", "big_blind": "1"},
            {"pot": "6.0", "stack": "97.25", "big-blind": "1"},
        ),
        (
            {"pot": "6.", "rake": "5", "rake_cap": ".5"},
            {"pot": "6.0", "rake": "5", "rake-cap": "0.5"},
        ),
    ],
)
def test_records_hold_the_options_that_are_set(given, written):
    board = "Qs Jh 2h 8c"
    plain, spot = _spot(board=board).record(), _spot(board=board, **given)
    changed = {"raises-ip": "100,2.5x"} if written == {"raises": "100,2.5x"} else {}
    assert spot.record() == {**plain, **written, **changed}
    again = Spot.of_record(spot.record())
    assert again.record() == spot.record() and again.unit == spot.unit
    assert (again.donks, again.rules, again.rake) == (spot.donks, spot.rules, spot.rake)


def test_amounts_with_decimals_are_hundredths():
    spot = _spot(pot="5.5", stack="97,5", bets="33", raises="", rake="5", rake_cap="3")
    assert (spot.pot, spot.stack, spot.rake.cap, spot.unit) == (550, 9750, 300, 100)
    line = (CALL, raise_to(182))  # 33% of 5.5 is 1.815
    assert line_text(spot, line) == "cr1.82"
    assert parse_line(spot, "cr1.82") == line
    with pytest.raises(SpotError, match=r"the actions are c, r1\.82"):
        parse_line(spot, "cr182")
    assert _spot(pot="1,500", stack="1.000,5").unit == 100 and _spot().unit == 1


def test_hostile_records_are_rejected():
    record = _spot().record()
    for wrong in (None, [], {}, {**record, "more": ""}, {**record, "pot": None}):
        with pytest.raises(SpotError):
            Spot.of_record(wrong)
    for field in (*FIELDS, *OPTIONS, FIXED, LINE):
        for value in (3, 10**30, [], "\0", "a" * 200_000, "9" * 50):
            with pytest.raises(SpotError) as caught:
                Spot.of_record({**record, field: value})
            assert caught.value.field == field
    spot = _spot()
    for weights in (np.ones(5), np.full(1326, np.nan), -np.ones(1326), np.full(1326, 2.0)):
        with pytest.raises(SpotError):
            Spot(spot.board, (weights, weights), 10, 10, spot.bets, spot.raises)


def test_ranges_are_written_compactly_whatever_the_blockers():
    for text, written in (
        ("77+, ATs+, JTs:0.5", "77+, ATs+, JTs:0.5"),
        ("random:0.25", "random:0.25"),
        ("AQs, KdJs", "AQs"),
        ("JsJd, JsJc", "JsJd, JsJc"),  # JdJc is possible, too
    ):
        spot = _spot(board="Qs Jh 2h 8c Kd", oop=text)
        again = Spot.of_record(spot.record())
        assert spot.texts()["oop"] == written and again.record() == spot.record()
        assert np.array_equal(again.ranges[0], spot.ranges[0])
