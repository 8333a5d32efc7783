"""Derive the spot of a decision's street from a hand, and the line within it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import MAX_PERCENT, PERCENT_DIGITS, Sizes, SpotError
from ai.solver.spot import LEAST_WEIGHT, RANGES, SEATS, THREE_WAY, Menus, Spot
from engine.combos import NUM_HOLDEM_COMBOS
from engine.player import Action, ActionKind, PublicState, raise_to
from engine.ranges import Weights
from engine.wording import Wording

_DIGITS = 6
_RARE = 1e-3
"""Weight below which a range is scaled: its hands would be lost otherwise."""
_LEAST_RAISE = Sizes((Fraction(1),))
"""One percent of the pot: less than a fixed bet wherever one is a hundredth of the pot or more."""
_FIXED_TURN = Wording(
    "with fixed bets only rivers are solved: a spot cannot express how many raises a street has"
)


_SEATS = {**dict(zip(RANGES, SEATS, strict=True)), THREE_WAY: Wording("in the middle")}
_PREFLOP = Wording("spots are solved from the flop on; this decision is before it")


def spot_at(
    state: PublicState, reach: Weights, bets: Menus, raises: Menus
) -> tuple[Spot, tuple[Action, ...]]:
    """Return the spot that starts at a decision's street, and the betting since then.

    Pot and stacks are those at the start of the street; the shorter stack counts. Sizes bet on the
    street are added to its menus, as percentages that give the exact amounts. A river with fixed
    bets keeps its own sizes for any menus: the last bet allowed is all-in.

    Others may have folded before the street; their chips stay in the pot.

    Args:
        state: a decision after the flop of hold'em, on a street that two players began.
        reach: (players, 1326) weights of each seat's hands at the start of the street.
        bets: sizes of bets by player and street, out of position first; the last list of a
            player applies to later streets.

    Returns:
        The spot, and the actions from its root to the decision.

    Raises:
        SpotError: with the reason if there is none.
    """
    if problem := no_spot(state):
        raise SpotError("{problem}", problem=problem)
    start = street_start(state)
    stack = effective_stack(start)
    if state.game.is_limit:
        # The last bet of a river is all-in.
        game, street = start.game, start.street
        stack = min(stack, game.max_raises[street] * game.raise_sizes[street])
        bets, raises = _fixed_menus(start)
    spot = _spot(state, start, reach, stack, bets, raises)
    return with_line(spot, state.actions[len(start.actions) :])


def table_spot(state: PublicState, reach: Weights, bets: Menus, raises: Menus) -> Spot:
    """Return the spot of ``spot_at`` by the table's rules: actual bets only where they were made.

    Games with fixed bets have these on the turn, too; their menus are ignored.
    """
    if problem := no_table_spot(state):
        raise SpotError("{problem}", problem=problem)
    game, start = state.game, street_start(state)
    stack, fixed = effective_stack(start), None
    if game.is_limit:
        rules = set(
            zip(game.raise_sizes[start.street :], game.max_raises[start.street :], strict=True)
        )
        fixed = rules.pop()
        needed = (game.num_rounds - start.street) * fixed[0] * fixed[1]
        if rules or stack < needed:
            raise SpotError("fixed bets that differ by street, or end all-in, are not solved")
        stack = needed
    spot = _spot(state, start, reach, stack, bets, raises)
    return replace(spot, fixed=fixed, line=street_line(state))


def _spot(
    state: PublicState, start: PublicState, reach: Weights, stack: int, bets: Menus, raises: Menus
) -> Spot:
    """The spot at the start of a street."""
    oop, ip, *more = live_seats(start)
    if more:
        raise SpotError("{problem}", problem=_too_many(2 + len(more)))
    return Spot(
        board=state.board[: state.game.board_sizes[state.street]],
        ranges=(spot_range(reach[oop], "oop"), spot_range(reach[ip], "ip")),
        pot=start.pot,
        stack=stack,
        bets=bets,
        raises=raises,
        big_blind=state.game.big_blind,
    )


def street_start(state: PublicState) -> PublicState:
    """The first decision of the street that a decision is on, with the same board."""
    here = PublicState(state.game, (), ())
    for action in state.actions:
        if here.street == state.street:
            break
        here = here.after(action)
    return PublicState(state.game, here.actions, state.board, here.betting)


def live_seats(start: PublicState) -> tuple[int, ...]:
    """Return the seats that have not folded, in order of action from the seat to act."""
    count = start.game.num_players
    seats = ((start.to_act + place) % count for place in range(count))
    return tuple(seat for seat in seats if not start.folded(seat))


def effective_stack(start: PublicState) -> int:
    """Return the shorter stack of those who have not folded."""
    return min(map(start.stack, live_seats(start)))


def is_three_way(state: PublicState) -> bool:
    """Return whether a decision is on a no-limit river that three players with chips began."""
    if state.game.is_limit or state.street < state.game.num_rounds - 1:
        return False
    start = street_start(state)
    stacks = [start.stack(seat) for seat in live_seats(start)]
    return len(stacks) == 3 and min(stacks) > 0


def most_matched(state: PublicState) -> int:
    """Return the largest useful raise at a decision as a street total.

    What no other player can call is returned.
    """
    legal, seats = state.legal, range(state.game.num_players)
    others = (
        state.street_bet(seat) + state.stack(seat)
        for seat in seats
        if seat != state.to_act and not state.folded(seat)
    )
    return max(legal.min_raise, min(legal.max_raise, max(others)))


def street_line(state: PublicState) -> tuple[Action, ...]:
    """Return the betting on a decision's street, as its spot counts chips.

    Chips that no other player can match were never in play.
    """
    here = start = street_start(state)
    three_way, least, line = is_three_way(state), effective_stack(start), []
    for action in state.actions[len(start.actions) :]:
        most = most_matched(here) if three_way and action.raise_to else least
        line.append(raise_to(min(action.raise_to, most)) if action.raise_to else action)
        here = here.after(action)
    return tuple(line)


def no_spot(state: PublicState) -> Wording | None:
    """Return why a node has no spot, whatever the ranges and menus; None if it has one."""
    if problem := no_table_spot(state):
        return problem
    if state.game.is_limit and state.street < state.game.num_rounds - 1:
        return _FIXED_TURN
    return None


def no_table_spot(state: PublicState) -> Wording | None:
    """Return why a node has no spot with the table's rules; None if it has one."""
    game = state.game
    if not game.is_part_of_holdem:
        return Wording(
            "only hold'em can be solved as spots, not {title}", title=Wording(game.title)
        )
    if state.finished:
        return Wording("the betting is over here; choose a decision")
    if not game.board_sizes[state.street]:
        return _PREFLOP
    count = len(live_seats(street_start(state)))
    return _too_many(count) if count > 2 and not is_three_way(state) else None


def _too_many(count: int) -> Wording:
    return Wording(
        "{count} players saw this street; streets of two are solved, and no-limit rivers of three"
        " who all have chips left",
        count=count,
    )


def spot_range(weights: NDArray[np.float64], field: str) -> Weights:
    """Round a range; if its reach is tiny, scale its maximum weight to 1."""
    seat = _SEATS[field]
    if weights.shape != (NUM_HOLDEM_COMBOS,):
        raise SpotError("ranges have one weight for each of 1,326 hands", field)
    most = float(weights.max())
    if not most > 0.0:
        raise SpotError(
            "the range {seat} is empty here: none of its hands reaches this decision",
            field,
            seat=seat,
        )
    if is_rare(weights):
        weights, most = weights / most, 1.0
    # Hands with negligible reach are dropped.
    digits = _DIGITS + ceil(-log10(most))
    return np.where(weights < LEAST_WEIGHT, 0.0, weights.round(digits))


def is_rare(weights: NDArray[np.float64]) -> bool:
    """Return whether a range's reach is so small that its weights are scaled."""
    return 0.0 < float(weights.max()) < _RARE


def _fixed_menus(start: PublicState) -> tuple[Menus, Menus]:
    """One size of bet, one of raise."""
    size = start.game.raise_sizes[start.street]
    bet = _percent(size, start.pot)
    most = start.pot + 2 * size * start.game.max_raises[start.street]
    if bet is None or _LEAST_RAISE.totals(0, most, 0, most)[0] > size:
        raise SpotError("the fixed bets are too small to be expressed in percent of this pot")
    bets, raises = Sizes((bet,)), _LEAST_RAISE
    return ((bets,), (bets,)), ((raises,), (raises,))


def without_table(spot: Spot) -> Spot:
    """Return the spot in text form: fixed bets, and those of its line, are in its menus.

    Raises SpotError with the reason if forms cannot express it.
    """
    if not spot.fixed and not spot.line:
        return spot
    plain = replace(spot, fixed=None, line=())
    if spot.fixed:
        if spot.num_streets > 1:
            raise SpotError("{problem}", problem=_FIXED_TURN)
        bets, raises = _fixed_menus(spot.root)
        plain = replace(plain, bets=bets, raises=raises)
    return with_line(plain, spot.line)[0]


def with_line(spot: Spot, actions: tuple[Action, ...]) -> tuple[Spot, tuple[Action, ...]]:
    """Add the sizes that a line from the root needs to a spot; return the line in it.

    Raises SpotError if a size cannot be expressed in percent of the pot.
    """
    menus = {name: [list(menu) for menu in getattr(spot, name)] for name in ("bets", "raises")}
    here, line = spot.root, []
    for action in actions:
        taken = action
        if action.kind is ActionKind.RAISE:
            # Chips that the other cannot match were never in play.
            amount = min(action.raise_to, most_matched(here))
            own = menus["raises" if here.max_bet else "bets"][here.to_act]
            own[here.street] = with_size(own[here.street], here, amount)
            taken = raise_to(amount)
        line.append(taken)
        here = here.after(taken)
    bets, raises = (tuple(tuple(menu) for menu in menus[name]) for name in ("bets", "raises"))
    if (bets, raises) == (spot.bets, spot.raises):
        return spot, tuple(line)
    return replace(spot, bets=(bets[0], bets[1]), raises=(raises[0], raises[1])), tuple(line)


def with_size(sizes: Sizes, here: PublicState, amount: int) -> Sizes:
    """Add sizes that allow a bet or raise to an amount at a decision."""
    legal, faced, most = here.legal, here.max_bet, most_matched(here)
    pot = here.pot + legal.call
    left = here.game.num_rounds - here.street
    if amount in sizes.totals(faced, pot, legal.min_raise, most, left):
        return sizes
    if amount == most:
        return replace(sizes, all_in=True)
    percent = _percent(amount - faced, pot)
    if percent is None:
        raise SpotError(
            "a bet of {amount:,} chips into {pot:,} cannot be expressed in percent of the pot,"
            " which goes up to {most:,} and has {percent_digits} decimals",
            amount=amount,
            pot=pot,
            most=MAX_PERCENT,
            percent_digits=PERCENT_DIGITS,
        )
    return replace(sizes, percents=(*sizes.percents, percent))


def _percent(chips: int, pot: int) -> Fraction | None:
    """Return the shortest percentage that gives a chip amount of a pot, None if there is none."""
    for digits in range(PERCENT_DIGITS + 1):
        percent = Fraction(round(Fraction(100 * chips, pot) * 10**digits), 10**digits)
        if 0 < percent <= MAX_PERCENT and Sizes((percent,)).totals(0, pot, 0, chips + 1) == [chips]:
            return percent
    return None
