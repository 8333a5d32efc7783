"""Parse a record from the untrusted lines of one PokerStars or GGPoker hand.

Chat and announcements of the software are skipped; an unrecognised line of a player is refused.
"Dealt to" names the hero where it names one player alone. A chip is the smallest unit of the file:
a cent where it counts money.
"""

from __future__ import annotations

import re

from engine.cards import parse_cards
from engine.errors import (
    CardError,
    GameError,
    NotPlayedError,
    PokerError,
    RecordError,
    RecordMismatchError,
)
from engine.player import CALL, raise_to
from engine.records._follow import Follower, Settled, settled
from engine.records._pokerstars_head import MONEY, POST, Head, Lines, SeatedPlayers, seat_of
from engine.records.record import HandRecord
from engine.records.wide import TooManyPlayersError, WideFollower, WideHand
from engine.wording import Wording

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
_RAKE = re.compile(rf"Total pot .* \| Rake {MONEY}(.*)")
_FEE = re.compile(rf" \| (?:Jackpot|Bingo|Fortune|Tax) {MONEY}")
_NOT_AWARDED = re.compile(
    rf"Seat ([0-9]{{1,2}}): .{{1,160}}? won \({MONEY}\) .{{0,160}}\(pot not awarded\b.*"
)
_AGAIN = re.compile(
    r"\*\*\* (?:(?:SECOND|THIRD) (?:FLOP|TURN|RIVER|SHOW ?DOWN)|FIRST SHOW ?DOWN) \*\*\*.*"
)
_SHOWDOWNS = ("*** SHOW DOWN ***", "*** SHOWDOWN ***")
_PASSED_OVER = ("mucks hand", "doesn't show hand", "sits out", "is sitting out")


def read_hand(lines: Lines) -> HandRecord:
    """Return the record of one hand from its numbered lines, header first.

    Raises:
        RecordError: naming the line that cannot be read.
        IllegalActionError: if the rulebook does not allow an action.
        RecordMismatchError: if players act out of turn or amounts are inconsistent.
        NotPlayedError: if the rulebook does not play the hand.
    """
    return _read_lines(lines, wide=False).record()


def read_wide_hand(lines: Lines) -> WideHand:
    """Read a hand that the rulebook does not support; otherwise as ``read_hand``."""
    return _read_lines(lines, wide=True).wide("\n".join(line for _, line in lines))


def _read_lines(lines: Lines, *, wide: bool) -> _HandParser:
    """Parse all lines of a hand; ``wide`` ones without the rulebook."""
    place = lines[0][0]
    try:
        head = Head.of(lines[0][1])
        hand = _HandParser(head, SeatedPlayers.of(head, lines), wide=wide)
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


class _HandParser:
    """Parser of the lines of one hand."""

    def __init__(self, head: Head, table: SeatedPlayers, *, wide: bool) -> None:
        self.head = head
        self.table = table
        self.hand: Follower | WideFollower
        if wide:
            self.hand = WideFollower(table.wide(head), table.names)
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
        if isinstance(self.hand, WideFollower):
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
                    "calling the full big blind is not supported when the blind is all-in for less"
                )
            due = self.hand.due_of(seat, self.head.big)
        if amount != due:
            raise RecordMismatchError("a call is {due} here, not {amount}", due=due, amount=amount)
        self.hand.act(seat, CALL)

    def _show(self, seat: int, text: str) -> None:
        cards = parse_cards(text)
        if len(cards) == 2:  # a single card may be shown
            self.hand.show(seat, cards)

    def _read_stars(self, line: str) -> None:
        if match := _BOARD.fullmatch(line):
            if match[1] and isinstance(self.hand, Follower):
                raise NotPlayedError("hands run twice are not supported by the rulebook")
            self.hand.deal(parse_cards(match[2]))
        elif line == "*** SUMMARY ***":
            self.summing = True
        elif line == "*** HOLE CARDS ***":
            if len(self.posted) < (2 if isinstance(self.hand, Follower) else 1):
                raise NotPlayedError("a small and a big blind should be posted before the deal")
        elif line not in _SHOWDOWNS and not _AGAIN.fullmatch(line):
            raise RecordError("{line!r} is not supported", line=line[:40])

    def _read_summary(self, line: str) -> None:
        if match := _RAKE.match(line):
            fees = _FEE.findall(match[2])  # of GGPoker, besides the rake
            self.rake = sum(map(self.head.chips, (match[1], *fees)))
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
            if isinstance(self.hand, WideFollower):
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
        return hand.record(
            head.number,
            self.table.names,
            self._settled(),
            time=head.time,
            hero=self._hero,
            money=head.money,
            cashed=tuple(self.cashed) if any(self.cashed) else (),
        )

    def wide(self, text: str) -> WideHand:
        """The unsupported hand, once all lines are read."""
        hand, head = self.hand, self.head
        assert isinstance(hand, WideFollower)
        return hand.hand(
            head.number,
            self.table.names,
            self._stated(),
            hero=self._hero,
            money=head.money,
            time=head.time,
            text=text,
        )
