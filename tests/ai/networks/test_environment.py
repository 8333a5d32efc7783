from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.betting.menus import Menu
from ai.betting.translation import MAX_LINES, Translator
from ai.networks import hands, holdem_cards
from ai.networks import lines as module
from ai.networks.bounds import most_won
from ai.networks.environment import environment
from ai.networks.lines import actions_at, lines, row_before, slot_of, slots_at
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError
from engine.evaluator import showdown_strength
from engine.game import NO_CAP, UNLIMITED, Game, get_game
from engine.hand import net_chips
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.policy import blocked
from engine.rng import rng_state, shuffle
from engine.rules import BASE, STATE_SIZE
from tests.ai.cfr.games import nolimit
from tests.naive.abstraction import tables_on
from tests.naive.learned import every_decision
from tests.naive.pokerkit_hands import random_game

pytestmark = pytest.mark.slow

MENUS = ("100,a", "50,100,a/100,a/a", "33,66,100,150,a;25,a/a;10,20,a")


def small_game(rng):
    players, limit = rng.randint(2, 6), rng.random() < 0.5
    rounds = rng.randint(1, 4)
    board = [rng.randint(0, 1) if street in (1, 2) else 0 for street in range(rounds)]
    hole = rng.randint(1, 2)
    blinds = (*(rng.choice((0, 1, 2, 5)) for _ in range(players - 1)), 3)
    stacked = not limit or rng.random() < 0.5
    deep = rng.choice((5, 30, 300))
    return Game(
        name="small",
        title="Small",
        betting="limit" if limit else "nolimit",
        num_players=players,
        stacks=tuple(rng.randint(1, deep) if stacked else UNLIMITED for _ in range(players)),
        blinds=blinds,
        raise_sizes=tuple(rng.randint(1, 9) for _ in range(rounds)) if limit else (),
        max_raises=tuple(rng.randint(0, 4) for _ in range(rounds)) if limit else (NO_CAP,) * rounds,
        first_player=tuple(rng.randrange(players) for _ in range(rounds)),
        num_suits=2,
        num_ranks=7 if hole == 2 else rng.randint(5, 8),
        num_hole=hole,
        num_board=tuple(board),
    )


def play(env, rng):
    """One random hand, by kernels and by the rules engine, compared at every step."""
    game = env.game
    cards = rng.sample(game.deck, game.num_players * game.num_hole + game.board_sizes[-1])
    holes = [cards[s * game.num_hole : (s + 1) * game.num_hole] for s in range(game.num_players)]
    board = cards[game.num_players * game.num_hole :]
    spot = PublicState(game, (), ())
    row, totals = np.zeros(env.row_size, np.int64), np.zeros(env.num_actions, np.int64)
    out = np.zeros(env.max_active, np.uint16)
    seen = env.deals(1).cards[0, 0]
    hands.begin(env.arrays, row)
    while not spot.finished:
        assert np.array_equal(row[: hands.NUM_IDS], spot.betting)
        mask = hands.legal(env.arrays, row, totals)
        slots = [slot for slot in range(env.num_actions) if mask >> slot & 1]
        assert mask >> env.num_actions == 0 and 1 in slots
        assert (0 in slots) == spot.legal.fold
        base = int(row[BASE])
        raises = [int(totals[slot]) - base for slot in slots if slot > 1]
        assert raises == list(env.menu.raises(spot))
        combo = np.array([combo_index(holes[spot.to_act], game.deck)])
        known = env.card_inputs(board[: game.board_sizes[spot.street]], combo)[0]
        seen[spot.street, : len(known)] = known
        count = hands.inputs(env.arrays, row, seen, out)
        ids = out[:count].tolist()
        assert len(set(ids)) == count <= env.max_active
        assert max(ids) < env.num_inputs
        slot = rng.choice(slots)
        if slot == 0 and rng.random() < 0.5:
            slot = 1
        action = [FOLD, CALL][slot] if slot < 2 else raise_to(int(totals[slot]) - base)
        hands.act(env.arrays, row, slot, totals)
        spot = spot.after(action)
    assert np.array_equal(row[: hands.NUM_IDS], spot.betting)
    shown = np.array([showdown_strength(np.array([*h, *board], np.uint8)) for h in holes], np.int32)
    payoffs = np.zeros(game.num_players, np.int64)
    hands.pay(env.arrays, row, shown, payoffs)
    full = PublicState(game, spot.actions, tuple(board), spot.betting)
    assert tuple(payoffs.tolist()) == net_chips(full, holes)
    assert payoffs.min() >= -env.scale and payoffs.max() <= most_won(game)


@settings(max_examples=80, deadline=None)
@given(st.randoms(use_true_random=False))
def test_kernels_follow_the_rules(rng):
    game = random_game(rng) if rng.random() < 0.5 else small_game(rng)
    env = environment(game, "" if game.is_limit else rng.choice(MENUS), dealing=False)
    for _ in range(2):
        play(env, rng)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_inputs_are_equal_iff_the_seat_information_is(name):
    game, told = get_game(name), {}
    for node, board, combo, ids, _ in every_decision(environment(game)):
        ranks = [card >> 2 for card in (*combo_cards(game.deck, 1)[combo].tolist(), *board)]
        found = tuple(sorted(ids))
        assert told.setdefault((node, *ranks), found) == found
    assert len(set(told.values())) == len(told) == {"kuhn": 12, "leduc": 288}[name]


def test_hole_cards_flushes_and_games_are_distinguished():
    """Pairs have two ids; where suits can matter, inputs are cards rather than ranks."""
    leduc, short = get_game("leduc"), get_game("leduc@5")
    game = replace(leduc, num_hole=2, num_suits=2, num_ranks=5)
    rows = environment(game).card_inputs(())
    assert len(np.unique(rows, axis=0)) == 15 and (rows[:, 0] != rows[:, 1]).all()
    flushes = replace(game, num_suits=2, num_ranks=6, num_board=(0, 3))
    assert len(np.unique(environment(flushes).card_inputs(()), axis=0)) == 66
    keys = {environment(game).key for game in (leduc, short, get_game("kuhn"))}
    keys |= {environment(nolimit(5, 5), menu).key for menu in MENUS}
    assert len(keys) == 3 + len(MENUS)
    assert environment(replace(leduc, name="other", title="Other")).key in keys


@pytest.mark.parametrize("name", ["leduc", "holdem-limit"])
@pytest.mark.parametrize("alike", [False, True])
def test_batched_deal_inputs_match_single_deals(name, alike):
    """Identical boards take another lookup path."""
    game, rng = get_game(name), np.random.default_rng(2)
    place, holes = environment(game, dealing=False), combo_cards(game.deck, game.num_hole)
    board, boards, combos = rng.permutation(game.deck)[: game.board_sizes[-1]], [], []
    while len(boards) < 80:
        drawn = board if alike else rng.permutation(game.deck)[: game.board_sizes[-1]]
        combo = int(rng.integers(len(holes)))
        if not set(holes[combo].tolist()) & set(drawn.tolist()):
            boards.append(drawn)
            combos.append(combo)
    for first in range(game.num_rounds):
        found = place.deal_inputs(np.array(boards, np.uint8), np.array(combos), first)
        assert len(found) == game.num_rounds - first
        for street, ids in enumerate(found, first):
            for cards, combo, own in zip(boards, combos, ids, strict=True):
                seen = cards[: game.board_sizes[street]].tolist()
                assert own.tolist() == place.card_inputs(seen, np.array([combo]))[0].tolist()


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *((name, 500) for name in ("kuhn", "leduc", "leduc@3")),
        *((f"holdem-{name}", 40) for name in ("limit", "nolimit@100", "nolimit-6")),
    ],
)
def test_dealt_inputs_match_inputs_in_play(monkeypatch, name, count):
    game, rng, dealt = get_game(name), rng_state(3), []
    held, hole = game.num_players * game.num_hole, game.num_hole
    for _ in range(count):
        deck = np.array(game.deck, np.uint8)
        shuffle(rng, deck, held + game.board_sizes[-1])
        dealt.append(deck[: held + game.board_sizes[-1]].tolist())
    boards = [cards[held:] for cards in dealt]
    monkeypatch.setattr(holdem_cards, "bucket_tables", lambda *_: tables_on(boards))
    env, play = environment(game), environment(game, dealing=False)
    assert play.key == env.key and play.num_inputs == env.num_inputs
    deals = env.deals(count)
    env.deal(rng_state(3), deals)
    for hand, (cards, board) in enumerate(zip(dealt, boards, strict=True)):
        for seat in range(game.num_players):
            own = cards[seat * hole : (seat + 1) * hole]
            combo = np.array([combo_index(own, game.deck)])
            for street, size in enumerate(game.board_sizes):
                wanted = play.card_inputs(board[:size], combo)[0]
                assert np.array_equal(deals.cards[hand, seat, street, : len(wanted)], wanted)
                if game.is_holdem:
                    assert len(set(wanted.tolist())) == len(wanted)
                    assert set(wanted[:2].tolist()) == set(own)
                    assert set((wanted[3 : 3 + size] - 52).tolist()) == set(board[:size])
            known = showdown_strength(np.array([*own, *board], np.uint8))
            assert deals.strengths[hand, seat] == known


def test_board_inputs_ignore_order_within_a_street_and_levels_rank_hands():
    env = environment(get_game("holdem-limit"), dealing=False)
    board = parse_cards("Ah7c2dTsTh")
    found = env.card_inputs(board)
    assert np.array_equal(found, env.card_inputs([board[at] for at in (2, 0, 1, 3, 4)]))
    assert not np.array_equal(found, env.card_inputs([board[at] for at in (0, 1, 2, 4, 3)]))
    levels = env.card_inputs(board[:4])[:, -1].astype(int)
    possible = levels[~blocked(env.game, board[:4])]
    best, worst = combo_index(parse_cards("AsAd")), combo_index(parse_cards("4s3s"))
    assert levels[best] == possible.max()
    assert levels[worst] - possible.min() < np.ptp(possible) / 3
    assert env.num_bytes > 200e6
    with pytest.raises(EngineError, match="tables"):  # play-only environments cannot deal
        env.deal(rng_state(1), env.deals(1))


@pytest.mark.parametrize(
    ("game", "menu", "message"),
    [
        (get_game("leduc"), "100,a", "'all'"),
        (get_game("holdem-nolimit"), "all", "choose a bet menu"),
        (replace(get_game("holdem-limit"), num_board=(0, 3, 1, 0)), "", "too many cards"),
        (get_game("holdem-nolimit-6@1000"), "1,2,3,4,5,6,7,8,9,a", "too long"),
    ],
)
def test_untrainable_games_are_rejected(game, menu, message):
    with pytest.raises(EngineError, match=message):
        environment(game, menu)


MENU = "50,100,a/100,a/a;33,100,a/100,a"
SMALL = [*(get_game(name) for name in ("kuhn", "leduc", "leduc@3")), nolimit(20, 20)]


def told(env, row):
    out = np.zeros(len(row) + 20, np.uint16)
    count = hands.inputs(env.arrays, row, np.zeros_like(env.deals(1).cards[0, 0]), out)
    return out[:count].tolist()


def same(env, spot, row):
    ((weight, found),) = lines(env, spot)
    assert weight == 1.0
    assert np.array_equal(found[:STATE_SIZE], row[:STATE_SIZE])
    acted = slice(hands.IDS, hands.IDS + len(spot.actions))
    assert found[hands.NUM_IDS] == row[hands.NUM_IDS] and np.array_equal(found[acted], row[acted])
    assert told(env, found) == told(env, row)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_hands_match_training_states(rng):
    game = random_game(rng) if rng.random() < 0.6 else rng.choice(SMALL)
    env = environment(game, "" if game.is_limit else MENU, dealing=False)
    row, totals = np.zeros(env.row_size, np.int64), np.zeros(env.num_actions, np.int64)
    hands.begin(env.arrays, row)
    spot, taken, before = PublicState(game, (), ()), [], []
    while not spot.finished:
        same(env, spot, row)
        before.append((spot, row.copy()))
        mask = hands.legal(env.arrays, row, totals)
        slots = [slot for slot in range(env.num_actions) if mask >> slot & 1]
        assert [slot for slot, _ in slots_at(env, row)] == slots
        place = rng.randrange(len(actions_at(env, row)))
        spot = spot.after(actions_at(env, row)[place])
        taken.append(slots[place])
        hands.act(env.arrays, row, taken[-1], totals)
    ((_, last),) = lines(env, before[-1][0]) if before else ((1.0, row),)
    for place, (earlier, there) in enumerate(before[:-1]):
        assert told(env, row_before(last, earlier)) == told(env, there)
        assert slot_of(env, last, place) == taken[place]


@given(st.integers(200, 5_000))
def test_off_menu_bet_maps_to_two_sizes_with_translation_weights(total):
    game, menu = get_game("holdem-nolimit@50"), Menu.parse(MENU)
    env, tree = environment(game, MENU, dealing=False), menu.tree(game)
    spot = PublicState(game, (raise_to(total),), ())
    found, root = lines(env, spot), lines(env, PublicState(game, (), ()))[0][1]
    slots = dict(zip([slot for slot, _ in slots_at(env, root)], actions_at(env, root), strict=True))
    wanted = Translator(menu, tree).translate(spot).lines
    by_action = {tree.line_to(node)[0]: weight for node, weight in wanted}
    assert {slots[slot_of(env, row, 0)]: weight for weight, row in found} == pytest.approx(
        by_action
    )
    assert all(np.array_equal(row[:STATE_SIZE], spot.betting) for _, row in found)


def test_likeliest_lines_are_kept(monkeypatch):
    game = get_game("holdem-nolimit@200")
    env = environment(game, "50,100,a", dealing=False)
    spot = PublicState(game, tuple(raise_to(total) for total in (270, 900, 2_300, 5_800)), ())
    found = [weight for weight, _ in lines(env, spot)]
    monkeypatch.setattr(module, "MAX_LINES", 100)
    whole = sorted((weight for weight, _ in lines(env, spot)), reverse=True)
    assert len(whole) == 16 and len(found) == MAX_LINES
    likely = np.array(whole[:MAX_LINES])
    assert found == pytest.approx(likely / likely.sum())
