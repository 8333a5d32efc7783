"""The river of a hand that three players began, as a spot, and the line within it."""

from __future__ import annotations

from dataclasses import replace

from ai.betting.sizes import Sizes, SpotError
from ai.solver.spot_of_hand import (
    live_seats,
    most_matched,
    spot_range,
    street_line,
    street_start,
    with_size,
)
from ai.three_way.spot import RANGES, ThreeWaySpot
from engine.player import Action, PublicState, raise_to
from engine.ranges import Weights


def three_way_spot_at(
    state: PublicState, reach: Weights, bets: Sizes, raises: Sizes
) -> tuple[ThreeWaySpot, tuple[Action, ...]]:
    """Return the spot of a decision's river, and the betting since its start.

    Pot and stacks are those at the start of the river. Sizes bet there are added to the menus, as
    percentages that give the exact amounts.

    Args:
        state: a decision for which ``is_three_way`` holds.
        reach: (players, 1326) weights of each seat's hands at the start of the river.

    Raises:
        SpotError: with the reason if there is none.
    """
    start = street_start(state)
    seats = live_seats(start)
    spot = ThreeWaySpot(
        board=state.board,
        ranges=tuple(
            spot_range(reach[seat], field) for seat, field in zip(seats, RANGES, strict=True)
        ),
        pot=start.pot,
        stacks=tuple(map(start.stack, seats)),
        bets=bets,
        raises=raises,
        big_blind=state.game.big_blind,
    )
    return with_river_line(spot, state.actions[len(start.actions) :])


def table_river(state: PublicState, reach: Weights, bets: Sizes, raises: Sizes) -> ThreeWaySpot:
    """Return the spot of ``three_way_spot_at`` with actual bets only where they were made.

    Raises SpotError if the table's smallest bet is more than a player has, too: rules for all-ins
    of less than that are not those of spots.
    """
    start = street_start(state)
    if min(map(start.stack, live_seats(start))) < state.game.big_blind:
        raise SpotError("a player has less than a big blind left")
    spot, _ = three_way_spot_at(start, reach, bets, raises)
    return replace(spot, line=street_line(state))


def with_river_line(
    spot: ThreeWaySpot, actions: tuple[Action, ...]
) -> tuple[ThreeWaySpot, tuple[Action, ...]]:
    """Add the sizes that a line from the root needs to the menus; return the line in the spot.

    Raises SpotError if a size cannot be expressed in percent of the pot.
    """
    plain, line = replace(spot, line=()), list[Action]()
    here, bets, raises = plain.root, plain.bets, plain.raises
    for action in actions:
        taken = action
        if action.raise_to:
            taken = raise_to(min(action.raise_to, most_matched(here)))
        if taken.raise_to and taken.raise_to not in plain.menu(here):
            if here.max_bet:
                raises = with_size(raises, here, taken.raise_to)
            else:
                bets = with_size(bets, here, taken.raise_to)
        line.append(taken)
        here = here.after(taken)
    if (bets, raises, spot.line) == (spot.bets, spot.raises, ()):
        return spot, tuple(line)
    return replace(plain, bets=bets, raises=raises), tuple(line)
