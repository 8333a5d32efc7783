"""Parse a record from the untrusted lines of one PokerStars hand.

Chat and announcements of the software are skipped; an unrecognised line of a player is refused.
"Dealt to" names the hero where it names one player alone. A chip is the smallest unit of the file:
a cent where it counts money.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from engine.cards import parse_cards
from engine.errors import (
    CardError,
    GameError,
    NotPlayedError,
    PokerError,
    RecordError,
    RecordMismatchError,
)
from engine.game import MAX_PLAYERS, Game
from engine.player import CALL, raise_to
from engine.records._follow import Follower, Settled, holdem_game, settled
from engine.records.record import HandRecord, Money
from engine.records.times import knows, utc_text
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

_SIGN = "(?:[A-Z]{0,2}[$€£¥₹₽₩₺₴₸₫฿₪₱₦₿])"
_AMOUNT = r"[0-9]{1,12}(?:,[0-9]{3}){0,4}(?:\.[0-9]{1,2})?"
MONEY = rf"{_SIGN}?({_AMOUNT})"
"""The pattern of an amount, its digits a group."""
HEAD = re.compile(r"PokerStars .{0,40}#[0-9]")
_NUMBER = re.compile(r"PokerStars .{0,30}?(?:Hand|Game) #([0-9]{1,15})\b:? *")
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
                "the header is of {game!r}; hands of Hold'em No Limit are read", game=name[:60]
            )
        stakes = _STAKES.fullmatch(game[2])
        if stakes is None:
            raise RecordError(
                "the header's {stakes!r} is not a small and a big blind alone", stakes=game[2]
            )
        symbol = re.match(_SIGN, game[2])
        money = Money(symbol[0] if symbol else "", 100 if symbol or "." in game[2] else 1)
        small, big = (_chips(text, money.unit) for text in stakes.groups())
        return cls(int(number[1]), small, big, money, _time(line))

    def chips(self, text: str) -> int:
        """An amount of the hand in chips."""
        return _chips(text, self.money.unit)


def _chips(text: str, unit: int) -> int:
    amount = Decimal(text.replace(",", "")) * unit
    if amount != int(amount) or amount > _MOST_CHIPS:
        raise RecordError(
            "{text} is not a whole number of chips up to {most:,}", text=text, most=_MOST_CHIPS
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


@dataclass(frozen=True)
class Table:
    """The players at the table, in the order of positions.

    Attributes:
        blinds: the small and the big blind, whole.
        stacks: chips at the start.
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
    def of(cls, head: Head, lines: Lines) -> Table:
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
                "{count} players are in the hand; 2 to {most} are read",
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

        Raises TooManyPlayersError if there are more players than the rulebook supports.
        """
        if self.num_players > MAX_PLAYERS:
            raise too_many(self.num_players)
        return holdem_game(self.stacks, self.blinds)

    def wide(self, head: Head) -> WideTable:
        """The table with all posts; a second small blind is dead money.

        Raises RecordError if a player posts chips that are not there.
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


_RETURNED = re.compile(rf"Uncalled bet \({MONEY}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) collected {MONEY} from (?:pot|main pot|side pot(?:-[0-9])?)")
_DEALT = re.compile(r"Dealt to (.+) \[([^\]]*)\]")
_CASHED = re.compile(rf"(.+) cashed out the hand for {MONEY}(?: \|.*)?")
_BOARD = re.compile(r"\*\*\* (FIRST )?(?:FLOP|TURN|RIVER) \*\*\*(?: \[[^\]]*\])* \[([^\]]*)\]")
_FOLD = re.compile(r"folds(?: \[[^\]]*\])?")
_CALL = re.compile(rf"calls {MONEY}(?: and is all-in)?")
_BET = re.compile(rf"bets {MONEY}(?: and is all-in)?")
_RAISE = re.compile(rf"raises {MONEY} to {MONEY}(?: and is all-in)?")
_SHOWN = re.compile(r"(?:shows|folds) \[([^\]]*)\](?: \(.*\))?")
_SUMMED = re.compile(r"Seat ([0-9]{1,2}): .{1,160}? (?:mucked|showed) \[([^\]]*)\]")
_RAKE = re.compile(rf"Total pot .* \| Rake {MONEY}")
_NOT_AWARDED = re.compile(
    rf"Seat ([0-9]{{1,2}}): .{{1,160}}? won \({MONEY}\) .{{0,160}}\(pot not awarded\b.*"
)
_AGAIN = re.compile(
    r"\*\*\* (?:(?:SECOND|THIRD) (?:FLOP|TURN|RIVER|SHOW DOWN)|FIRST SHOW DOWN) \*\*\*.*"
)
_PASSED_OVER = ("mucks hand", "doesn't show hand", "sits out", "is sitting out")


def read_hand(lines: Lines) -> HandRecord:
    """Return the record of one hand from its numbered lines, header first.

    Errors are those of ``read_pokerstars``, and NotPlayedError if the rulebook does not play it.
    """
    return _read(lines, wide=False).record()


def read_wide_hand(lines: Lines) -> WideHand:
    """Read a hand that the rulebook does not support; otherwise as ``read_hand``."""
    return _read(lines, wide=True).wide("\n".join(line for _, line in lines))


def _read(lines: Lines, *, wide: bool) -> _Hand:
    """Parse all lines of a hand; ``wide`` ones without the rulebook."""
    place = lines[0][0]
    try:
        head = Head.of(lines[0][1])
        hand = _Hand(head, Table.of(head, lines), wide=wide)
        for number, line in lines[1:]:
            place = number
            hand.read(number, line)
        hand.close()
        place = hand.paid_at or place
        hand.check_paid()
        return hand
    except TooManyPlayersError:
        raise
    except PokerError as error:
        kind = RecordError if isinstance(error, CardError | GameError) else type(error)
        raise kind(
            "{place}: {error}", place=Wording("line {place}", place=place), error=error
        ) from None


class _Hand:
    """Parser of the lines of one hand."""

    def __init__(self, head: Head, table: Table, *, wide: bool) -> None:
        self.head = head
        self.table = table
        self.hand: Follower | Ledger
        if wide:
            self.hand = Ledger(table.wide(head), table.names)
        else:
            self.hand = Follower(table.game(), table.names)
        self.posted: set[int] = set()
        self.got = [0] * table.num_players
        self.cashed = [0] * table.num_players
        self.dealt: set[int] = set()
        self.rake: int | None = None
        self.returned = False
        self.paid_at = 0
        self.summing = False

    def read(self, number: int, line: str) -> None:
        """Parse one line."""
        seat = seat_of(self.table.names, line)
        if self.summing:
            if line.startswith(("** ", "*** ")):
                raise RecordError("another hand begins here, without a first line")
            self._read_summary(line)
        elif seat is not None:
            self._read_player(seat, line[len(self.table.names[seat]) + 2 :])
        elif line.startswith("***"):
            self._read_stars(line)
        elif match := _RETURNED.fullmatch(line):
            self._get(self.got, match[2], match[1])
            self.returned = True
        elif match := _COLLECTED.fullmatch(line):
            self._get(self.got, match[1], match[2])
            self.paid_at = number
        elif match := _CASHED.fullmatch(line):
            self._get(self.cashed, match[1], match[2])
        elif (match := _DEALT.fullmatch(line)) and match[1] in self.table.names:
            seat = self.table.names.index(match[1])
            self.hand.show(seat, parse_cards(match[2]))
            self.dealt.add(seat)

    def _get(self, amounts: list[int], name: str, amount: str) -> None:
        if name not in self.table.names:
            raise RecordError("{name!r} is not in the hand", name=name[:40])
        amounts[self.table.names.index(name)] += self.head.chips(amount)

    def _read_player(self, seat: int, words: str) -> None:
        hand, chips = self.hand, self.head.chips
        if words.startswith("posts"):
            self._post(seat, words)
        elif _FOLD.fullmatch(words):
            hand.fold(seat)
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

    def _post(self, seat: int, words: str) -> None:
        table, match = self.table, POST.fullmatch(words)
        if match is None:
            raise RecordError("{words!r} is not a known post", words=words[:40])
        self.posted.add(seat)
        if isinstance(self.hand, Ledger):
            return
        what, amount = match["what"], self.head.chips(match[2])
        if what not in ("small blind", "big blind"):
            raise NotPlayedError("{words!r}: only two blinds are supported", words=words[:40])
        big = what == "big blind"
        blind = Wording("big blind") if big else Wording("small blind")
        if seat != (0 if big == (table.num_players == 2) else 1):
            raise NotPlayedError(
                "the {blind} is not posted by the seat after the button", blind=blind
            )
        if amount != min(table.blinds[seat], table.stacks[seat]):
            raise RecordError(
                "the {blind} is {blinds}, not {amount}",
                blind=blind,
                blinds=table.blinds[seat],
                amount=amount,
            )

    def _call(self, seat: int, amount: int) -> None:
        due, table = self.hand.due(seat), self.table
        if amount != due and any(map(int.__lt__, table.stacks, table.blinds)):
            if isinstance(self.hand, Follower):
                raise NotPlayedError(
                    "calls of a full blind that its player could not post are not supported"
                )
            due = self.hand.due_of(seat, self.head.big)
        if amount != due:
            raise RecordMismatchError("a call is {due} here, not {amount}", due=due, amount=amount)
        self.hand.act(seat, CALL)

    def _show(self, seat: int, text: str) -> None:
        cards = parse_cards(text)
        if len(cards) == 2:  # one card alone may be shown
            self.hand.show(seat, cards)

    def _read_stars(self, line: str) -> None:
        if match := _BOARD.fullmatch(line):
            if match[1] and isinstance(self.hand, Follower):
                raise NotPlayedError("boards dealt twice are not supported by the rulebook")
            self.hand.deal(parse_cards(match[2]))
        elif line == "*** SUMMARY ***":
            self.summing = True
        elif line == "*** HOLE CARDS ***":
            if len(self.posted) < (2 if isinstance(self.hand, Follower) else 1):
                raise NotPlayedError("a small and a big blind should be posted before the deal")
        elif line != "*** SHOW DOWN ***" and not _AGAIN.fullmatch(line):
            raise RecordError("{line!r} is not supported", line=line[:40])

    def _read_summary(self, line: str) -> None:
        if match := _RAKE.match(line):
            self.rake = self.head.chips(match[1])
        elif (match := _NOT_AWARDED.fullmatch(line)) and int(match[1]) in self.table.seats:
            seat = self.table.seats.index(int(match[1]))
            self.got[seat] += self.head.chips(match[2])
        if (match := _SUMMED.match(line)) and int(match[1]) in self.table.seats:
            self._show(self.table.seats.index(int(match[1])), match[2])

    def close(self) -> None:
        """Check that the hand is over. Raises RecordMismatchError if it is not."""
        if not self.hand.finished or not self.summing:
            raise RecordMismatchError("the record stops before the hand is over")

    def check_paid(self) -> None:
        """Return an uncalled bet, which old texts omit; check what was collected.

        Raises RecordMismatchError if more or less was collected than the pot less the rake.
        """
        spent = [self.hand.spent(seat) for seat in range(len(self.got))]
        extra = self.hand.uncalled
        if not self.returned and sum(self.got) + extra <= sum(spent):
            self.got[spent.index(max(spent))] += extra
            self.returned = True
        missing = sum(spent) - sum(self.got)
        if any(self.cashed) and missing > (self.rake or 0):
            if isinstance(self.hand, Ledger):
                raise RecordError("a hand was cashed out, and the text does not say who won")
            return
        if missing < 0 or missing != (missing if self.rake is None else self.rake):
            money, pot = self.head.money, sum(spent) - extra
            raise RecordMismatchError(
                "collected {collected}, but the pot is {pot} less {rake} rake",
                collected=money.text(sum(self.got) - extra * self.returned),
                pot=money.text(pot),
                rake=money.text(self.rake or 0),
            )

    @property
    def _hero(self) -> int:
        return next(iter(self.dealt)) if len(self.dealt) == 1 else -1

    def _stated(self) -> tuple[int, ...]:
        """Net chips by position as the text states them, after the rake."""
        return tuple(got - self.hand.spent(seat) for seat, got in enumerate(self.got))

    def _settled(self) -> Settled:
        """Return the result; the pot of a cashed-out hand is never collected."""
        hand, stated = self.hand, self._stated()
        assert isinstance(hand, Follower)
        unpaid = -sum(stated) - (self.rake or 0)
        if unpaid <= 0:
            return settled(hand.spot, hand.holes, stated)
        full = settled(hand.spot, hand.holes, None).payoffs
        owed = [net - said for net, said in zip(full, stated, strict=True)]
        winner = max(range(len(owed)), key=lambda seat: owed[seat] * (self.cashed[seat] > 0))
        paid = tuple(said + unpaid * (seat == winner) for seat, said in enumerate(stated))
        return settled(hand.spot, hand.holes, paid)

    def record(self) -> HandRecord:
        """The hand's record, once all lines are read."""
        hand, head = self.hand, self.head
        assert isinstance(hand, Follower)
        result = self._settled()
        return HandRecord(
            hand.game,
            head.number,
            self.table.names,
            tuple(hand.holes),
            hand.board,
            hand.spot.actions,
            result.payoffs,
            (),
            hand.spot,
            head.time,
            hero=self._hero,
            taken=result.taken,
            money=head.money,
            stated=result.stated,
            cashed=tuple(self.cashed) if any(self.cashed) else (),
            _by_rules=result.payoffs,
        )

    def wide(self, text: str) -> WideHand:
        """The unsupported hand, once all lines are read."""
        hand, head, stated = self.hand, self.head, self._stated()
        assert isinstance(hand, Ledger)
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
            rake=-sum(stated),
            hero=self._hero,
            money=head.money,
            time=head.time,
            text=text,
        )
