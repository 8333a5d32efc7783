"""What a call plays for, and the odds it gets."""

from __future__ import annotations

from engine.player import PublicState


def call_pot(spot: PublicState) -> int:
    """Chips that the player to act can win by calling, its own among them.

    Who calls for less than the bet can win no more than that from each other player.
    """
    mine = spot.spent(spot.to_act) + spot.legal.call
    others = (seat for seat in range(spot.game.num_players) if seat != spot.to_act)
    return spot.game.dead + mine + sum(min(spot.spent(seat), mine) for seat in others)


def pot_odds(spot: PublicState) -> float:
    """The part of what a call plays for that the call costs: 0 to 1."""
    return spot.legal.call / call_pot(spot)
