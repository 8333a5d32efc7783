"""``MATCHSTATE`` messages of the ACPC protocol, from the dealer and from players.

``MATCHSTATE:seat:number:betting:cards`` shows the seat its own cards, and at showdown those of the
other live players. A player answers with the same text and ``:`` action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.errors import RecordError
from engine.game import Game
from engine.lines import action_text, line_text, parse_action
from engine.player import Action, PublicState
from engine.records.acpc import Holes, cards_text, parse_betting, parse_cards_text, parse_number


@dataclass(frozen=True)
class MatchState:
    """A hand as one seat sees it.

    Attributes:
        seat: position of the seat.
        number: number of the hand in its match.
        spot: the betting and the board.
        holes: cards by position, None where hidden from the seat.
    """

    seat: int
    number: int
    spot: PublicState
    holes: Holes

    @classmethod
    def of(
        cls, seat: int, number: int, spot: PublicState, holes: Sequence[Sequence[Card] | None]
    ) -> MatchState:
        """Return a seat's view of a hand; ``holes`` are all known hole cards."""
        seen = tuple(
            tuple(hole)
            if hole is not None and (other == seat or (spot.showdown and not spot.folded(other)))
            else None
            for other, hole in enumerate(holes)
        )
        return cls(seat, number, spot, seen)


def write_matchstate(state: MatchState) -> str:
    """The line that the dealer sends, without line end."""
    game = state.spot.game
    betting = line_text(game, state.spot.actions)
    cards = cards_text(game, state.holes, state.spot.board)
    return f"MATCHSTATE:{state.seat}:{state.number}:{betting}:{cards}"


def read_matchstate(game: Game, text: str) -> MatchState:
    """Read what a dealer sends; the inverse of ``write_matchstate``.

    Raises:
        RecordError: if the text is malformed or its board does not fit its betting.
        IllegalActionError: if the rulebook does not allow its betting.
    """
    parts = text.rstrip("\r\n").split(":")
    if len(parts) != 5 or parts[0] != "MATCHSTATE":
        raise RecordError(
            "{text!r} is not a match state; it needs MATCHSTATE:position:number:betting:cards",
            text=text[:40],
        )
    if parts[1] not in map(str, range(game.num_players)):
        raise RecordError(
            "{text!r} is not a position; it is 0 to {players}",
            text=parts[1][:20],
            players=game.num_players - 1,
        )
    number = parse_number(parts[2])
    holes, board = parse_cards_text(game, parts[4])
    spot = parse_betting(game, parts[3])
    dealt = game.board_sizes[game.num_rounds - 1 if spot.showdown else spot.street]
    if len(board) != dealt:
        raise RecordError(
            "the board has {count} cards, the betting leads to {dealt}",
            count=len(board),
            dealt=dealt,
        )
    seat = int(parts[1])
    if holes[seat] is None:
        raise RecordError("the cards of position {seat} are missing", seat=seat)
    return MatchState(seat, number, PublicState(game, spot.actions, board, spot.betting), holes)


def write_reply(state: MatchState, action: Action) -> str:
    """The line that a player answers with, without line end."""
    return f"{write_matchstate(state)}:{action_text(state.spot, action)}"


def read_reply(game: Game, text: str) -> tuple[MatchState, Action]:
    """Read a player's answer; the inverse of ``write_reply``.

    Raises:
        RecordError: if the text is malformed.
        IllegalActionError: if the rulebook does not allow the betting or the action.
    """
    head, _, token = text.rstrip("\r\n").rpartition(":")
    state = read_matchstate(game, head)
    return state, parse_action(state.spot, token)
