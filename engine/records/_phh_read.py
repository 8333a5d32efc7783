"""From the fields of a PHH hand, all of them suspect, to a record."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from engine.cards import parse_cards
from engine.errors import CardError, IllegalActionError, RecordError, RecordMismatchError
from engine.game import NO_CAP, UNLIMITED, Game
from engine.hand import net_chips
from engine.player import CALL, FOLD, raise_to
from engine.records._follow import Follower, first_players, named_game
from engine.records.record import HandRecord

_MAX_CHIPS = 10**12
_MAX_ACTIONS = 2_000
_MAX_NAME = 200
_CAPS = (4, 4, 4, 4)
_ACPC_CAPS = (3, 4, 4, 4)
_AMOUNT = re.compile(r"([0-9]{1,12})(\.0*)?")


def read_hand(fields: dict[str, Any], number: int) -> HandRecord:
    """The record of one hand; ``number`` is for hands that carry none.

    Raises:
        RecordError: if a field is missing, malformed or not of hold'em.
        IllegalActionError: if the rulebook does not allow an action.
        RecordMismatchError: if players act out of turn or cards come at the wrong time.
    """
    actions = _texts(fields, "actions", _MAX_ACTIONS)
    stacks = tuple(min(stack, UNLIMITED) for stack in _chips(fields, "starting_stacks"))
    game = _game(fields, stacks)
    reader = _Reader(game)
    for index, text in enumerate(actions, 1):
        try:
            reader.read(text)
        except (IllegalActionError, RecordError, CardError) as error:
            kind = RecordError if isinstance(error, CardError) else type(error)
            raise kind(f"action {index} {text[:40]!r}: {error}") from None
    players = tuple(f"p{seat + 1}" for seat in range(game.num_players))
    if "players" in fields:
        players = tuple(_texts(fields, "players", game.num_players))
        if len(players) != game.num_players or any(len(name) > _MAX_NAME for name in players):
            raise RecordError(f"players should be {game.num_players} names")
    given = fields.get("hand")
    if type(given) is int and 0 <= given < _MAX_CHIPS:
        number = given
    return HandRecord(
        game,
        number,
        players,
        tuple(reader.holes),
        reader.board,
        reader.spot.actions,
        _payoffs(fields, reader),
        (),
        reader.spot,
    )


def _chips(fields: dict[str, Any], key: str) -> tuple[int, ...]:
    values = fields.get(key)
    if not isinstance(values, list) or not 2 <= len(values) <= 6:
        raise RecordError(f"{key} should be a list of chips for 2 to 6 players")
    return tuple(_amount(value, key) for value in values)


def _amount(value: Any, key: str) -> int:
    if type(value) is int and 0 <= value <= _MAX_CHIPS:
        return value
    if isinstance(value, Decimal) and not value.is_nan() and value >= 0:
        if value.is_infinite():
            return UNLIMITED
        if value <= _MAX_CHIPS and value == int(value):
            return int(value)
    raise RecordError(f"{key} should be whole chips, not {str(value)[:20]!r}")


def _texts(fields: dict[str, Any], key: str, most: int) -> list[str]:
    values = fields.get(key)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise RecordError(f"{key} should be a list of texts")
    if len(values) > most:
        raise RecordError(f"{key} has more than {most} entries")
    return values


def _game(fields: dict[str, Any], stacks: tuple[int, ...]) -> Game:
    players, variant = len(stacks), fields.get("variant")
    if variant not in ("FT", "NT"):
        raise RecordError(f"the variant should be FT or NT, hold'em, not {str(variant)[:20]!r}")
    if len(_chips(fields, "antes")) != players or any(_chips(fields, "antes")):
        raise RecordError("antes should be 0 for each player; hands with antes are not supported")
    blinds = _chips(fields, "blinds_or_straddles")
    if len(blinds) != players or not any(blinds):
        raise RecordError("blinds_or_straddles should hold a blind (0 for none) for each player")
    if players == 2:
        blinds = blinds[::-1]
    sizes: tuple[int, ...] = ()
    if variant == "FT":
        small, big = (_amount(fields.get(key), key) for key in ("small_bet", "big_bet"))
        sizes = (small, small, big, big)
    elif _amount(fields.get("min_bet"), "min_bet") != max(blinds):
        raise RecordError("min_bet should be the largest blind; other bets are not supported")
    game = Game(
        name="phh",
        title="Hold'em from a hand history",
        betting="limit" if sizes else "nolimit",
        num_players=players,
        stacks=stacks,
        blinds=blinds,
        raise_sizes=sizes,
        max_raises=_caps(players, fields["actions"]) if sizes else (NO_CAP,) * 4,
        first_player=first_players(blinds),
        num_suits=4,
        num_ranks=13,
        num_hole=2,
        num_board=(0, 3, 1, 1),
    )
    return named_game(game)


def _caps(players: int, actions: list[str]) -> tuple[int, ...]:
    """Raise caps of limit hold'em: heads-up ACPC's where the hand keeps to them."""
    flop = next((i for i, text in enumerate(actions) if text.startswith("d db")), len(actions))
    raises = sum(" cbr " in text for text in actions[:flop])
    return _ACPC_CAPS if players == 2 and raises <= _ACPC_CAPS[0] else _CAPS


class _Reader(Follower):
    """Follows the actions of a hand, player 1 being in position 0."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, [f"p{seat + 1}" for seat in range(game.num_players)])

    def read(self, text: str) -> None:
        """Follow one action such as ``p1 cbr 300``; what stands behind # is a comment."""
        words = text.split("#")[0].split()
        match words:
            case []:
                pass
            case ["d", "dh", player, cards]:
                self._show(self._seat(player), cards)
            case ["d", "db", cards]:
                self.deal(parse_cards(cards))
            case [player, "f"]:
                self.act(self._seat(player), FOLD)
            case [player, "cc"]:
                self.act(self._seat(player), CALL)
            case [player, "cbr", amount]:
                number = _AMOUNT.fullmatch(amount.replace(",", ""))
                if number is None:
                    raise RecordError("the amount is no whole number of chips")
                self.act(self._seat(player), raise_to(int(number[1])))
            case [player, "sm"] | [player, "sm", "-"]:
                self._seat(player)
            case [player, "sm", cards]:
                self._show(self._seat(player), cards)
            case _:
                raise RecordError("it is no action of hold'em")

    def _seat(self, player: str) -> int:
        if player not in self.names:
            raise RecordError(f"the players are {' '.join(self.names)}")
        return self.names.index(player)

    def _show(self, seat: int, text: str) -> None:
        if "?" not in text:
            self.show(seat, parse_cards(text))


def _payoffs(fields: dict[str, Any], reader: _Reader) -> tuple[int, ...]:
    """What the hand states as its result, or else the rulebook's."""
    game, spot = reader.game, reader.spot
    spent = [spot.spent(seat) for seat in range(game.num_players)]
    for key in ("finishing_stacks", "winnings"):
        if key not in fields:
            continue
        chips = _chips(fields, key)
        if len(chips) != game.num_players:
            raise RecordError(f"{key} should be chips for {game.num_players} players")
        if key == "finishing_stacks":
            return tuple(end - start for end, start in zip(chips, game.stacks, strict=True))
        payoffs = [won - paid for won, paid in zip(chips, spent, strict=True)]
        # Some sources count a bet that nobody called among the winnings, some do not.
        if sum(payoffs) < 0:
            holder = spent.index(max(spent))
            payoffs[holder] += max(spent) - sorted(spent)[-2]
        return tuple(payoffs)
    if not spot.finished:
        raise RecordMismatchError("the record stops before the hand is over")
    try:
        return net_chips(spot, reader.holes)
    except CardError as error:
        raise RecordMismatchError(str(error)) from None
