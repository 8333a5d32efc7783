from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ai.betting.sizes import SpotError, parse_menu
from ai.solver.spot import Spot
from ai.solver.spot_of_hand import spot_at, table_spot, without_table
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.tree import DECISION, build_tree

pytestmark = pytest.mark.slow

ALL = np.ones((2, 1326))
RIVER = parse_cards("QsJh2h8c5d")
MENU = (parse_menu("50,a"), parse_menu("50,a"))
NOLIMIT, LIMIT = get_game("holdem-nolimit"), get_game("holdem-limit")


def at(line, game="holdem-nolimit@100", board=RIVER):
    return spot_of(get_game(game) if isinstance(game, str) else game, line, board)


def texts(menus):
    return [[str(sizes) for sizes in menu] for menu in menus]


def test_river_spot_from_an_ordinary_hand():
    spot, line = spot_at(at("r300c/cc/r600c/r1000r3100"), ALL, MENU, MENU)
    assert (spot.pot, spot.stack, spot.board) == (1200, 9400, RIVER)
    assert line == (raise_to(400), raise_to(2500))
    assert texts(spot.bets) == [["33.3,50,a"], ["50,a"]]
    # 2,100 more than the bet, into 2,000.
    assert texts(spot.raises) == [["50,a"], ["50,105,a"]]
    assert spot.tree.find(line) > 0
    again = Spot.of_record(spot.record())
    assert again.bets == spot.bets and again.tree.same_as(spot.tree)
    spot, line = spot_at(at("r300c/cc/cc/r600r1500r10000"), ALL, MENU, MENU)
    assert line == (raise_to(300), raise_to(1200), raise_to(9700))
    assert spot.bets[0] == MENU[0] and texts(spot.raises) == [["50,a"], ["50,75,a"]]
    # Out of position comes first, even if that is the other seat.
    game = replace(get_game("holdem-nolimit@100"), first_player=(0, 1, 1, 1), blinds=(50, 100))
    spot, _ = spot_at(at("r300c/cc/cc/c", game), ALL * [[1.0], [0.5]], MENU, MENU)
    assert [ranges.max() for ranges in spot.ranges] == [0.5, 1.0]
    menus, state = (parse_menu("50;20"), parse_menu("70")), at("r300c/cc/r800", board=RIVER[:4])
    spot, line = spot_at(state, ALL, menus, MENU)
    assert texts(spot.bets) == [["50,83.3", "20"], ["70", "70"]]
    assert line == (raise_to(500),) and spot.tree.find(line) > 0


def test_only_the_effective_stack_counts():
    for stacks, bet, line in (
        ((3000, 20_000), "cr20000", (CALL, raise_to(2700))),
        ((20_000, 3000), "r4000", (raise_to(2700),)),
    ):
        state = at(f"r300c/cc/cc/{bet}", NOLIMIT.with_stacks(stacks))
        spot, found = spot_at(state, ALL, (parse_menu("50"),) * 2, MENU)
        assert (spot.pot, spot.stack, found) == (600, 2700, line)
        assert str(spot.bets[len(line) - 1][0]) == "50,a"


def test_two_who_are_left_of_six_have_a_spot():
    # The small blind, 0, and the cutoff, 4, see the turn; the big blind's 300 stay in the pot.
    game, line = get_game("holdem-nolimit-6@100"), "ffr300fcc/ccr600cf/"
    reach = np.ones((6, 1326)) * np.linspace(0.1, 0.6, 6)[:, None]
    state = at(line, game, RIVER[:4])
    for spot in (spot_at(state, reach, MENU, MENU)[0], table_spot(state, reach, MENU, MENU)):
        assert (spot.pot, spot.stack, spot.board) == (1500, 9400, RIVER[:4])
        assert [range_.max() for range_ in spot.ranges] == pytest.approx([0.1, 0.5])
    uneven = game.with_stacks((9000, 500, 500, 30_000, 2000, 700))
    state = at(f"{line}r9000", uneven, RIVER[:4])
    spot, played = spot_at(state, reach, MENU, MENU)
    table = table_spot(state, reach, MENU, MENU)
    assert played == table.line == (raise_to(1400),)
    assert (spot.pot, spot.stack) == (table.pot, table.stack) == (1500, 1400)


def test_ranges_keep_their_weights_unless_reach_is_tiny():
    state = at("r300c/cc/cc/c")
    aces, kings, queens = (parse_combo(text) for text in ("AsAh", "KsKh", "QcQd"))
    reach = np.full((2, 1326), 0.125)
    reach[1, kings] = 1 / 3
    spot, _ = spot_at(state, reach, MENU, MENU)
    assert spot.ranges[0].max() == 0.125 and spot.big_blind == 100
    others = len(spot.ranges[1].nonzero()[0]) - 1
    assert spot.ranges[1].sum() == pytest.approx(0.125 * others + 1 / 3)
    reach = np.zeros((2, 1326))
    reach[0, [aces, kings, queens]] = 2e-5, 1e-5 / 3, 1e-11  # out of position: the big blind
    reach[1, [kings, queens]] = 0.5, 1.0
    spot, _ = spot_at(state, reach, MENU, MENU)
    assert (spot.ranges[0][aces], spot.ranges[0][kings]) == (1.0, 0.166667)
    assert (spot.ranges[0] > 0).sum() == 2
    assert (spot.ranges[1] == reach[1]).all()
    for part in (0.02 / 3, 2 / 3):
        spot, _ = spot_at(state, part * ALL, MENU, MENU)
        assert [range_.max() for range_ in spot.ranges] == pytest.approx([part] * 2, rel=1e-6)


def test_unsolvable_nodes_are_rejected_with_a_reason():
    for line, game, board, text in (
        ("", NOLIMIT, (), "spots are solved from the flop on"),
        ("cc/", LIMIT, RIVER[:3], "with fixed bets only rivers"),
        ("cc/cc/cc/r200f", NOLIMIT, RIVER, "betting is over"),
        ("r20000c///", NOLIMIT, (), "betting is over"),
        ("r300cc/ccc/ccc/", "holdem-nolimit-3", RIVER, "3 players saw this street"),
        ("r300cc/ccc/cr900f", "holdem-nolimit-3", RIVER[:4], "3 players saw this street"),
        ("r300ff", "holdem-nolimit-3", (), "betting is over"),
        ("cc/", "leduc", parse_cards("Kh"), "only hold'em can be solved as spots"),
        ("cc/cc/", LIMIT, RIVER[:4], "with fixed bets only rivers"),
        ("r300c/r600c/cc/r200600", "holdem-nolimit@10000", RIVER, "200,000 chips into 1,200"),
    ):
        with pytest.raises(SpotError, match=text):
            spot_at(at(line, game, board), ALL, MENU, MENU)
    for seat, field, text in ((0, "oop", "out of position"), (1, "ip", "in position")):
        reach = ALL.copy()
        reach[seat] = 0.0
        with pytest.raises(SpotError, match=f"range {text} is empty") as caught:
            spot_at(at("cc/cc/cc/"), reach, MENU, MENU)
        assert caught.value.field == field
    short = LIMIT.with_stacks((150, 150))
    with pytest.raises(SpotError, match="end all-in, are not solved"):
        table_spot(at("cc/cc/", short, RIVER[:4]), ALL, MENU, MENU)


def walk(state, spot, here):
    real = [FOLD] * state.legal.fold + [CALL]
    if state.legal.max_raise:
        assert state.legal.min_raise == state.legal.max_raise
        real.append(raise_to(state.legal.max_raise))
    assert list(spot.tree.actions_at(spot.tree.find(here.actions))) == real
    assert here.to_act == (state.to_act != state.game.first_player[state.street])
    for action in real:
        after, there = state.after(action), here.after(action)
        told = (after.pot, after.finished, after.showdown)
        assert told == (there.pot, there.finished, there.showdown)
        if not after.finished:
            walk(after, spot, there)


@pytest.mark.parametrize("start", ["cc/cc/cc/", "crrrc/rrrrc/rrrrc/", "rc/crc/rrc/"])
@pytest.mark.parametrize("stacks", [None, (200, 10**6), (255, 261), (263, 263)])
def test_fixed_limit_river_spot_matches_the_game(start, stacks):
    state = at(start, LIMIT if stacks is None else LIMIT.with_stacks(stacks))
    spot, line = spot_at(state, ALL, MENU, MENU)
    assert line == ()
    walk(state, spot, spot.root)
    assert spot_at(state.after(CALL), ALL, MENU, MENU)[1] == (CALL,)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(10, 400), st.integers(10, 400))
def test_every_hand_line_exists_in_its_spot(random, first, second):
    game = NOLIMIT.with_stacks((first * 100, second * 100))
    state, goal = PublicState(game, (), ()), random.choice((2, 3))
    lasts = random.randint(0, 5)  # actions on the last street
    while not state.finished and (state.street < goal or lasts > 0):
        lasts -= state.street == goal
        least, most = state.legal.min_raise, state.legal.max_raise
        bets = most and random.random() < (0.6 if state.street == goal else 0.2)
        to = least + int((most - least) * random.random() ** 4)
        after = state.after(raise_to(to) if bets else CALL)
        if after.finished or after.street > goal:
            break
        state = after
    assume(not state.finished and state.street == goal)
    state = PublicState(game, state.actions, RIVER[: 2 + goal])
    spot, line = spot_at(state, ALL, MENU, MENU)
    here = spot.root
    for action in line:
        if action not in (FOLD, CALL):
            assert action.raise_to in spot.menu(here)
        here = here.after(action)
    oop = game.first_player[goal]
    assert here.to_act == (state.to_act != oop)
    shorter = min(state.game.stacks)
    assert here.pot == sum(min(state.spent(seat), shorter) for seat in (0, 1))
    for seat in (0, 1):
        assert here.stack(seat != oop) == max(0, shorter - state.spent(seat))
    for menu in (*spot.bets, *spot.raises):
        assert set(MENU[0][0].percents) <= set(menu[0].percents)
        assert menu[1:] == MENU[0] * (3 - goal)


def test_table_spots_add_played_bets_without_changing_the_menu():
    spot = table_spot(at("r300c/cc/r800r2000", board=RIVER[:4]), ALL, MENU, MENU)
    assert spot.bets == spot.raises == tuple(menu * 2 for menu in MENU)
    assert spot.line == (raise_to(500), raise_to(1700))
    assert spot.tree.find((*spot.line, CALL)) > 0
    again = Spot.of_record(spot.record())
    assert again.record() == spot.record() and again.tree.same_as(spot.tree)
    plain = without_table(spot)
    assert not plain.line and plain.bets[0][0].percents != plain.bets[1][0].percents
    assert without_table(plain) is plain and plain.tree.find(spot.line) > 0


@pytest.mark.parametrize("street", [2, 3])
def test_fixed_limit_table_spot_matches_the_game(street):
    state = at("rc/rc/" + "rc/" * (street - 2), LIMIT, RIVER[: street + 2])
    spot = table_spot(state, ALL, MENU, MENU)
    assert spot.fixed == (LIMIT.raise_sizes[street], LIMIT.max_raises[street])
    assert Spot.of_record(spot.record()).game == spot.game
    own = build_tree(LIMIT)
    for node in np.flatnonzero(spot.tree.kind == DECISION).tolist():
        real = own.find((*state.actions, *spot.tree.line_to(node)))
        assert spot.tree.actions_at(node) == own.actions_at(real)
