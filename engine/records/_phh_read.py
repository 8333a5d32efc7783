"""Parse a record from the untrusted fields of a PHH hand."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate
from typing import Any

from engine.cards import parse_cards
from engine.errors import (
    CardError,
    IllegalActionError,
    NotPlayedError,
    OtherGameError,
    RecordError,
    RecordMismatchError,
)
from engine.game import NO_CAP, UNLIMITED, Game
from engine.player import CALL, raise_to
from engine.records._follow import (
    Follower,
    FreeFoldError,
    Settled,
    agreed,
    at_stacks,
    dealt_to,
    holdem_table,
    most_rake,
    settled,
)
from engine.records.record import HandRecord, Money
from engine.records.times import utc_text
from engine.records.wide import MOST_PLAYERS, WideFollower, WideHand, WideTable
from engine.wording import Wording

MOST_LETTERS = 200_000
"""Maximum length of the text of one hand; real ones have some 2,000."""
MOST_PARTS = 8
"""Most parts of a key such as ``a.b.c``."""
MOST_NESTED = 32
"""Maximum nesting of lists and tables."""
MOST_WORD = 200
"""Maximum length of a number, or of a key without quotes."""
# An unclosed string extends to the end, where the parser stops anyway: nothing is rescanned.
_QUOTED = re.compile(
    r'"""(?:\\.?|[^\\])*?(?:""""{0,2}|\Z)'
    r"|'''.*?(?:''''{0,2}|\Z)"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_WORD = re.compile(r"[\w+-]+")
_BLANK = re.compile(r"[ \t]+")
_TOO_MANY_PARTS = "q." * MOST_PARTS
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_toml(text: str) -> dict[str, Any]:
    """The fields of a TOML text, not validated; numbers with a point are decimals.

    Limits are checked first, because the standard parser has none: a key of 30,000 parts costs it
    half a minute and 3.7 GB. Raises RecordError if the text is not TOML, or exceeds them.
    """
    plain = _plain_fields(text)
    if plain is not None:
        return plain
    problem = _excess(text)
    if problem:
        raise RecordError("not PHH: {problem}", problem=problem)
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError) as error:
        raise RecordError("not PHH: {error}", error=str(error)[:160]) from None
    except RecursionError:
        raise RecordError("not PHH: values are nested too deeply") from None


_NUMBER = r"(?:inf|(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,4})?)"
_TEXT = r"'[^'\x00-\x1f\x7f]*'"
_PLAIN = re.compile(
    rf"([A-Za-z_]{{1,40}}) = (?:({_NUMBER})|({_TEXT})|(true|false)"
    rf"|\[({_NUMBER}(?:, {_NUMBER})*)\]|\[({_TEXT}(?:, {_TEXT})*)\]"
    r"|((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]))[ \t\r]*"
)


def _plain_fields(text: str) -> dict[str, Any] | None:
    """Return the fields of a text in which each line is one, as programs write it; else None.

    This takes a fifth of the standard parser's time.
    """
    fields: dict[str, Any] = {}
    if len(text) > MOST_LETTERS:
        return None
    for line in filter(None, map(str.rstrip, text.split("\n"))):
        match = _PLAIN.fullmatch(line)
        if match is None or match[1] in fields:
            return None
        key, number, word, truth, numbers, words, clock = match.groups()
        if number:
            fields[key] = _number(number)
        elif numbers:
            fields[key] = list(map(_number, numbers.split(", ")))
        elif words:
            fields[key] = words[1:-1].split("', '")
        elif word:
            fields[key] = word[1:-1]
        else:
            fields[key] = time.fromisoformat(clock) if clock else truth == "true"
    return fields


@lru_cache(maxsize=1024)
def _number(text: str) -> int | Decimal:
    return int(text) if text.isdecimal() else Decimal(text)


def _excess(text: str) -> Wording | None:
    """Return which limit a text exceeds; None if it exceeds none."""
    if len(text) > MOST_LETTERS:
        return Wording("it is longer than {most:,} characters", most=MOST_LETTERS)
    brackets, points = text.count("[") + text.count("{"), text.count(".")
    longest = max(map(len, text.split()), default=0)
    if brackets <= MOST_NESTED and points < MOST_PARTS and longest <= MOST_WORD:
        return None  # even if all of them were one key or one value
    bare = _QUOTED.sub(lambda match: "" if match[0][0] == "#" else "q", text)
    words = _WORD.findall(bare)
    if max(map(len, words), default=0) > MOST_WORD:
        return Wording("a number or a key is longer than {most} characters", most=MOST_WORD)
    if _TOO_MANY_PARTS in _BLANK.sub("", _WORD.sub("q", bare)):
        return Wording("a key has more than {most} parts", most=MOST_PARTS)
    steps = (_STEPS[letter] for letter in bare if letter in _STEPS)
    if max(accumulate(steps), default=0) > MOST_NESTED:
        return Wording("values are nested too deeply")
    return None


_MAX_CHIPS, _MAX_NUMBER = 10**12, 10**18
_MAX_ACTIONS = 2_000
_MAX_NAME = 200
_CAPS = (4, 4, 4, 4)
_ACPC_CAPS = (3, 4, 4, 4)
_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{0,2}0*)?")
_AMOUNTS = ("starting_stacks", "antes", "blinds_or_straddles", "finishing_stacks", "winnings")


def read_hand(fields: dict[str, Any], number: int) -> HandRecord:
    """Return the record of one hand; ``number`` is used for hands that state none.

    A chip is the smallest unit of the hand: a cent where a currency is named or an amount has
    decimals. The hero is the one player whose cards are named when they are dealt.

    Errors are those of ``read_phh``, and NotPlayedError if the rulebook does not play the hand.
    """
    try:
        read = _followed(fields, wide=False)
    except FreeFoldError:
        read = _followed(fields, wide=False, free_folds=True)
    hand = read.hand
    assert isinstance(hand, Follower)
    players = _players(fields, len(hand.holes))
    return hand.record(
        _hand_number(fields, number),
        players,
        read.result(),
        time=_time(fields),
        hero=read.hero,
        money=read.money,
    )


def read_wide_hand(fields: dict[str, Any], number: int, text: str) -> WideHand:
    """Read a hand that the rulebook does not support; otherwise as ``read_hand``."""
    read = _followed(fields, wide=True)
    hand = read.hand
    assert isinstance(hand, WideFollower)
    payoffs = read.wide_result(hand)
    players = _players(fields, len(hand.holes))
    return hand.hand(
        _hand_number(fields, number),
        players,
        payoffs,
        hero=read.hero,
        money=read.money,
        time=_time(fields),
        text=text,
    )


def _followed(fields: dict[str, Any], *, wide: bool, free_folds: bool = False) -> _Reader:
    """Apply all actions of a hand; ``wide`` ones without the rulebook."""
    actions = _texts(fields, "actions", _MAX_ACTIONS)
    money = _money(fields, actions)
    stacks = tuple(
        min(stack, UNLIMITED) for stack in _parse_chips(fields, "starting_stacks", money.unit)
    )
    reader = _Reader(fields, stacks, money, wide=wide, free_folds=free_folds)
    for index, text in enumerate(actions, 1):
        try:
            reader.read(text)
        except (IllegalActionError, RecordError, CardError) as error:
            kind = RecordError if isinstance(error, CardError) else type(error)
            raise kind(
                "{place}: {error}",
                place=Wording("action {index} {text!r}", index=index, text=text[:40]),
                error=error,
            ) from None
    if not reader.hand.finished and UNLIMITED in stacks:
        if not wide:
            raise NotPlayedError(
                "the record stops before the hand is over: the stacks are not known"
            )
    elif not reader.hand.finished:
        raise RecordMismatchError("the record stops before the hand is over")
    return reader


def _hand_number(fields: dict[str, Any], number: int) -> int:
    given = fields.get("hand")
    return given if type(given) is int and 0 <= given < _MAX_NUMBER else number


def _players(fields: dict[str, Any], count: int) -> tuple[str, ...]:
    if "players" not in fields:
        return tuple(f"p{seat + 1}" for seat in range(count))
    players = tuple(_texts(fields, "players", count))
    if len(players) != count or any(len(name) > _MAX_NAME for name in players):
        raise RecordError("players should be {count} names", count=count)
    return players


def _money(fields: dict[str, Any], actions: list[str]) -> Money:
    """Return the chip unit: a hundredth of a currency, or where an amount has decimals."""
    symbol = fields.get("currency_symbol", "")
    if not isinstance(symbol, str) or len(symbol) > 3:
        raise RecordError("currency_symbol should be a symbol")
    found: list[Any] = [fields.get("small_bet"), fields.get("big_bet"), fields.get("min_bet")]
    for key in _AMOUNTS:
        values = fields.get(key)
        found += values if isinstance(values, list) else []
    parts = any(
        isinstance(v, Decimal) and v.is_finite() and int(v.as_tuple().exponent) < 0 for v in found
    )
    raises = (text.split("#")[0].split() for text in actions if "." in text)
    parts |= any(
        len(words) == 3 and words[1] == "cbr" and words[2].partition(".")[2].strip("0") != ""
        for words in raises
    )
    return Money(symbol, 100 if parts or symbol else 1)


def _time(fields: dict[str, Any]) -> str:
    """The time of the hand, UTC, ISO 8601; empty where the hand has no date."""
    parts = [part for key in ("year", "month", "day") if type(part := fields.get(key)) is int]
    clock = fields.get("time", time())
    zones = (fields.get(key) for key in ("time_zone", "time_zone_abbreviation"))
    zone = next((zone for zone in zones if isinstance(zone, str)), "")
    if len(parts) < 3 or not isinstance(clock, time):
        return ""
    try:
        return utc_text(datetime.combine(date(*parts), clock), zone)
    except (ValueError, OverflowError):
        return ""


def _parse_chips(fields: dict[str, Any], key: str, unit: int) -> tuple[int, ...]:
    values = fields.get(key)
    if not isinstance(values, list) or not 2 <= len(values) <= MOST_PLAYERS:
        raise RecordError(
            "{key} should be a list of chips for 2 to {most} players", key=key, most=MOST_PLAYERS
        )
    return tuple(_amount(value, key, unit) for value in values)


def _amount(value: Any, key: str | Wording, unit: int) -> int:
    if type(value) is int and 0 <= value <= _MAX_CHIPS:
        return value * unit
    if isinstance(value, Decimal) and not value.is_nan() and value >= 0:
        if value.is_infinite():
            return UNLIMITED
        if value <= _MAX_CHIPS and value * unit == int(value * unit):
            return int(value * unit)
    raise RecordError(
        "{key} should be whole chips or cents, not {value!r}", key=key, value=str(value)[:20]
    )


def _texts(fields: dict[str, Any], key: str, most: int) -> list[str]:
    values = fields.get(key)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise RecordError("{key} should be a list of strings", key=key)
    if len(values) > most:
        raise RecordError("{key} has more than {most} entries", key=key, most=most)
    return values


@dataclass(frozen=True)
class _Forced:
    """The forced bets of a hand by position; late posts are negative in PHH."""

    blinds: tuple[int, ...]
    antes: tuple[int, ...]

    @classmethod
    def of(cls, fields: dict[str, Any], players: int, unit: int) -> _Forced:
        """Parse the antes, blinds, straddles and posts."""
        if fields.get("variant") not in ("FT", "NT"):
            given = str(fields.get("variant"))[:20]
            raise OtherGameError(
                "the variant should be FT or NT, hold'em, not {game!r}", game=given
            )
        posts = fields.get("blinds_or_straddles")
        if isinstance(posts, list):  # a late post is negative
            posts = [abs(one) if type(one) in (int, Decimal) else one for one in posts]
        blinds = _parse_chips({"blinds_or_straddles": posts}, "blinds_or_straddles", unit)
        if len(blinds) != players or not any(blinds):
            raise RecordError(
                "blinds_or_straddles should hold a blind (0 for none) for each player"
            )
        antes = _parse_chips(fields, "antes", unit)
        if len(antes) != players:
            raise RecordError("antes should be a list of chips for each player")
        return cls(blinds[::-1], antes[::-1]) if players == 2 else cls(blinds, antes)

    @property
    def table(self) -> tuple[int, ...]:
        """The small and the big blind, or where these are missing all blinds."""
        return self.blinds[:2] if any(self.blinds[:2]) else self.blinds

    @property
    def opener(self) -> int:
        """The position after which the betting begins; -1 for the last largest blind."""
        late = max(self.blinds) == max(self.table) and any(self.blinds[2:])
        return self.table.index(max(self.table)) if late else -1


def _wide_table(fields: dict[str, Any], stacks: tuple[int, ...], unit: int) -> WideTable:
    forced = _Forced.of(fields, len(stacks), unit)
    blinds = tuple(
        post if seat < 2 or not any(forced.blinds[:2]) else 0
        for seat, post in enumerate(forced.blinds)
    )
    dead = tuple(map(min, forced.antes, stacks))
    return WideTable(stacks, blinds, fields["variant"] == "FT", forced.blinds, dead)


def _game(fields: dict[str, Any], stacks: tuple[int, ...], unit: int, *, free_folds: bool) -> Game:
    players = len(stacks)
    forced = _Forced.of(fields, players, unit)
    most, table = max(forced.blinds), forced.table
    if fields["variant"] == "NT":
        least = _amount(fields.get("min_bet"), "min_bet", unit)
        if least not in (most, max(table)):
            raise NotPlayedError("min_bet should be a blind; others are not supported")
        table = table if least < most else ()
    limit = fields["variant"] == "FT"
    sizes: tuple[int, ...] = ()
    if limit:
        small, big = (_amount(fields.get(key), key, unit) for key in ("small_bet", "big_bet"))
        sizes = (small, small, big, big)
    game = holdem_table(
        forced.blinds,
        sizes,
        _caps(players, fields["actions"]) if sizes else (NO_CAP,) * 4,
        antes=forced.antes,
        table=table,
        opener=forced.opener,
        free_folds=free_folds,
    )
    return at_stacks(game, stacks)


def _caps(players: int, actions: list[str]) -> tuple[int, ...]:
    """Raise caps of limit hold'em: heads-up ACPC's where the hand respects them."""
    flop = next((i for i, text in enumerate(actions) if text.startswith("d db")), len(actions))
    raises = sum(" cbr " in text for text in actions[:flop])
    return _ACPC_CAPS if players == 2 and raises <= _ACPC_CAPS[0] else _CAPS


class _Reader:
    """Applies the actions of a PHH hand; player 1 is in position 0."""

    def __init__(
        self,
        fields: dict[str, Any],
        stacks: tuple[int, ...],
        money: Money,
        *,
        wide: bool,
        free_folds: bool,
    ) -> None:
        self.fields = fields
        self.stacks = stacks
        self.money = money
        self.names = [f"p{seat + 1}" for seat in range(len(stacks))]
        self.dealt: list[str | None] = [None] * len(stacks)
        self.hand: Follower | WideFollower
        if wide:
            self.hand = WideFollower(_wide_table(fields, stacks, money.unit), self.names)
        else:
            game = _game(fields, stacks, money.unit, free_folds=free_folds)
            self.hand = Follower(game, self.names)

    @property
    def hero(self) -> int:
        """The one player whose hole cards are named when dealt, else -1."""
        return dealt_to(self.dealt)

    def read(self, text: str) -> None:
        """Apply one action such as ``p1 cbr 300``; text after # is a comment."""
        words = text.split("#")[0].split()
        match words:
            case []:
                pass
            case ["d", "dh", player, cards]:
                seat = self._seat(player)
                self._show(seat, cards)
                self.dealt[seat] = None if "?" in cards else cards
            case ["d", "db", cards]:
                self.hand.deal(parse_cards(cards))
            case [player, "f"]:
                self.hand.fold(self._seat(player))
            case [player, "cc"]:
                self.hand.act(self._seat(player), CALL)
            case [player, "cbr", amount]:
                number = amount.replace(",", "")
                if not _AMOUNT.fullmatch(number):
                    raise RecordError("the amount is not a whole number of chips or cents")
                chips = _amount(Decimal(number), Wording("a raise"), self.money.unit)
                self.hand.act(self._seat(player), raise_to(chips))
            case [player, "sm"] | [player, "sm", "-"]:
                self._seat(player)
            case [player, "sm", cards]:
                self._show(self._seat(player), cards)
            case _:
                raise RecordError("it is not an action of hold'em")

    def _seat(self, player: str) -> int:
        if player not in self.names:
            raise RecordError("the players are {names}", names=" ".join(self.names))
        return self.names.index(player)

    def _show(self, seat: int, text: str) -> None:
        if "?" not in text:
            self.hand.show(seat, parse_cards(text))

    def stated(self) -> tuple[int, ...] | None:
        """Net chips by position as the hand states them; None where it does not."""
        spent = [self.hand.spent(seat) for seat in range(len(self.stacks))]
        for key in ("finishing_stacks", "winnings"):
            if key not in self.fields:
                continue
            chips = _parse_chips(self.fields, key, self.money.unit)
            if len(chips) != len(self.stacks):
                raise RecordError(
                    "{key} should be chips for {count} players", key=key, count=len(self.stacks)
                )
            if key == "finishing_stacks":
                return tuple(end - start for end, start in zip(chips, self.stacks, strict=True))
            payoffs = [won - paid for won, paid in zip(chips, spent, strict=True)]
            # Some sources count an uncalled bet among the winnings, some do not.
            extra = self.hand.uncalled
            if sum(payoffs) + extra <= 0:
                payoffs[spent.index(max(spent))] += extra
            return tuple(payoffs)
        return None

    def result(self) -> Settled:
        """Payoffs and rake by position; the rulebook's payoffs where the hand states none."""
        hand = self.hand
        assert isinstance(hand, Follower)
        return settled(hand.spot, hand.holes, self.stated())

    def wide_result(self, hand: WideFollower) -> tuple[int, ...]:
        """Net chips by position after the rake, as stated or from folds; 0 where unknown.

        Raises RecordMismatchError if there was a showdown and no plausible result is stated.
        """
        if not hand.finished:  # who was all-in is not known
            return (0,) * len(self.stacks)
        stated, spent = self.stated(), [hand.spent(seat) for seat in range(len(self.stacks))]
        if (won := hand.won_unseen) is not None:
            bets = [paid - dead for paid, dead in zip(spent, hand.dead, strict=True)]
            found = agreed(won, stated, bets, hand.dead)
            return tuple(map(int.__sub__, won, found.taken or (0,) * len(won)))
        if stated is None or not 0 <= -sum(stated) <= most_rake(sum(spent) - hand.uncalled):
            raise RecordMismatchError("finishing_stacks or winnings should state the result")
        return stated
