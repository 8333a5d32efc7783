"""The engine protocol: messages, their parsing and size limits.

docs/reference/engine-protocol.md describes it for authors of engines. All input comes from an
untrusted program: each parser raises ``NonsenseError`` with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from engine.cards import Card, card_names, parse_cards
from engine.errors import CardError, EngineError, GameError, IllegalActionError, PokerError
from engine.game import Game
from engine.lines import action_text, line_spot, line_text, parse_action, spot_of
from engine.player import Action, ActionKind, PublicState, SeatRecord, SeatView
from engine.player import raise_to as to
from engine.sanitise import plain as shown
from engine.wording import Wording

VERSION = 1
MAX_LINE = 5 << 20
"""Most bytes of a line: a range of the maximum number of actions."""
MAX_LINES = 10_000
"""Most lines of one answer."""
MAX_WORDS = 200
"""Most characters of an engine's message."""
MAX_NAME = 60
MAX_OPTIONS = 100
MAX_ACTIONS = 300
"""Most actions of a range."""
NOTHING = "-"
"""Token for no cards, and for a line without actions."""
HIDDEN = "?"
"""Token for cards that were not shown."""
END_OF_GAME = "END GAMEDEF"

OptionKind = Literal["int", "float", "bool", "text", "choice"]
_ABILITIES = ("act", "range", "observe")


class NonsenseError(PokerError, ValueError):
    """A violation of the protocol; the text names it."""


class IllegalAnswerError(NonsenseError):
    """An illegal action."""


def plain(text: str, most: int = MAX_WORDS) -> str:
    """Sanitise untrusted text to one displayable line."""
    return " ".join(shown(text[: 4 * most]).split())[:most]


@dataclass(frozen=True)
class EngineOption:
    """An engine option.

    Attributes:
        name: one word.
        kind: of its values.
        default: as text.
        least: smallest number, None for no bound.
        most: largest number, None for no bound.
        choices: the allowed words of a choice.
    """

    name: str
    kind: OptionKind
    default: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def checked(self, value: str) -> str:
        """Return a value in the form sent to the engine.

        Raises EngineError naming the allowed values.
        """
        try:
            return self._checked(value.strip())
        except ValueError:
            raise EngineError(
                "the option {name} must be {needs}", name=self.name, needs=self.needs
            ) from None

    @property
    def needs(self) -> Wording:
        """Description of the values allowed."""
        if self.kind == "choice":
            return Wording("one of {choices}", choices=", ".join(self.choices))
        if self.kind == "bool":
            return Wording("true or false")
        if self.kind == "text":
            return Wording("one line of up to {most} characters", most=MAX_WORDS)
        number = Wording("a whole number") if self.kind == "int" else Wording("a number")
        least, most = self.least, self.most
        if least is not None and most is not None:
            return Wording(
                "{number} from {least:,.15g} to {most:,.15g}", number=number, least=least, most=most
            )
        if least is not None:
            return Wording("{number} of at least {least:,.15g}", number=number, least=least)
        if most is not None:
            return Wording("{number} of at most {most:,.15g}", number=number, most=most)
        return number

    def _checked(self, value: str) -> str:
        if self.kind == "text":
            return _of(value == plain(value), value)
        if self.kind == "choice":
            return _of(value in self.choices, value)
        if self.kind == "bool":
            return _of(value.lower() in ("true", "false"), value.lower())
        number = _finite_number(value) if self.kind == "float" else int(value[:20])
        low, high = self.least, self.most
        fits = (low is None or number >= low) and (high is None or number <= high)
        return _of(fits, str(number))

    def line(self) -> str:
        """The line that declares it; the inverse of ``parse_option``."""
        parts = [f"option {self.name} type {self.kind} default {self.default}"]
        parts += [
            f"{word} {bound:.15g}"
            for word, bound in (("min", self.least), ("max", self.most))
            if bound is not None
        ]
        return " ".join((*parts, "choices", *self.choices) if self.choices else parts)


def parse_option(words: str) -> EngineOption:
    """Parse the text after ``option``. Raises NonsenseError with the reason."""
    head, _, rest = words.partition(" default ")
    name, _, kind = head.partition(" type ")
    name, kind = name.strip(), kind.strip()
    if not name or " " in name or len(name) > MAX_NAME or kind not in get_args(OptionKind):
        raise NonsenseError("something that is not an option: {line!r}", line=plain(words, 60))
    if kind == "text":
        return _declared(EngineOption(name, "text", rest.strip()))
    rest, _, choices = rest.partition(" choices ")
    tokens = rest.split()
    bounds = dict(zip(tokens[1::2], tokens[2::2], strict=False))
    if not tokens or set(bounds) - {"min", "max"} or len(tokens) != 1 + 2 * len(bounds):
        raise NonsenseError("an option that is not understood: {line!r}", line=plain(words, 60))
    least, most = (_finite_number(bounds[key]) if key in bounds else None for key in ("min", "max"))
    option = EngineOption(name, kind, tokens[0], least, most, tuple(choices.split()))  # type: ignore[arg-type]
    return _declared(option)


def _declared(option: EngineOption) -> EngineOption:
    try:
        option.checked(option.default)
    except EngineError as error:
        raise NonsenseError("an invalid default: {error}", error=error) from None
    return option


@dataclass(frozen=True)
class Hello:
    """The properties that an engine states.

    Attributes:
        version: its version, perhaps empty.
        has_ranges: whether it answers for a whole range.
        acts: whether it chooses actions; else they are sampled from its ranges.
        observes: whether it wants to receive finished hands.
    """

    name: str
    version: str = ""
    options: tuple[EngineOption, ...] = ()
    has_ranges: bool = False
    acts: bool = True
    observes: bool = False

    @property
    def title(self) -> str:
        """Its name and version."""
        return f"{self.name} {self.version}".strip()

    def lines(self) -> list[str]:
        """Return the lines that state it; the inverse of ``parse_hello``."""
        can = zip(_ABILITIES, (self.acts, self.has_ranges, self.observes), strict=True)
        return [
            f"name {self.name}",
            *([f"version {self.version}"] if self.version else []),
            *(option.line() for option in self.options),
            " ".join(("can", *(word for word, it_can in can if it_can))),
        ]


def not_understood(line: str) -> NonsenseError:
    """The error for an unknown protocol line."""
    return NonsenseError("a line that is not understood: {line!r}", line=shown(line, 60))


def parse_hello(lines: Iterable[str]) -> Hello:
    """Parse the properties that an engine states. Raises NonsenseError with the reason."""
    name = version = ""
    options: dict[str, EngineOption] = {}
    can: set[str] = {"act"}
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "name":
            name = plain(rest, MAX_NAME)
        elif word == "version":
            version = plain(rest, MAX_NAME)
        elif word == "option" and len(options) < MAX_OPTIONS:
            option = parse_option(rest)
            options[option.name] = option
        elif word == "can" and set(rest.split()) <= set(_ABILITIES):
            can = set(rest.split())
        elif word != "info":
            raise not_understood(line)
    if not name or not can & {"act", "range"}:
        if not name:
            raise NonsenseError("no name")
        raise NonsenseError("neither act nor range")
    return Hello(
        name, version, tuple(options.values()), "range" in can, "act" in can, "observe" in can
    )


def game_lines(game: Game) -> list[str]:
    """Return the lines that define the game: its name with the depth, and its definition.

    Raises EngineError if the game is a part of a hand, which no definition can express.
    """
    try:
        definition = game.to_acpc()
    except GameError:
        raise EngineError(
            "external engines play whole hands, not {title}", title=Wording(game.title)
        ) from None
    name = game.name if game.name and not set(game.name) - _NAME_LETTERS else "custom"
    return [f"game {name}", *definition.splitlines()]


_NAME_LETTERS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@")


def position_line(spot: PublicState, seat: int, hole: Sequence[Card] = ()) -> str:
    """Return the position line for a seat; without hole cards for a range query."""
    cards, board = card_names(hole) or NOTHING, card_names(spot.board) or NOTHING
    return f"position {seat} {cards} {board} {line_text(spot.game, spot.actions) or NOTHING}"


def parse_position(game: Game, words: str) -> SeatView:
    """Parse the text after ``position``. Raises NonsenseError with the reason."""
    try:
        seat, hole, board, line = words.split()
        spot = spot_of(game, _text(line), parse_cards(_text(board)))
        return SeatView(spot, int(seat), tuple(sorted(parse_cards(_text(hole)))))
    except (ValueError, CardError, IllegalActionError) as error:
        raise NonsenseError(
            "not a valid position of {game}: {error}", game=game.name, error=error
        ) from None


def go_line(spot: PublicState, seconds: float, seed: int) -> str:
    """The line that requests an action."""
    return f"go ms {seconds * 1000:.0f} seed {seed} {_legal_words(spot)}"


def range_line(spot: PublicState, seconds: float) -> str:
    """The line that requests a range."""
    return f"range ms {seconds * 1000:.0f} {_legal_words(spot)}"


def _legal_words(spot: PublicState) -> str:
    """Return legal actions as tokens; raises are whole-hand totals."""
    legal = spot.legal
    words = f"legal {'f' * legal.fold}c{'r' * bool(legal.max_raise)}"
    if not legal.max_raise or spot.game.is_limit:
        return words
    least, most = (action_text(spot, to(chips))[1:] for chips in (legal.min_raise, legal.max_raise))
    return f"{words} min {least} max {most}"


def parse_go(words: str) -> dict[str, str]:
    """Parse the text after ``go`` or ``range``: key-value pairs."""
    tokens = words.split()
    return dict(zip(tokens[::2], tokens[1::2], strict=False))


def parse_actions(spot: PublicState, words: str) -> tuple[Action, ...]:
    """Parse the actions of a range. Raises NonsenseError with the reason."""
    texts = words.split()
    if not 1 <= len(texts) <= MAX_ACTIONS:
        raise NonsenseError(
            "{count:,} actions, not 1 to {most}", count=len(texts), most=MAX_ACTIONS
        )
    try:
        actions = tuple(parse_act(spot, text) for text in texts)
    except IllegalAnswerError as error:
        raise NonsenseError("a range with {problem}", problem=error) from None
    if len(set(actions)) < len(actions):
        raise NonsenseError("the same action twice")
    return actions


def parse_act(spot: PublicState, text: str) -> Action:
    """Parse an action. Raises NonsenseError with the reason."""
    try:
        if spot.game.is_limit and text[:1] == "r":
            text = "r"  # the only raise, whatever its amount
        return parse_action(spot, text)
    except IllegalActionError as error:
        raise IllegalAnswerError("an illegal action: {error}", error=error) from None


def result_line(record: SeatRecord) -> str:
    """Return the line that sends a finished hand to an observing engine."""
    holes = "|".join(HIDDEN if hole is None else card_names(hole) for hole in record.holes)
    spot = record.spot
    return " ".join(
        (
            f"result {record.seat} {holes} {card_names(spot.board) or NOTHING}",
            line_text(spot.game, spot.actions) or NOTHING,
            *map(str, record.payoffs),
        )
    )


def parse_result(game: Game, words: str) -> SeatRecord:
    """Parse the text after ``result``. Raises NonsenseError with the reason."""
    try:
        seat, holes, board, line, *payoffs = words.split()
        cards = parse_cards(_text(board))
        spot = line_spot(game, _text(line))
        return SeatRecord(
            PublicState(game, spot.actions, cards, spot.betting),
            int(seat),
            tuple(
                None if hole == HIDDEN else tuple(sorted(parse_cards(hole)))
                for hole in holes.split("|")
            ),
            tuple(map(int, payoffs)),
        )
    except (ValueError, CardError, IllegalActionError) as error:
        raise NonsenseError(
            "not a valid result of {game}: {error}", game=game.name, error=error
        ) from None


def fallback(spot: PublicState) -> Action:
    """Return the default action after a failure: check if free, else fold."""
    return Action(ActionKind.FOLD if spot.legal.fold else ActionKind.CALL)


def _text(word: str) -> str:
    return "" if word == NOTHING else word


def _finite_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise NonsenseError("not a finite number: {text!r}", text=plain(text, 20))
    return number


def _of(fits: bool, value: str) -> str:
    if not fits:
        raise ValueError
    return value
