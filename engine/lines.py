"""ACPC betting text: the only place where street totals and whole-hand totals are converted.

ACPC writes ``f``, ``c``, ``r`` (limit) or ``rN`` (no-limit, N the player's total over the whole
hand) and ends each round but the last with ``/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from engine import _rules
from engine.cards import Card, check_distinct
from engine.errors import CardError, IllegalActionError
from engine.game import Game
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, apply

_TOKEN = re.compile(r"f|c|r\d{0,10}|/")


def line_text(game: Game, actions: Sequence[Action]) -> str:
    """Betting text of ``actions``, with a ``/`` for every round that is over.

    A hand that goes all-in early gets the slashes of the rounds that are only dealt.
    """
    parts = []
    state = np.zeros(_rules.STATE_SIZE, np.int64)
    _rules.start(game.rules, state)
    for action in actions:
        street = int(state[_rules.STREET])
        if action.kind is ActionKind.RAISE:
            total = action.raise_to + int(state[_rules.BASE])
            parts.append("r" if game.is_limit else f"r{total}")
        else:
            parts.append("f" if action.kind is ActionKind.FOLD else "c")
        apply(game.rules, state, action)
        parts.append("/" * (int(state[_rules.STREET]) - street))
    if state[_rules.STATUS] == _rules.SHOWDOWN:
        parts.append("/" * (game.num_rounds - 1 - int(state[_rules.STREET])))
    return "".join(parts)


def parse_line(game: Game, text: str) -> tuple[Action, ...]:
    """Read betting text; slashes are checked where they stand.

    Raises:
        IllegalActionError: naming the token, its place and what is allowed there.
    """
    return tuple(spot.actions[-1] for spot in walk_line(game, text))


def walk_line(game: Game, text: str) -> Iterator[PublicState]:
    """The spots after each action of a betting text, boards left empty.

    Raises:
        IllegalActionError: naming the token, its place and what is allowed there.
    """
    spot = PublicState(game, (), ())
    expected = 0  # slashes that must stand before the next action
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise IllegalActionError(
                f"'{text[position : position + 8]}' at character {position + 1} of the line is"
                " not f, c, r or /"
            )
        token, place = match.group(), position + 1
        position = match.end()
        if token == "/":
            if expected == 0:
                raise IllegalActionError(f"the / at character {place} of the line ends no round")
            expected -= 1
            continue
        if expected:
            raise IllegalActionError(f"a / is missing at character {place} of the line")
        street = spot.street
        try:
            spot = spot.after(_parse_token(game, spot, token))
        except IllegalActionError as error:
            raise IllegalActionError(
                f"'{token}' at character {place} of the line: {error}"
            ) from None
        expected = spot.street - street
        if spot.betting[_rules.STATUS] == _rules.SHOWDOWN:
            expected = game.num_rounds - 1 - spot.street
        yield spot


def _parse_token(game: Game, spot: PublicState, token: str) -> Action:
    if token == "f":
        return FOLD
    if token == "c":
        return CALL
    if len(token) > 1:
        base, legal = int(spot.betting[_rules.BASE]), spot.legal
        amount = int(token[1:]) - base
        if legal.max_raise and not legal.min_raise <= amount <= legal.max_raise:
            least, most = legal.min_raise + base, legal.max_raise + base
            raise IllegalActionError(f"raises here go from r{least} to r{most}")
        return Action(ActionKind.RAISE, amount)
    if not game.is_limit:
        raise IllegalActionError("a no-limit raise names its total, as in r300")
    return Action(ActionKind.RAISE, spot.legal.min_raise)


def spot_of(game: Game, line: str, board: Sequence[Card] = ()) -> PublicState:
    """The public state after a betting text on a board.

    Raises:
        IllegalActionError: if the line breaks the rules.
        CardError: if the board does not fit the street.
    """
    spot = PublicState(game, parse_line(game, line), tuple(board))
    check_board(game, spot.street, spot.board)
    return spot


def check_board(game: Game, street: int, board: Sequence[Card]) -> None:
    """Check that a board has the street's number of cards, all different and in the deck.

    Raises:
        CardError: saying what is wrong.
    """
    check_distinct(board)
    for card in board:
        if card not in game.deck:
            raise CardError(f"a card of the board is not in the deck of {game.title}")
    if len(board) != game.board_sizes[street]:
        raise CardError(f"the board needs {game.board_sizes[street]} cards here, not {len(board)}")
