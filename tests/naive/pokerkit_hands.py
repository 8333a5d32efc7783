"""Random hold'em hands played side by side with PokerKit, an independent rulebook.

Where the two differ with three players and more, ours follows live poker (TDA): who has acted may
not raise over an all-in for less than a full bet; in PokerKit it opens the betting.

Where the two differ heads-up, ours follows the ACPC dealer:

* before the flop limit hold'em has three raises, in PokerKit's own game four (the states below are
  built with our caps);
* a fold with nothing to call is illegal (in PokerKit in tournament mode too, which is used here);
* a player whose opponent is all-in from a blind, or from calling one, is asked for a check, the
  only thing left to do; PokerKit asks nothing.
"""

import random
from functools import lru_cache

from pokerkit import Automation, BettingStructure, Deck, Opening, StandardHighHand, State, Street

from engine.cards import card_names
from engine.game import first_players
from engine.hand import HandState
from engine.player import CALL, FOLD, NoRaise, raise_to
from tests.naive.holdem import no_limit

_BY_HAND = ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
_AUTOMATIONS = tuple(one for one in Automation if one.name not in _BY_HAND)


class _KnownHand(StandardHighHand):
    """PokerKit's hand lookup, cached: it asks for the same hand many times over."""

    @classmethod
    def from_game(cls, hole_cards, board_cards=()):
        return _best_hand(tuple(hole_cards), tuple(board_cards))


@lru_cache(maxsize=1000)
def _best_hand(hole_cards, board_cards):
    return StandardHighHand.from_game(hole_cards, board_cards)


def random_game(rng, live=False):
    """Hold'em for 2 to 6 players, up to 300 big blinds, equal or unequal stacks.

    ``live`` games have up to 10 players, half of them antes or a straddle; who posts a blind can
    pay it.
    """
    players = rng.randint(2, 10 if live else 6)
    small, big = rng.choice([(1, 2), (1, 3), (5, 10), (50, 100), (100, 100), (33, 100)])
    if players == 2 and small == big:
        small //= 2  # equal for all would be antes
    depth = rng.choice([2, 5, 20, 100, 300])
    two = players == 2
    blinds = [big, small] if two else [small, big] + [0] * (players - 2)
    straddler = rng.choice((2, players - 1)) if live and not two and rng.random() < 0.2 else -1
    if straddler >= 0:
        blinds[straddler] = 2 * big
    ante = rng.choice((0, 0, 0, max(1, big // 10), big)) if live else 0
    antes = (ante,) * players if ante else ()
    if ante and rng.random() < 0.3:
        antes = tuple(ante * (seat == (0 if two else 1)) for seat in range(players))
    least = [
        1 if ante and not blind else (antes[seat] if antes else 0) + max(blind, big)
        for seat, blind in enumerate(blinds)
    ]
    if rng.random() < 0.3:
        stacks = (rng.randint(max(least), max(depth * big, *least)),) * players
    else:
        stacks = tuple(rng.randint(low, max(low, depth * big)) for low in least)
    limit, unit = rng.random() < 0.3, rng.choice([big, 2 * big])
    facts = {
        "betting": "limit",
        "raise_sizes": (unit, unit, 2 * unit, 2 * unit),
        "max_raises": (3 if two else 4, 4, 4, 4),
    }
    if not limit:
        facts = {"least_bet": big if straddler >= 0 else 0}
    elif straddler >= 0:
        return random_game(rng, live)
    facts |= {"antes": antes, "first_player": first_players(tuple(blinds))}
    return no_limit(*stacks, blinds=tuple(blinds), name="random", **facts)


def pokerkit_state(game):
    limit, two = game.is_limit, game.num_players == 2
    streets = []
    for street, cards in enumerate(game.num_board):
        least = game.raise_sizes[street] if limit else game.big_blind
        most, holes = game.max_raises[street] if limit else None, () if cards else (False, False)
        streets.append(Street(False, holes, cards, False, Opening.POSITION, least, most))
    betting = BettingStructure.FIXED_LIMIT if limit else BettingStructure.NO_LIMIT
    blinds = game.blinds[::-1] if two else game.blinds
    trimmed, antes = len(set(game.antes)) == 1, game.antes or (0,)
    antes = antes[::-1] if two else antes
    return State(
        *(_AUTOMATIONS, Deck.STANDARD, (_KnownHand,), tuple(streets), betting, trimmed, antes),
        *(blinds, 0, game.stacks, game.num_players),
    )


def random_action(rng, hand):
    """A legal action: all-ins, minimum raises and calls often, folds rarely."""
    legal = hand.spot.legal
    choice = rng.random()
    if legal.fold and choice < 0.12:
        return FOLD
    if legal.max_raise and choice > 0.6:
        least, most = legal.min_raise, legal.max_raise
        near = min(most, least + rng.randint(0, 3 * hand.game.big_blind))
        return raise_to(rng.choice([least, least, near, rng.randint(least, most), most]))
    return CALL


def play_both(seed):
    """Play one random hand on both sides.

    Raises:
        AssertionError: where they differ, with what each says.
    """
    rng = random.Random(seed)
    game = random_game(rng, live=True)
    deck = rng.sample(range(52), 2 * game.num_players + 5)
    hand, theirs = HandState.deal(game, deck), pokerkit_state(game)
    board = hand.full_board
    for hole in hand.holes:
        assert hole is not None
        theirs.deal_hole(card_names(hole))
    _deal_boards(theirs, board)
    while not hand.finished:
        legal, seat = hand.spot.legal, hand.to_act
        if theirs.actor_index is None and game.num_players == 2:
            assert legal.call == 0 and not legal.max_raise and hand.spot.stack(1 - seat) == 0
            hand.check_or_call()
            continue
        ours = [seat, legal.fold, legal.call, legal.min_raise, legal.max_raise]
        other = [
            theirs.actor_index,
            theirs.can_fold(),
            theirs.checking_or_calling_amount,
            theirs.min_completion_betting_or_raising_to_amount or 0,
            theirs.max_completion_betting_or_raising_to_amount or 0,
        ]
        if legal.no_raise is NoRaise.NOT_REOPENED and 0 < legal.call < game.big_blind:
            other[3:] = 0, 0
        assert ours == other, f"actor, fold, call, raises {ours}, PokerKit {other}: {hand.spot}"
        action = random_action(rng, hand)
        hand.apply(action)
        if action == FOLD:
            theirs.fold()
        elif action == CALL:
            theirs.check_or_call()
        else:
            theirs.complete_bet_or_raise_to(action.raise_to)
        _deal_boards(theirs, board)
    assert not theirs.status, f"PokerKit waits for p{theirs.actor_index}: {hand.spot}"
    assert hand.payoffs == tuple(theirs.payoffs), (
        f"payoffs {hand.payoffs}, PokerKit {theirs.payoffs}: {hand.holes} {board} {hand.spot}"
    )
    return hand


def _deal_boards(theirs, board):
    while theirs.can_deal_board():
        dealt = sum(map(len, theirs.board_cards))
        theirs.deal_board(card_names(board[dealt : dealt + (1 if dealt else 3)]))


def play_many(seed, count):
    """Disagreements in ``count`` hands, hand ``i`` with seed ``seed + i``; 5 at most."""
    problems = []
    for hand_seed in range(seed, seed + count):
        try:
            play_both(hand_seed)
        except AssertionError as error:
            problems.append(f"play_both({hand_seed}): {error}")
            if len(problems) == 5:
                break
    return problems
