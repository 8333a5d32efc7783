"""A poker game as data: the fields of an ACPC game definition, and the built-in games."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import rules as rulebook
from engine.cards import Card
from engine.errors import GameError
from engine.wording import Wording

UNLIMITED = 2**31 - 1
"""ACPC's stack for games in which nobody runs out of chips."""
NO_CAP = 255
"""ACPC's raise cap for games without one."""
_HOLDEM_STREETS = ((0, 3, 1, 1), (3, 1, 1), (4, 1), (5,))
MAX_PLAYERS = rulebook.MAX_PLAYERS
MAX_DEPTH = 1_000_000
"""Largest depth of a game, in big blinds."""
MAX_ROUNDS = rulebook.MAX_ROUNDS
_MAX_CHIPS = 10**9
_KEYED_PLAYERS = 6
_KEYS = {
    "num_players": "numPlayers",
    "num_rounds": "numRounds",
    "stacks": "stack",
    "blinds": "blind",
    "raise_sizes": "raiseSize",
    "first_player": "firstPlayer",
    "max_raises": "maxRaises",
    "num_suits": "numSuits",
    "num_ranks": "numRanks",
    "num_hole": "numHoleCards",
    "num_board": "numBoardCards",
    "antes": "ante",
    "least_bet": "minBet",
    "full_price": "fullPrice",
    "free_folds": "freeFolds",
}
"""Keys of a definition in their order, by the names of a game's fields; the last four are not
ACPC's."""
_FIELDS = {key.lower(): name for name, key in _KEYS.items()}


@dataclass(frozen=True)
class Game:
    """A poker game; no code branches on its name.

    Money is integer chips. Positions are ACPC's: 0 acts first after the first round, the last
    position is the dealer (heads-up: 0 is the big blind, 1 the small blind and dealer). Two games
    are equal when their rules are; name, title, shown ranks and shown blind are ignored.

    Attributes:
        name: identifier in the command line and the database.
        title: display name.
        betting: ``limit`` or ``nolimit``.
        num_players: 2 to 10.
        stacks: chips of each position before antes and blinds; ``UNLIMITED`` if they cannot run
            out.
        blinds: forced bets by position, straddles and live posts included; when all are equal they
            are antes.
        raise_sizes: size of a bet or raise in each round; empty in no-limit.
        max_raises: most bets and raises in each round; ``NO_CAP`` for none.
        first_player: position that acts first in each round.
        num_suits: suits in the deck, the top ones of c d h s.
        num_ranks: ranks in the deck, the top ones.
        num_hole: private cards of each player.
        num_board: cards dealt to the board at the start of each round.
        shown_ranks: letters shown to people, lowest rank first, where they differ from the deck's.
        least_bet: minimum bet in no-limit, and minimum raise increment before there was a raise, in
            chips; 0 for the largest blind. With a straddle it is the big blind.
        dead: dead money: part of the pot, contributed by no player in the hand.
        shown_blind: for subgames, the big blind of the full hand in chips, the unit of displayed
            values; 0 where unknown, and in full games.
        shown_chip: for subgames, how many chips are one of the amounts shown.
        antes: chips that each position pays before the blinds and that are no bet: antes, a big
            blind's ante for all, dead blinds; empty for none. Where all are equal, a stack that
            does not cover the ante wins a part of it from each; others go into the main pot whole.
        full_price: whether a call preflop costs the largest blind even where it was posted short,
            as in live poker (TDA); ACPC and PokerKit ask for what was posted.
        free_folds: whether players may fold where checking is free, as in live poker; ACPC refuses
            it. Only recorded hands need it.
    """

    name: str = field(compare=False)
    title: str = field(compare=False)
    betting: str
    num_players: int
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    raise_sizes: tuple[int, ...]
    max_raises: tuple[int, ...]
    first_player: tuple[int, ...]
    num_suits: int
    num_ranks: int
    num_hole: int
    num_board: tuple[int, ...]
    shown_ranks: str = field(default="", compare=False)
    least_bet: int = 0
    dead: int = 0
    shown_blind: int = field(default=0, compare=False)
    shown_chip: int = field(default=1, compare=False)
    antes: tuple[int, ...] = ()
    full_price: bool = False
    free_folds: bool = False

    def __post_init__(self) -> None:
        """Validate the fields.

        Raises:
            GameError: naming the field and what it allows.
        """
        rounds, players = len(self.num_board), self.num_players
        problem: Wording | None = None
        if self.betting not in ("limit", "nolimit"):
            problem = Wording("betting is 'limit' or 'nolimit'")
        elif not 2 <= players <= MAX_PLAYERS:
            problem = Wording("2 to {most} players", most=MAX_PLAYERS)
        elif not 1 <= rounds <= MAX_ROUNDS:
            problem = Wording("1 to {most} rounds", most=MAX_ROUNDS)
        elif not self._has_stacks(self.stacks):
            problem = Wording("one stack of at least 1 chip for each player")
        elif len(self.blinds) != players or not all(0 <= c <= _MAX_CHIPS for c in self.blinds):
            problem = Wording("one blind (0 for none) for each player")
        elif not any(self.blinds):
            problem = Wording("at least one blind above 0")
        elif self.is_limit and (
            len(self.raise_sizes) != rounds
            or not all(1 <= c <= _MAX_CHIPS for c in self.raise_sizes)
        ):
            problem = Wording("one raise size of at least 1 for each round")
        elif len(self.max_raises) != rounds or not all(0 <= c <= NO_CAP for c in self.max_raises):
            problem = Wording("one raise cap of 0 to {most} for each round", most=NO_CAP)
        elif len(self.first_player) != rounds or not all(
            0 <= p < players for p in self.first_player
        ):
            problem = Wording("one first player for each round")
        elif not (1 <= self.num_suits <= 4 and 2 <= self.num_ranks <= 13):
            problem = Wording("1 to 4 suits and 2 to 13 ranks")
        elif not 1 <= self.num_hole <= 2:
            problem = Wording("1 or 2 hole cards")
        elif not all(0 <= n <= 5 for n in self.num_board) or sum(self.num_board) > 5:
            problem = Wording("at most 5 board cards")
        elif players * self.num_hole + sum(self.num_board) > self.num_suits * self.num_ranks:
            problem = Wording("a deck with enough cards for everybody")
        elif not 0 <= self.least_bet <= (0 if self.is_limit else _MAX_CHIPS):
            problem = Wording("a minimum bet of 0 (the big blind) or more, in no-limit only")
        elif not 0 <= self.dead <= _MAX_CHIPS:
            problem = Wording("dead money of 0 to {most:,} chips", most=_MAX_CHIPS)
        elif len(self.antes) not in (0, players) or not all(
            0 <= chips <= _MAX_CHIPS for chips in self.antes
        ):
            problem = Wording("one ante (0 for none) for each player, or no antes")
        if problem:
            raise self._unplayable(problem)

    def _has_stacks(self, stacks: tuple[int, ...]) -> bool:
        return len(stacks) == self.num_players and all(1 <= c <= UNLIMITED for c in stacks)

    def _unplayable(self, problem: Wording) -> GameError:
        return GameError(
            "the game '{name}' is not playable: it needs {problem}", name=self.name, problem=problem
        )

    @property
    def is_limit(self) -> bool:
        """True if bet sizes are fixed."""
        return self.betting == "limit"

    @property
    def is_heads_up(self) -> bool:
        """True if it has two players."""
        return self.num_players == 2

    @property
    def has_holdem_cards(self) -> bool:
        """True if two hole cards come from the full deck."""
        return (self.num_suits, self.num_ranks, self.num_hole) == (4, 13, 2)

    @property
    def has_holdem_streets(self) -> bool:
        """True if the board is dealt as in hold'em, possibly from a later street on."""
        return self.num_board in _HOLDEM_STREETS

    @property
    def is_holdem(self) -> bool:
        """True if this is hold'em from preflop on, for any number of players."""
        return self.is_part_of_holdem and not self.begins_later

    @property
    def is_heads_up_holdem(self) -> bool:
        """True if this is heads-up hold'em from preflop on."""
        return self.is_holdem and self.is_heads_up

    @property
    def is_part_of_holdem(self) -> bool:
        """True if this is hold'em from any street on; solved spots begin with a board."""
        return self.has_holdem_cards and self.has_holdem_streets

    @property
    def begins_later(self) -> bool:
        """True if this is a subgame that begins mid-hand, with a board."""
        return self.num_board[0] > 0

    @property
    def num_rounds(self) -> int:
        """Number of betting rounds."""
        return len(self.num_board)

    @property
    def big_blind(self) -> int:
        """The big blind in chips (the ante where all are equal): the unit of mbb."""
        largest = max(self.blinds)
        return min(self.least_bet or largest, largest)

    @property
    def value_chips(self) -> int:
        """Unit of displayed values in chips: the big blind, or a shown chip without one."""
        return (self.shown_blind or self.shown_chip) if self.begins_later else self.big_blind

    @property
    def ante(self) -> int:
        """The ante, if all forced bets are equal, else 0; it does not count as a bet."""
        return self.blinds[0] if len(set(self.blinds)) == 1 else 0

    @cached_property
    def antes_paid(self) -> tuple[int, ...]:
        """Chips of each position that are in the pot before the blinds."""
        antes = self.antes or (0,) * self.num_players
        return tuple(map(min, antes, self.stacks))

    @cached_property
    def betting_stacks(self) -> tuple[int, ...]:
        """Chips that each position can bet: its stack less its ante."""
        return tuple(
            stack if stack == UNLIMITED else stack - ante
            for stack, ante in zip(self.stacks, self.antes_paid, strict=True)
        )

    @cached_property
    def opening_pot(self) -> int:
        """Chips in the pot before the blinds: dead money and antes."""
        return self.dead + sum(self.antes_paid)

    @property
    def is_acpc(self) -> bool:
        """True if ACPC's rules and definitions express the game."""
        return not (self.least_bet or self.dead or self.antes or self.full_price or self.free_folds)

    @property
    def has_single_cards(self) -> bool:
        """True if each player holds one card and the board has at most one, as in Leduc."""
        return self.num_hole == 1 and self.board_sizes[-1] <= 1

    @property
    def has_stacks(self) -> bool:
        """True if a player can run out of chips."""
        return any(stack != UNLIMITED for stack in self.stacks)

    @property
    def dealer(self) -> int:
        """Position of the dealer button."""
        return self.num_players - 1

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """Card ids in ascending order: the top ranks and suits."""
        return _deck(self.num_ranks, self.num_suits)

    @cached_property
    def deck_set(self) -> frozenset[Card]:
        """The deck as a set."""
        return frozenset(self.deck)

    @cached_property
    def board_sizes(self) -> tuple[int, ...]:
        """Number of board cards in each round."""
        return tuple(sum(self.num_board[: i + 1]) for i in range(self.num_rounds))

    @cached_property
    def rules(self) -> NDArray[np.int64]:
        """The array of rules that kernels read, laid out by ``rules.py``; read-only."""
        numbers = [0] * rulebook.RULES_SIZE
        numbers[rulebook.NUM_PLAYERS] = self.num_players
        numbers[rulebook.NUM_ROUNDS] = self.num_rounds
        numbers[rulebook.IS_LIMIT] = self.is_limit
        numbers[rulebook.LEAST_BET] = self.least_bet or self.big_blind
        numbers[rulebook.ANTE] = self.ante
        numbers[rulebook.DEAD] = self.opening_pot
        numbers[rulebook.SHORT_ANTE] = len(set(self.antes)) == 1 and self.antes_paid != self.antes
        numbers[rulebook.FREE_FOLDS] = self.free_folds
        numbers[rulebook.PRICE] = max(self.blinds) if self.full_price else 0
        for start, values in (
            (rulebook.RAISE_SIZES, self.raise_sizes),
            (rulebook.MAX_RAISES, self.max_raises),
            (rulebook.FIRST_PLAYER, self.first_player),
            (rulebook.STACKS, self.betting_stacks),
            (rulebook.ANTES, self.antes_paid),
            (rulebook.BLINDS, self.blinds),
        ):
            numbers[start : start + len(values)] = values
        return np.array(numbers, np.int64)

    @cached_property
    def digest_numbers(self) -> NDArray[np.int64]:
        """The rules as numbers for the keys of files, as when six was the most players.

        Games that need more than those numbers have all rules after them.
        """
        old = rulebook.STACKS + _KEYED_PLAYERS
        numbers = np.zeros(old + _KEYED_PLAYERS, np.int64)
        numbers[:old] = self.rules[:old]
        seats = min(self.num_players, _KEYED_PLAYERS)
        numbers[old : old + seats] = self.blinds[:seats]
        new = self.num_players > _KEYED_PLAYERS or self.antes or self.full_price or self.free_folds
        return np.concatenate([numbers, self.rules]) if new else numbers

    def with_stacks(self, stacks: tuple[int, ...], name: str | None = None) -> Game:
        """The same game with other stacks, by position.

        Raises:
            GameError: if their number is not that of the players, or one has no chip.
        """
        if not self._has_stacks(stacks):
            raise self._unplayable(Wording("one stack of at least 1 chip for each player"))
        # What does not depend on stacks is shared: several times as fast as the constructor.
        game, own = object.__new__(Game), vars(self)
        vars(game).update({key: own[key] for key in _NAMES}, stacks=stacks, name=name or self.name)
        vars(game).update(board_sizes=self.board_sizes, deck=self.deck, deck_set=self.deck_set)
        if not self.antes:
            rules = self.rules.copy()
            rules[rulebook.STACKS : rulebook.STACKS + len(stacks)] = stacks
            vars(game).update(rules=rules, betting_stacks=stacks, antes_paid=self.antes_paid)
        return game

    def to_acpc(self) -> str:
        """Return the game as an ACPC definition; the inverse of ``from_acpc``.

        Antes, a minimum bet, and rules that ACPC does not have get keys of our own.

        Raises:
            GameError: if the game has dead money.
        """
        return self._definition

    @cached_property
    def _definition(self) -> str:
        if self.dead:
            raise GameError("ACPC cannot express the dead money of '{name}'", name=self.name)
        rows = {
            "num_players": (self.num_players,),
            "num_rounds": (self.num_rounds,),
            "stacks": self.stacks if self.has_stacks else (),
            "blinds": self.blinds,
            "raise_sizes": self.raise_sizes if self.is_limit else (),
            "first_player": tuple(p + 1 for p in self.first_player),
            "max_raises": self.max_raises if set(self.max_raises) != {NO_CAP} else (),
            "num_suits": (self.num_suits,),
            "num_ranks": (self.num_ranks,),
            "num_hole": (self.num_hole,),
            "num_board": self.num_board,
            "antes": self.antes,
            "least_bet": (self.least_bet,) if self.least_bet else (),
            "full_price": (1,) if self.full_price else (),
            "free_folds": (1,) if self.free_folds else (),
        }
        filled = [(key, rows[name]) for name, key in _KEYS.items() if rows[name]]
        lines = [f"{key} = {' '.join(map(str, values))}" for key, values in filled]
        return "\n".join(["GAMEDEF", self.betting, *lines, "END GAMEDEF", ""])

    @staticmethod
    def from_acpc(text: str, name: str = "custom") -> Game:
        """Parse an ACPC game definition; the rules of a built-in game return that game.

        Raises:
            GameError: naming what is missing, unknown or out of bounds.
        """
        game = Game(name=name, title=name, **_read_definition(text))
        return next((known for known in _BUILT_IN.values() if known == game), game)


@lru_cache(maxsize=64)
def _deck(ranks: int, suits: int) -> tuple[Card, ...]:
    return tuple(4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(4 - suits, 4))


_NAMES = tuple(field.name for field in fields(Game))


def _read_definition(text: str) -> dict[str, Any]:
    """Return the fields of a game, except name and title, from an ACPC definition."""
    rows: dict[str, tuple[int, ...]] = {}
    betting = ""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if not lines or lines[0].lower() != "gamedef" or lines[-1].lower() != "end gamedef":
        raise GameError("a game definition begins with GAMEDEF and ends with END GAMEDEF")
    for line in lines[1:-1]:
        key, equals, values = (part.strip() for part in line.partition("="))
        if not equals and key.lower() in ("limit", "nolimit"):
            betting = key.lower()
        elif (
            equals
            and key.lower() in _FIELDS
            and re.fullmatch(r"[0-9]{1,10}(\s+[0-9]{1,10}){0,9}", values)
        ):
            rows[_FIELDS[key.lower()]] = tuple(int(value) for value in values.split())
        else:
            raise GameError("the game definition has an unknown line: {line!r}", line=line[:60])
    needed = {"num_players", "num_rounds", "blinds", "num_suits", "num_ranks", "num_hole"}
    if missing := needed - set(rows):
        raise GameError("the game definition lacks: {what}", what=", ".join(sorted(missing)))
    if not betting:
        raise GameError("the game definition lacks: limit or nolimit")
    players, rounds = rows["num_players"][0], rows["num_rounds"][0]
    if not (2 <= players <= MAX_PLAYERS and 1 <= rounds <= MAX_ROUNDS):
        raise GameError(
            "only 2 to {most_players} players and 1 to {most_rounds} rounds are supported",
            most_players=MAX_PLAYERS,
            most_rounds=MAX_ROUNDS,
        )
    whole = ("num_players", "num_suits", "num_ranks", "num_hole")
    return {
        "betting": betting,
        **{name: rows[name][0] for name in whole},
        "stacks": rows.get("stacks", (UNLIMITED,) * players),
        "blinds": rows["blinds"],
        "raise_sizes": rows.get("raise_sizes", ()) if betting == "limit" else (),
        "max_raises": rows.get("max_raises", (NO_CAP,) * rounds),
        "first_player": tuple(p - 1 for p in rows.get("first_player", (1,) * rounds)),
        "num_board": rows.get("num_board", (0,) * rounds),
        "antes": rows.get("antes", ()),
        "least_bet": rows.get("least_bet", (0,))[0],
        "full_price": rows.get("full_price", (0,)) != (0,),
        "free_folds": rows.get("free_folds", (0,)) != (0,),
    }


def blinds_names(blinds: tuple[int, ...], *, limit: bool) -> tuple[str, str]:
    """Name and title of a hold'em game with blinds of its own, such as "holdem-nolimit-10/25"."""
    amounts = "/".join(str(blind) for blind in sorted(blinds) if blind)
    if limit:
        return f"holdem-limit-{amounts}", f"Limit hold'em {amounts}"
    return f"holdem-nolimit-{amounts}", f"No-limit hold'em {amounts}"


def first_players(blinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the first to act in each round: preflop the seat after the last largest blind."""
    largest = max(seat for seat, blind in enumerate(blinds) if blind == max(blinds))
    return ((largest + 1) % len(blinds), 0, 0, 0)


def holdem(
    name: str,
    title: str,
    stacks: tuple[int, ...],
    blinds: tuple[int, ...],
    raise_sizes: tuple[int, ...] = (),
    max_raises: tuple[int, ...] = (NO_CAP,) * 4,
) -> Game:
    """Return hold'em with blinds: limit if there are raise sizes.

    Raises:
        GameError: if its numbers are inconsistent.
    """
    return Game(
        name=name,
        title=title,
        betting="limit" if raise_sizes else "nolimit",
        num_players=len(stacks),
        stacks=stacks,
        blinds=blinds,
        raise_sizes=raise_sizes,
        max_raises=max_raises,
        first_player=first_players(blinds),
        num_suits=4,
        num_ranks=13,
        num_hole=2,
        num_board=(0, 3, 1, 1),
    )


def _with_antes(
    name: str, title: str, players: int, cards: tuple[int, int], bets: tuple[int, ...], raises: int
) -> Game:
    """A game of (suits, ranks) with antes of 1, one hole card, and a board card in later rounds."""
    rounds = len(bets)
    return Game(
        name=name,
        title=title,
        betting="limit",
        num_players=players,
        stacks=(UNLIMITED,) * players,
        blinds=(1,) * players,
        raise_sizes=bets,
        max_raises=(raises,) * rounds,
        first_player=(0,) * rounds,
        num_suits=cards[0],
        num_ranks=cards[1],
        num_hole=1,
        num_board=(0,) + (1,) * (rounds - 1),
        shown_ranks="JQKA"[: cards[1]],
    )


_BUILT_IN = {
    game.name: game
    for game in (
        _with_antes("kuhn", "Kuhn poker", 2, (1, 3), (1,), 1),
        _with_antes("leduc", "Leduc hold'em", 2, (2, 3), (2, 4), 2),
        holdem(
            *("holdem-limit", "Limit hold'em", (UNLIMITED,) * 2, (10, 5)),
            *((10, 10, 20, 20), (3, 4, 4, 4)),
        ),
        holdem("holdem-nolimit", "No-limit hold'em", (20_000,) * 2, (100, 50)),
        holdem("holdem-nolimit-3", "No-limit hold'em, three players", (20_000,) * 3, (50, 100, 0)),
        holdem(
            *("holdem-nolimit-6", "No-limit hold'em, six players"),
            *((20_000,) * 6, (50, 100, 0, 0, 0, 0)),
        ),
        _with_antes("kuhn-3", "Kuhn poker, three players", 3, (1, 4), (1,), 1),
        _with_antes("leduc-3", "Leduc hold'em, three players", 3, (2, 4), (2, 4), 2),
    )
}


_PLAYERS = {4: "four", 5: "five", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
_OTHER_SEATS = {
    f"holdem-nolimit-{players}": holdem(
        f"holdem-nolimit-{players}",
        f"No-limit hold'em, {word} players",
        (20_000,) * players,
        (50, 100) + (0,) * (players - 2),
    )
    for players, word in _PLAYERS.items()
}
"""Tables that no engine is trained for."""


def built_in_games() -> tuple[Game, ...]:
    """Return the games with engines of their own, at their default stack depths."""
    return tuple(_BUILT_IN.values())


def all_games() -> tuple[Game, ...]:
    """Return the built-in games and hold'em for any other number of players up to ten."""
    return (*_BUILT_IN.values(), *_OTHER_SEATS.values())


def get_game(name: str) -> Game:
    """The game of that name, at the depth in big blinds given after ``@``, if any.

    ``holdem-nolimit@100`` is no-limit hold'em with stacks of 100 big blinds; ``@0100`` and
    ``@100.0`` are the same game under the same name. Antes and a straddle follow a colon:
    ``holdem-nolimit-9:ante=0.1,straddle=utg@100``; ``bb-ante=1`` is an ante that the big blind
    pays for all, ``straddle=button`` a straddle of two big blinds by the button.

    Raises:
        GameError: naming the available games, options, or the depths allowed.
    """
    base, at, depth = name.partition("@")
    plain, colon, options = base.partition(":")
    game = _BUILT_IN.get(plain) or _OTHER_SEATS.get(plain)
    if game is not None and colon:
        game = _with_options(game, options)
        base = game.name
    if game is None:
        names = ", ".join(_BUILT_IN)
        raise GameError(
            "there is no game {name!r}; choose one of {names}", name=name[:60], names=names
        )
    if not at:
        return game
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,4})?", depth) or not 1 <= float(depth) <= MAX_DEPTH:
        raise GameError(
            "{depth!r} is not a depth; give 1 to {most:,} big blinds",
            depth=depth[:20],
            most=MAX_DEPTH,
        )
    chips = Fraction(depth) * game.big_blind
    if chips.denominator != 1:
        raise GameError("a depth of {depth} big blinds is not a whole number of chips", depth=depth)
    stacks = (int(chips),) * game.num_players
    if stacks == game.stacks:
        return game
    return game.with_stacks(stacks, f"{base}@{Decimal(depth).normalize():f}")


_STRADDLE_PLAYERS = 3
_OPTION = re.compile(r"(ante|bb-ante)=([0-9]{1,3}(?:\.[0-9]{1,4})?)|straddle=(utg|button)")


def _with_options(game: Game, text: str) -> Game:
    """Return a game with the antes and the straddle of a text such as ``ante=0.1,straddle=utg``.

    Raises:
        GameError: naming the options.
    """
    blinds, antes, kept = list(game.blinds), [0] * game.num_players, []
    for option in text.split(","):
        match = _OPTION.fullmatch(option)
        chips = Fraction((match[2] if match else None) or 0) * game.big_blind
        straddler = (2 if match[3] == "utg" else game.dealer) if match and match[3] else 0
        if not match or not game.is_holdem or game.is_limit or chips.denominator != 1:
            raise GameError(
                "{option!r} is not an option of {name}; no-limit hold'em has ante=0.1, bb-ante=1 "
                "(in big blinds), straddle=utg and straddle=button",
                option=option[:30],
                name=game.name,
            )
        if straddler and game.num_players < _STRADDLE_PLAYERS:
            raise GameError("a straddle needs {least} players", least=_STRADDLE_PLAYERS)
        if straddler:
            blinds[straddler] = 2 * game.big_blind
        for seat in range(game.num_players):
            pays = match[1] == "ante" or (match[1] == "bb-ante" and blinds[seat] == game.big_blind)
            antes[seat] += int(chips) if pays else 0
        kept.append(option)
    return replace(
        game,
        name=":".join((game.name, ",".join(kept))),
        blinds=tuple(blinds),
        antes=tuple(antes) if any(antes) else (),
        first_player=first_players(tuple(blinds)),
        least_bet=game.big_blind if max(blinds) > game.big_blind else 0,
    )
