"""The header, players, stacks and posts of PokerStars and GGPoker hands; hands of other sites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from engine.errors import RecordError
from engine.game import MAX_PLAYERS, Game
from engine.records._follow import holdem_game
from engine.records.record import Money
from engine.records.times import knows, utc_text
from engine.records.wide import MOST_PLAYERS, WideTable, too_many

Lines = Sequence[tuple[int, str]]

_SIGN = "(?:[A-Z]{0,2}[$€£¥₹₽₩₺₴₸₫฿₪₱₦₿])"
_AMOUNT = r"[0-9]{1,12}(?:,[0-9]{3}){0,4}(?:\.[0-9]{1,2})?"
MONEY = rf"{_SIGN}?({_AMOUNT})"
"""The pattern of an amount, its digits a group."""
HEAD = re.compile(r"PokerStars .{0,40}#[0-9]|Poker Hand #[A-Z]{2}[0-9]{1,15}: ")
"""The first line of a hand: of PokerStars, or of GGPoker."""
_NUMBER = re.compile(
    r"(?:PokerStars .{0,30}?(?:Hand|Game) #|Poker Hand #[A-Z]{2})([0-9]{1,15})\b:? *"
)
_BUY_IN = rf"(?:{_SIGN}?{_AMOUNT}(?:\+{_SIGN}?{_AMOUNT})*(?: ?[A-Z]{{2,4}})?|Freeroll) +"
_EVENT = rf"(?:[A-Z][a-z]+ )?Tournament #[0-9]+, *(?:{_BUY_IN})?"
_BEFORE_GAME = re.compile(rf"(?:\{{[^}}]{{0,80}}\}} *)?(?:{_EVENT})?")
_GAME = re.compile(r"([^(]{0,80}?) *\(([^()]{0,60})\)")
_STAKES = re.compile(rf"{MONEY}/{MONEY}(?: +[A-Z]{{3}})?")
_TIME = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{1,2}:[0-9]{2}:[0-9]{2})(?: ([A-Z]{2,4})\b)?")
_OTHER_SITE = re.compile(
    r"[#*<\s-]{0,8}(?:[\w.&'-]{1,20} {1,4}){0,5}"
    r"(?:(?:Hand|Game|Stage|HAND|GAME|hand)(?: No ?:| ?#) ?[A-Z]{0,4}[0-9]"
    r"|Hand History for|HandId)"
)
_IN_A_HAND = re.compile(r"Seat [0-9]{1,2}: (.{1,100}) \(|(?:Table|Dealt to) ")
_MOST_CHIPS = 10**12
_BUTTON = re.compile(r"Seat #([0-9]{1,2}) is the button")
_SEAT = re.compile(rf"Seat ([0-9]{{1,2}}): (.{{1,100}}) \({MONEY} in chips\b[^)]*\)")
_IN_HAND = re.compile(r"posts |folds|checks|calls|bets|raises")
_BOTH = re.compile("small (?:&|and) big blinds")
_DEAD = re.compile("the ante|(?:a )?dead (?:small )?blind")
POST = re.compile(
    rf"posts (?P<what>small blind|big blind|(?:button )?straddle|{_BOTH.pattern}|{_DEAD.pattern})"
    rf" {MONEY}(?: and is all-in)?"
)
"""A post before the deal; the second group is its amount."""


def begins_other(text: str, hand: Lines) -> bool:
    """Return whether a later line is the header of a hand of another site."""
    if not _OTHER_SITE.match(text) or _IN_A_HAND.match(text):
        return False
    seats = (_IN_A_HAND.match(line) for _, line in hand)
    return not any(seat and seat[1] and text.startswith(seat[1]) for seat in seats)


@dataclass(frozen=True)
class Head:
    """A parsed header line; ``money`` has 100 chips per unit where the file counts cents."""

    number: int
    small: int
    big: int
    money: Money
    time: str

    @classmethod
    def of(cls, line: str) -> Head:
        """Parse a header line.

        Raises RecordError if it is not that of no-limit hold'em with two blinds.
        """
        number = _NUMBER.match(line)
        if number is None:
            raise RecordError("{line!r} does not begin a hand of PokerStars", line=line[:60])
        before = _BEFORE_GAME.match(line, number.end())
        start = before.end() if before else number.end()
        game = _GAME.match(line, start)
        name = (game[1] if game else line[start:]).partition(" - ")[0].strip()
        if game is None or name != "Hold'em No Limit":
            raise RecordError(
                "the header is of {game!r}; only hands of Hold'em No Limit are read", game=name[:60]
            )
        stakes = _STAKES.fullmatch(game[2])
        if stakes is None:
            raise RecordError(
                "the header's {stakes!r} is not just a small and a big blind", stakes=game[2]
            )
        symbol = re.match(_SIGN, game[2])
        money = Money(symbol[0] if symbol else "", 100 if symbol or "." in game[2] else 1)
        small, big = (_parse_amount(text, money.unit) for text in stakes.groups())
        return cls(int(number[1]), small, big, money, _time(line))

    def chips(self, text: str) -> int:
        """An amount of the hand in chips."""
        return _parse_amount(text, self.money.unit)


def _parse_amount(text: str, unit: int) -> int:
    amount = Decimal(text.replace(",", "")) * unit
    if amount != int(amount) or amount > _MOST_CHIPS:
        raise RecordError(
            "{text} is not a whole number of chips up to {most:,}",
            text=text,
            most=_MOST_CHIPS,
        )
    return int(amount)


def _time(line: str) -> str:
    """The time in a header, UTC, ISO 8601; empty where it names none."""
    times: list[tuple[str, str]] = _TIME.findall(line)
    for text, zone in sorted(times, key=lambda one: not knows(one[1])):
        try:
            return utc_text(datetime.strptime(text, "%Y/%m/%d %H:%M:%S"), zone)
        except ValueError:
            continue
    return ""


@dataclass(frozen=True)
class SeatedPlayers:
    """The players at the table, in the order of positions.

    Attributes:
        blinds: the small and the big blind, whole.
        stacks: chips at the start.
        names: of the players.
        seats: their seat numbers.
        posted: each post in order: position, kind, amount.
    """

    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    posted: tuple[tuple[int, str, int], ...]

    @property
    def num_players(self) -> int:
        """The number of players dealt in."""
        return len(self.names)

    @classmethod
    def of(cls, head: Head, lines: Lines) -> SeatedPlayers:
        """Parse the seats, the button, the blinds and the posts."""
        found: dict[int, tuple[str, int]] = {}
        button = 0
        for _, line in lines:
            if line.startswith("***"):
                break
            if match := _SEAT.match(line):
                found[int(match[1])] = (match[2], head.chips(match[3]))
            elif match := _BUTTON.search(line):
                button = int(match[1])
        texts = [line for _, line in lines]
        starts = {seat: f"{name}: " for seat, (name, _) in found.items()}
        seats = [
            seat
            for seat, start in sorted(starts.items())
            if any(text.startswith(start) and _IN_HAND.match(text, len(start)) for text in texts)
        ]
        if not 2 <= len(seats) <= MOST_PLAYERS:
            raise RecordError(
                "{count} players are in the hand; 2 to {most} are supported",
                count=len(seats),
                most=MOST_PLAYERS,
            )
        if len({found[seat][0] for seat in seats}) < len(seats):
            raise RecordError("two players have the same name")
        after = [seat for seat in seats if seat > button]
        order = after + [seat for seat in seats if seat <= button]
        two = (head.big, head.small) if len(order) == 2 else (head.small, head.big)
        names = tuple(found[seat][0] for seat in order)
        posted = tuple(
            (place, match["what"], head.chips(match[2]))
            for text in texts
            if (place := seat_of(names, text)) is not None
            and (match := POST.fullmatch(text, len(names[place]) + 2))
        )
        return cls(
            (*two, *(0,) * (len(order) - 2)),
            tuple(found[seat][1] for seat in order),
            names,
            tuple(order),
            posted,
        )

    def game(self) -> Game:
        """The game of the hand.

        Raises:
            TooManyPlayersError: if there are more players than the rulebook supports.
        """
        if self.num_players > MAX_PLAYERS:
            raise too_many(self.num_players)
        return holdem_game(self.stacks, self.blinds)

    def wide(self, head: Head) -> WideTable:
        """The table with all posts; a second small blind is dead money.

        Raises:
            RecordError: if a player posts chips that are not there.
        """
        posts, dead = [0] * self.num_players, [0] * self.num_players
        small = False
        for place, what, amount in self.posted:
            live = 0 if _DEAD.fullmatch(what) or (what == "small blind" and small) else amount
            if _BOTH.fullmatch(what):
                live = min(amount, head.big)
            small |= what == "small blind"
            posts[place] = max(posts[place], live)
            dead[place] += amount - live
            if posts[place] + dead[place] > self.stacks[place]:
                raise RecordError("{name} posts more than the stack", name=self.names[place][:40])
        return WideTable(self.stacks, self.blinds, posts=tuple(posts), dead=tuple(dead))


def seat_of(names: tuple[str, ...], line: str) -> int | None:
    """Return the position of a line's player: the longest name that the line begins with."""
    fitting = [seat for seat in range(len(names)) if line.startswith(f"{names[seat]}: ")]
    return max(fitting, key=lambda seat: len(names[seat]), default=None)
