"""ACPC betting text; the only module that converts between street and whole-hand totals.

ACPC writes ``f``, ``c``, ``r`` (limit) or ``rN`` (no-limit, N the player's total over the whole
hand) and ends each round but the last with ``/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from engine import _lines
from engine import rules as rulebook
from engine.cards import Card, check_distinct
from engine.errors import CardError, IllegalActionError
from engine.game import Game
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, apply, verify
from engine.wording import Wording

_TOKEN = re.compile(r"f|c|r[0-9]{0,10}|/")
_PASSIVE = {int(ActionKind.FOLD): FOLD, int(ActionKind.CALL): CALL}


def line_text(game: Game, actions: Sequence[Action]) -> str:
    """Betting text of ``actions``, with a ``/`` after every finished round.

    A hand that goes all-in early also gets the slashes of the rounds that are run out.
    """
    parts = []
    state = np.zeros(rulebook.STATE_SIZE, np.int64)
    rulebook.start(game.rules, state)
    for action in actions:
        street = int(state[rulebook.STREET])
        parts.append(bet_text(game, action, int(state[rulebook.BASE])))
        apply(game.rules, state, action)
        parts.append("/" * (int(state[rulebook.STREET]) - street))
    if state[rulebook.STATUS] == rulebook.SHOWDOWN:
        parts.append("/" * (game.num_rounds - 1 - int(state[rulebook.STREET])))
    return "".join(parts)


def action_text(spot: PublicState, action: Action) -> str:
    """One action at a spot in betting text, such as ``r300``."""
    return bet_text(spot.game, action, int(spot.betting[rulebook.BASE]))


def bet_text(game: Game, action: Action, base: int) -> str:
    """One action in betting text, where ``base`` chips of each player are from earlier streets."""
    if action.kind is ActionKind.RAISE:
        return "r" if game.is_limit else f"r{action.raise_to + base}"
    return "f" if action.kind is ActionKind.FOLD else "c"


def parse_action(spot: PublicState, text: str) -> Action:
    """Parse one action at a spot; the inverse of ``action_text``.

    Raises:
        IllegalActionError: if it is not f, c or r, or not legal there.
    """
    match = _TOKEN.fullmatch(text)
    if match is None or text == "/":
        raise IllegalActionError(
            "{text!r} is not an action; write f, c or r with an amount", text=text[:20]
        )
    action = _parse_token(spot.game, spot, text)
    verify(spot.legal, spot.betting, action)
    return action


def parse_line(game: Game, text: str) -> tuple[Action, ...]:
    """Parse betting text; misplaced slashes are rejected.

    Raises:
        IllegalActionError: naming the token, its position and the legal actions.
    """
    return line_spot(game, text).actions


def line_spot(game: Game, text: str) -> PublicState:
    """The spot after a betting text, its board left empty.

    Raises:
        IllegalActionError: naming the token, its position and the legal actions.
    """
    letters = np.frombuffer(text.encode("utf-8", "replace"), np.uint8)
    state = np.zeros(rulebook.STATE_SIZE, np.int64)
    kinds = np.zeros(len(letters), np.int8)
    amounts = np.zeros(len(letters), np.int64)
    count = int(_lines.play_line(game.rules, letters, state, kinds, amounts))
    if count < 0:
        *_, last = walk_line(game, text)  # raises with the reason
        return last
    actions = tuple(
        Action(ActionKind.RAISE, amount) if kind == ActionKind.RAISE else _PASSIVE[kind]
        for kind, amount in zip(kinds[:count].tolist(), amounts[:count].tolist(), strict=True)
    )
    return PublicState(game, actions, (), state)


def walk_line(game: Game, text: str) -> Iterator[PublicState]:
    """The spots after each action of a betting text, boards left empty.

    Raises:
        IllegalActionError: naming the token, its position and the legal actions.
    """
    spot = PublicState(game, (), ())
    expected = 0  # slashes required before the next action
    if spot.showdown:  # all-in from the antes
        expected = game.num_rounds - 1 - spot.street
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise IllegalActionError(
                "{text!r} at character {position} of the line is not f, c, r or /",
                text=text[position : position + 8],
                position=position + 1,
            )
        token, place = match.group(), position + 1
        position = match.end()
        if token == "/":
            if expected == 0:
                raise IllegalActionError(
                    "the / at character {place} of the line ends no round", place=place
                )
            expected -= 1
            continue
        if expected:
            raise IllegalActionError("a / is missing at character {place} of the line", place=place)
        street = spot.street
        try:
            spot = spot.after(_parse_token(game, spot, token))
        except IllegalActionError as error:
            raise IllegalActionError(
                "'{token}' at character {place} of the line: {error}",
                token=token,
                place=place,
                error=error,
            ) from None
        expected = spot.street - street
        if spot.showdown:
            expected = game.num_rounds - 1 - spot.street
        yield spot


def _parse_token(game: Game, spot: PublicState, token: str) -> Action:
    if token == "f":
        return FOLD
    if token == "c":
        return CALL
    if len(token) > 1:
        base, legal = int(spot.betting[rulebook.BASE]), spot.legal
        amount = int(token[1:]) - base
        if legal.max_raise and not legal.min_raise <= amount <= legal.max_raise:
            least, most = legal.min_raise + base, legal.max_raise + base
            raise IllegalActionError(
                "raises here go from r{least} to r{most}", least=least, most=most
            )
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
    spot = line_spot(game, line)
    check_board(game, spot.street, board)
    return PublicState(game, spot.actions, tuple(board), spot.betting)


def check_board(game: Game, street: int, board: Sequence[Card]) -> None:
    """Check that a board has the street's number of cards, all different and in the deck.

    Raises:
        CardError: with the reason.
    """
    check_distinct(board)
    for card in board:
        if card not in game.deck:
            raise CardError(
                "a card of the board is not in the deck of {title}", title=Wording(game.title)
            )
    if len(board) != game.board_sizes[street]:
        need = game.board_sizes[street]
        if need == 1:
            raise CardError("the board needs 1 card here, not {count}", count=len(board))
        raise CardError(
            "the board needs {need} cards here, not {count}", need=need, count=len(board)
        )
