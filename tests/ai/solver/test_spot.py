import numpy as np
import pytest

from ai.betting.sizes import SpotError
from ai.solver.spot import BLIND, FIELDS, FIXED, LINE, MAX_CHIPS, Spot
from engine.cards import card_names, parse_cards
from engine.combos import parse_combo
from engine.hand import HandState
from engine.player import CALL, raise_to

GOOD = {
    "board": "Qs Jh 2h 8c 5d",
    "oop": "AA,KQs:0.5",
    "ip": "random",
    "pot": 100,
    "stack": 950,
    "bets": "50,100,a",
    "raises": "50",
}


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
        ("big-blind", "1.5", "not a whole number of chips"),
        ("big-blind", "0", "the big blind must be 1 to"),
        ("pot", "16.4", "whole number of chips: multiply pot and stack by 10, "),
        ("pot", "1,5,6", "'1,5,6' is not a number of chips"),
        ("pot", "1e3", "number of chips"),
        *(("pot", chips, "2 to") for chips in (1, MAX_CHIPS + 1)),
        ("stack", "93,85", "by 100, and if they are in big blinds, give 100 chips"),
        ("stack", "-5", "number of chips"),
        *(("stack", chips, "1 to") for chips in (0, "999999999999")),
        ("bets", "50;75", "one street"),
        ("raises-ip", "1;2;3", "one street"),
        *(
            (field, "50,x", "not a bet size")
            for field in ("bets", "raises", "bets-ip", "raises-ip")
        ),
    ):
        with pytest.raises(SpotError, match=words) as caught:
            _spot(**{field.replace("-", "_"): value})
        assert caught.value.field == field
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
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


def test_hostile_records_are_rejected():
    record = _spot().record()
    for wrong in (None, [], {}, {**record, "more": ""}, {**record, "pot": None}):
        with pytest.raises(SpotError):
            Spot.of_record(wrong)
    for field in (*FIELDS, BLIND, FIXED, LINE):
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
