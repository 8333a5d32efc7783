"""Random hold'em hands played side by side with PokerKit, an independent rulebook.

Where the two differ heads-up, ours follows the ACPC dealer:

* before the flop limit hold'em has three raises, in PokerKit's own game four (the states below are
  built with our caps, for 2 to 6 players);
* a fold with nothing to call is illegal (in PokerKit in tournament mode too, which is used here);
* a player whose opponent is all-in from a blind, or from calling one, is asked for a check, the
  only thing left to do; PokerKit asks nothing.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from engine.cards import card_names
from engine.game import NO_CAP, Game
from engine.hand import HandState
from engine.player import CALL, FOLD, Action, raise_to

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class _KnownHand(StandardHighHand):
    """PokerKit's hand, each one looked for once: it asks for the same one many times over."""

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
        return _best_hand(tuple(hole_cards), tuple(board_cards))


@lru_cache(maxsize=1000)
def _best_hand(hole_cards: tuple[Card, ...], board_cards: tuple[Card, ...]) -> StandardHighHand:
    return StandardHighHand.from_game(hole_cards, board_cards)


def random_game(rng: random.Random) -> Game:
    """Hold'em of 2 to 6 players, 1 to 300 big blinds, stacks equal or uneven."""
    players = rng.randint(2, 6)
    small, big = rng.choice([(1, 2), (1, 3), (5, 10), (50, 100), (100, 100), (33, 100)])
    if players == 2 and small == big:
        small //= 2  # equal for all would be antes
    depth = rng.choice([2, 5, 20, 100, 300])
    if rng.random() < 0.3:
        stacks = (rng.randint(big, depth * big),) * players
    else:
        stacks = tuple(rng.randint(big, depth * big) for _ in range(players))
    limit = rng.random() < 0.3
    heads_up = players == 2
    unit = rng.choice([big, 2 * big])
    return Game(
        name="random",
        title="Random",
        betting="limit" if limit else "nolimit",
        num_players=players,
        stacks=stacks,
        blinds=(big, small) if heads_up else (small, big) + (0,) * (players - 2),
        raise_sizes=(unit, unit, 2 * unit, 2 * unit) if limit else (),
        max_raises=((3 if heads_up else 4), 4, 4, 4) if limit else (NO_CAP,) * 4,
        first_player=(1 if heads_up else 2 % players, 0, 0, 0),
        num_suits=4,
        num_ranks=13,
        num_hole=2,
        num_board=(0, 3, 1, 1),
    )


def pokerkit_state(game: Game) -> State:
    """PokerKit's state at the start of a hand of the same rules."""
    streets = tuple(
        Street(
            False,
            () if cards else (False, False),
            cards,
            False,
            Opening.POSITION,
            game.raise_sizes[street] if game.is_limit else game.big_blind,
            game.max_raises[street] if game.is_limit else None,
        )
        for street, cards in enumerate(game.num_board)
    )
    return State(
        _AUTOMATIONS,
        Deck.STANDARD,
        (_KnownHand,),
        streets,
        BettingStructure.FIXED_LIMIT if game.is_limit else BettingStructure.NO_LIMIT,
        False,
        0,
        game.blinds[::-1] if game.num_players == 2 else game.blinds,
        0,
        game.stacks,
        game.num_players,
    )


def random_action(rng: random.Random, hand: HandState) -> Action:
    """A legal action; all-ins, least raises and calls often, folds seldom."""
    legal = hand.spot.legal
    choice = rng.random()
    if legal.fold and choice < 0.12:
        return FOLD
    if legal.max_raise and choice > 0.6:
        least, most = legal.min_raise, legal.max_raise
        near = min(most, least + rng.randint(0, 3 * hand.game.big_blind))
        return raise_to(rng.choice([least, least, near, rng.randint(least, most), most]))
    return CALL


def play_both(seed: int) -> HandState:
    """Play one random hand on both sides.

    Raises:
        AssertionError: where they differ, with what each says.
    """
    rng = random.Random(seed)
    game = random_game(rng)
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
        ours = (seat, legal.fold, legal.call, legal.min_raise, legal.max_raise)
        other = (
            theirs.actor_index,
            theirs.can_fold(),
            theirs.checking_or_calling_amount,
            theirs.min_completion_betting_or_raising_to_amount or 0,
            theirs.max_completion_betting_or_raising_to_amount or 0,
        )
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


def _deal_boards(theirs: State, board: tuple[int, ...]) -> None:
    while theirs.can_deal_board():
        dealt = sum(map(len, theirs.board_cards))
        theirs.deal_board(card_names(board[dealt : dealt + (1 if dealt else 3)]))


def play_many(seed: int, count: int) -> list[str]:
    """Disagreements in ``count`` hands, hand ``i`` being that of seed ``seed + i``; 5 at most."""
    problems = []
    for hand_seed in range(seed, seed + count):
        try:
            play_both(hand_seed)
        except AssertionError as error:
            problems.append(f"play_both({hand_seed}): {error}")
            if len(problems) == 5:
                break
    return problems
