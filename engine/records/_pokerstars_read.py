"""Reading a record from the lines of one hand of PokerStars text, none of which is trusted.

Chat and announcements of the program are skipped; a line of a player that is not understood,
antes, straddles and boards dealt twice are refused. "Dealt to" names the hero where it names one
player alone. A chip is the smallest unit of the file: a cent where it counts money.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.cards import parse_cards
from engine.errors import CardError, GameError, PokerError, RecordError, RecordMismatchError
from engine.game import MAX_PLAYERS, Game
from engine.player import CALL, FOLD, raise_to
from engine.records._follow import Follower, holdem_game
from engine.records._settle import settled
from engine.records.record import HandRecord, Money
from engine.records.wide import (
    MOST_PLAYERS,
    Ledger,
    TooManyPlayersError,
    WideHand,
    WideTable,
    too_many,
)
from engine.wording import Wording

Lines = Sequence[tuple[int, str]]

HEAD = re.compile(r"PokerStars .{0,40}#[0-9]")
_MONEY = r"[$€£]?([0-9]{1,12}(?:,[0-9]{3}){0,4}(?:\.[0-9]{1,2})?)"
_NUMBER = re.compile(r"PokerStars .{0,30}?(?:Hand|Game) #([0-9]{1,15})\b")
_GAME = re.compile(rf"Hold'em No Limit .{{0,60}}?\({_MONEY}/{_MONEY}\b[^)]*\)")
_TIME = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{1,2}:[0-9]{2}:[0-9]{2}) ([A-Z]{2,4})\b")
_BUTTON = re.compile(r"Seat #([0-9]{1,2}) is the button")
_SEAT = re.compile(rf"Seat ([0-9]{{1,2}}): (.{{1,100}}) \({_MONEY} in chips\b[^)]*\)")
_POST = re.compile(rf"posts (small|big) blind {_MONEY}(?: and is all-in)?")
_RETURNED = re.compile(rf"Uncalled bet \({_MONEY}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) collected {_MONEY} from (?:pot|main pot|side pot(?:-[0-9])?)")
_DEALT = re.compile(r"Dealt to (.+) \[([^\]]*)\]")
_BOARD = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: \[[^\]]*\])* \[([^\]]*)\]")
_FOLD = re.compile(r"folds(?: \[[^\]]*\])?")
_CALL = re.compile(rf"calls {_MONEY}(?: and is all-in)?")
_BET = re.compile(rf"bets {_MONEY}(?: and is all-in)?")
_RAISE = re.compile(rf"raises {_MONEY} to {_MONEY}(?: and is all-in)?")
_SHOWN = re.compile(r"(?:shows|folds) \[([^\]]*)\](?: \(.*\))?")
_SUMMED = re.compile(r"Seat ([0-9]{1,2}): .{1,160}? (?:mucked|showed) \[([^\]]*)\]")
_RAKE = re.compile(rf"Total pot .* \| Rake {_MONEY}")
_PASSED_OVER = ("mucks hand", "doesn't show hand", "sits out", "is sitting out")
_IN_HAND = re.compile(r"posts (small|big) blind|folds|checks|calls|bets|raises")
_MOST_CHIPS = 10**12


def read_hand(lines: Lines) -> HandRecord:
    """The record of one hand from its lines and their numbers, the header first.

    Raises:
        RecordError: naming the line that cannot be read.
        IllegalActionError: if the rulebook does not allow an action.
        RecordMismatchError: if players act out of turn or the amounts do not fit.
    """
    return _read(lines, wide=False).record()


def read_wide_hand(lines: Lines) -> WideHand:
    """A hand of more players than the rulebook plays; otherwise as ``read_hand``."""
    return _read(lines, wide=True).wide("\n".join(line for _, line in lines))


def _read(lines: Lines, *, wide: bool) -> _Hand:
    """Follow all lines of a hand; ``wide`` ones without the rulebook."""
    place = lines[0][0]
    try:
        head = _Head.of(lines[0][1])
        hand = _Hand(head, _Table.of(head, lines), wide=wide)
        for number, line in lines[1:]:
            place = number
            hand.read(line)
        hand.close()
        return hand
    except TooManyPlayersError:
        raise
    except PokerError as error:
        kind = RecordError if isinstance(error, CardError | GameError) else type(error)
        raise kind(
            "{place}: {error}", place=Wording("line {place}", place=place), error=error
        ) from None


@dataclass(frozen=True)
class _Head:
    """The first line; ``money`` has 100 chips in a unit where the file counts cents."""

    number: int
    small: int
    big: int
    money: Money
    time: str

    @classmethod
    def of(cls, line: str) -> _Head:
        number, game = _NUMBER.match(line), _GAME.search(line)
        if number is None or game is None:
            raise RecordError("the header is not that of no-limit hold'em with its blinds")
        symbol = re.search(r"[$€£]", game[0])
        money = Money(symbol[0] if symbol else "", 100 if symbol or "." in game[0] else 1)
        small, big = (_chips(text, money.unit) for text in game.groups())
        return cls(int(number[1]), small, big, money, _time(line))

    def chips(self, text: str) -> int:
        """An amount of the hand in chips."""
        return _chips(text, self.money.unit)


def _chips(text: str, unit: int) -> int:
    amount = Decimal(text.replace(",", "")) * unit
    if amount != int(amount) or amount > _MOST_CHIPS:
        raise RecordError(
            "{text} is not a whole number of chips up to {most:,}",
            text=text,
            most=_MOST_CHIPS,
        )
    return int(amount)


@dataclass(frozen=True)
class _Table:
    """The players in the seats of the table, in the order of positions."""

    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]

    @property
    def num_players(self) -> int:
        return len(self.names)

    @classmethod
    def of(cls, head: _Head, lines: Lines) -> _Table:
        """Read the seats, the button and the blinds that were posted."""
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
                "{count} players are in the hand; 2 to {most} are read",
                count=len(seats),
                most=MOST_PLAYERS,
            )
        if len({found[seat][0] for seat in seats}) < len(seats):
            raise RecordError("two players have the same name")
        after = [seat for seat in seats if seat > button]
        order = after + [seat for seat in seats if seat <= button]
        two = (head.big, head.small) if len(order) == 2 else (head.small, head.big)
        return cls(
            (*two, *(0,) * (len(order) - 2)),
            tuple(found[seat][1] for seat in order),
            tuple(found[seat][0] for seat in order),
            tuple(order),
        )

    def game(self) -> Game:
        """The game of the hand.

        Raises:
            TooManyPlayersError: if the rulebook plays fewer players.
        """
        if self.num_players > MAX_PLAYERS:
            raise too_many(self.num_players)
        return holdem_game(self.stacks, self.blinds)


class _Hand:
    """A follower of the lines of the hand."""

    def __init__(self, head: _Head, table: _Table, *, wide: bool) -> None:
        self.head = head
        self.table = table
        self.hand: Follower | Ledger
        if wide:
            self.hand = Ledger(WideTable(table.stacks, table.blinds), table.names)
        else:
            self.hand = Follower(table.game(), table.names)
        self.posted: dict[int, int] = {}
        self.got = [0] * table.num_players
        self.dealt: set[int] = set()
        self.rake = 0
        self.summing = False

    def read(self, line: str) -> None:
        """Follow one line."""
        seat = self._seat_of(line)
        if self.summing:
            self._read_summary(line)
        elif seat is not None:
            self._read_player(seat, line[len(self.table.names[seat]) + 2 :])
        elif line.startswith("***"):
            self._read_stars(line)
        elif match := _RETURNED.fullmatch(line):
            self._get(match[2], match[1])
        elif match := _COLLECTED.fullmatch(line):
            self._get(match[1], match[2])
        elif (match := _DEALT.fullmatch(line)) and match[1] in self.table.names:
            seat = self.table.names.index(match[1])
            self.hand.show(seat, parse_cards(match[2]))
            self.dealt.add(seat)

    def _seat_of(self, line: str) -> int | None:
        """Return the seat of a line: of several names that it begins with, that of the longest."""
        names = self.table.names
        fitting = [seat for seat in range(len(names)) if line.startswith(f"{names[seat]}: ")]
        return max(fitting, key=lambda seat: len(names[seat]), default=None)

    def _get(self, name: str, amount: str) -> None:
        if name not in self.table.names:
            raise RecordError("{name!r} is not in the hand", name=name[:40])
        self.got[self.table.names.index(name)] += self.head.chips(amount)

    def _read_player(self, seat: int, words: str) -> None:
        hand, chips = self.hand, self.head.chips
        if words.startswith("posts"):
            match = _POST.fullmatch(words)
            if match is None:
                raise RecordError(
                    "{words!r} is not supported: only two blinds are posted", words=words[:40]
                )
            self._post(seat, match[1], chips(match[2]))
        elif _FOLD.fullmatch(words):
            hand.act(seat, FOLD)
        elif words in ("checks", "checks and is all-in"):
            self._call(seat, 0)
        elif match := _CALL.fullmatch(words):
            self._call(seat, chips(match[1]))
        elif match := _BET.fullmatch(words):
            hand.act(seat, raise_to(chips(match[1])))
        elif match := _RAISE.fullmatch(words):
            hand.act(seat, raise_to(chips(match[2])))
        elif not words.startswith(("shows", *_PASSED_OVER)):
            raise RecordError("{words!r} is not an action of a player", words=words[:40])
        if match := _SHOWN.match(words):
            self._show(seat, match[1])

    def _post(self, seat: int, word: str, amount: int) -> None:
        table = self.table
        place = 0 if (word == "big") == (table.num_players == 2) else 1
        blind = Wording("big blind") if word == "big" else Wording("small blind")
        if seat != place or seat in self.posted:
            raise RecordError("the {blind} is not posted by the seat after the button", blind=blind)
        if amount != min(table.blinds[seat], table.stacks[seat]):
            raise RecordError(
                "the {blind} is {blinds}, not {amount}",
                blind=blind,
                blinds=table.blinds[seat],
                amount=amount,
            )
        self.posted[seat] = amount

    def _call(self, seat: int, amount: int) -> None:
        due = self.hand.due(seat)
        if amount != due:
            raise RecordMismatchError("a call is {due} here, not {amount}", due=due, amount=amount)
        self.hand.act(seat, CALL)

    def _show(self, seat: int, text: str) -> None:
        cards = parse_cards(text)
        if len(cards) == 2:  # one card alone may be shown
            self.hand.show(seat, cards)

    def _read_stars(self, line: str) -> None:
        if match := _BOARD.fullmatch(line):
            self.hand.deal(parse_cards(match[1]))
        elif line == "*** SUMMARY ***":
            self.summing = True
        elif line == "*** HOLE CARDS ***":
            if len(self.posted) < 2:
                raise RecordError("a small and a big blind should be posted before the deal")
        elif line != "*** SHOW DOWN ***":
            raise RecordError("{line!r} is not supported", line=line[:40])

    def _read_summary(self, line: str) -> None:
        if match := _RAKE.match(line):
            self.rake = self.head.chips(match[1])
        elif (match := _SUMMED.match(line)) and int(match[1]) in self.table.seats:
            self._show(self.table.seats.index(int(match[1])), match[2])

    def close(self) -> None:
        """Check that the hand is over.

        Raises:
            RecordMismatchError: if it is not.
        """
        if not self.hand.finished or not self.summing:
            raise RecordMismatchError("the record stops before the hand is over")

    @property
    def _hero(self) -> int:
        return next(iter(self.dealt)) if len(self.dealt) == 1 else -1

    def _stated(self) -> tuple[int, ...]:
        """Net chips by position as the text states them, after the rake."""
        return tuple(got - self.hand.spent(seat) for seat, got in enumerate(self.got))

    def record(self) -> HandRecord:
        """The hand, once all lines are read."""
        hand, head = self.hand, self.head
        assert isinstance(hand, Follower)
        rake = self.rake or None
        payoffs, taken = settled(hand.spot, hand.holes, self._stated(), rake)
        return HandRecord(
            hand.game,
            head.number,
            self.table.names,
            tuple(hand.holes),
            hand.board,
            hand.spot.actions,
            payoffs,
            (),
            hand.spot,
            head.time,
            hero=self._hero,
            taken=taken,
            money=head.money,
        )

    def wide(self, text: str) -> WideHand:
        """The hand without the rulebook, once all lines are read.

        Raises:
            RecordMismatchError: if chips are missing or too many.
        """
        hand, head, stated = self.hand, self.head, self._stated()
        assert isinstance(hand, Ledger)
        if sum(stated) != -self.rake:
            raise RecordMismatchError("the chips collected are not the chips put in less the rake")
        return WideHand(
            number=head.number,
            table=hand.table,
            players=self.table.names,
            holes=tuple(hand.holes),
            board=hand.board,
            line=hand.line,
            payoffs=stated,
            counts=hand.counts(stated),
            showdown=hand.showdown,
            folded=tuple(hand.folded),
            rake=self.rake,
            hero=self._hero,
            money=head.money,
            time=head.time,
            text=text,
        )


def _time(line: str) -> str:
    """The time in a header, UTC, ISO 8601; empty where it names none, or no zone known here."""
    for text, name in _TIME.findall(line):
        zone = _zone(name)
        if zone is None:
            continue
        try:
            moment = datetime.strptime(text, "%Y/%m/%d %H:%M:%S").replace(tzinfo=zone)
            utc = moment.astimezone(UTC).replace(tzinfo=None)
        except (ValueError, OverflowError):
            continue
        return f"{utc.isoformat(timespec='milliseconds')}Z"
    return ""


def _zone(name: str) -> tzinfo | None:
    if name in ("UTC", "GMT"):
        return UTC
    if name != "ET":
        return None
    try:
        return ZoneInfo("America/New_York")
    except ZoneInfoNotFoundError:  # a system without time zones
        return timezone(timedelta(hours=-5))
