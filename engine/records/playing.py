"""Plays a hand of any source through the rulebook, or counts one that it does not play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import Card
from engine.errors import (
    CardError,
    GameError,
    IllegalActionError,
    NotPlayedError,
    PokerError,
    RecordError,
    RecordMismatchError,
)
from engine.game import UNLIMITED, Game
from engine.player import CALL, raise_to
from engine.records._follow import (
    NUM_HOLE,
    Follower,
    FreeFoldError,
    Settled,
    at_stacks,
    holdem_table,
    most_rake,
    settled,
)
from engine.records.record import HandRecord, Money
from engine.records.source import CENTS, HandStep, SourceHand
from engine.records.wide import (
    MOST_PLAYERS,
    WideFollower,
    WideHand,
    WideTable,
)
from engine.wording import Wording

_BOARD = 5


def play(hand: SourceHand) -> HandRecord:
    """Return the record of a hand.

    Raises:
        RecordError: naming the line that is at fault.
        IllegalActionError: if the rulebook does not allow an action.
        RecordMismatchError: if players act out of turn or amounts are inconsistent.
        NotPlayedError: if the rulebook does not play the hand.
    """
    free_folds = full_price = False  # as far as the hand shows
    posted: dict[str, int] = {}
    while True:
        table = _SourceTable(hand, posted)
        game = table.game(free_folds=free_folds, full_price=full_price)
        playing = _Playing(table, Follower(game, table.names))
        try:
            playing.run()
        except FreeFoldError:
            if free_folds:
                raise
            free_folds = True
        except (RecordMismatchError, IllegalActionError):
            if playing.silent and not set(playing.silent) & set(posted):
                posted = {**posted, **playing.silent}
            elif table.is_short and not full_price:
                full_price = True
            else:
                raise
        else:
            return playing.record()


def keep(hand: SourceHand, text: str) -> WideHand:
    """Return a hand that the rulebook does not play, with its text; errors as ``play``."""
    table = _SourceTable(hand, {})
    playing = _Playing(table, WideFollower(table.wide(), table.names))
    playing.run()
    return playing.wide(text)


class _SourceTable:
    """The players of a hand in the order of positions, and their forced bets.

    Attributes:
        names: the players: the small blind first, heads-up the big blind.
        seats: their positions.
        money: the currency; 100 chips in a unit where the source counts hundredths.
        stacks: chips by position; ``UNLIMITED`` where they are not known.
        blinds: the small and the big blind, posted or as the source names them.
        forced: chips posted as a bet, and dead ones, by position; of a player all-in, as if in
            full.

    Args:
        hand: the hand.
        posted: chips that players posted as bets though the source does not say so, by name.

    Raises:
        RecordError: if there are too few or too many players.
    """

    def __init__(self, hand: SourceHand, posted: Mapping[str, int]) -> None:
        self.hand = hand
        self.names = self._in_order()
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.money = self._money()
        self.stacks = tuple(self.chips(hand.seats[name].stack) or UNLIMITED for name in self.names)
        self.blinds = self._blinds()
        self.forced = self._forced(posted)

    def _in_order(self) -> tuple[str, ...]:
        hand = self.hand
        acting = {post.name for post in hand.posts}
        acting |= {step.name for step in hand.steps if step.kind not in ("show", "deal")}
        among = hand.dealt_in | acting
        unknown = [name for name in acting if name not in hand.seats]
        if unknown:
            raise RecordError("{name!r} is not in the hand", name=unknown[0][:40])
        seated = [name for name in among if hand.seats[name].number]
        names = self._placed(sorted(seated, key=lambda name: hand.seats[name].number))
        if not 2 <= len(names) <= MOST_PLAYERS:
            raise RecordError(
                "{count} players are in the hand; 2 to {most} are supported",
                count=len(names),
                most=MOST_PLAYERS,
            )
        if len({hand.seats[name].number for name in seated}) < len(seated):
            raise RecordError("two players have the same seat")
        small = next((post.name for post in hand.posts if post.kind == "small"), None)
        if small is not None:
            first = names.index(small) + (len(names) == 2)
        else:
            first = sum(hand.seats[name].number <= hand.button for name in names)
        first %= len(names)
        return (*names[first:], *names[:first])

    def _placed(self, names: list[str]) -> list[str]:
        """Insert players who act without having a seat: each follows the one who acted before.

        Without any seats they are in the order in which they act.
        """
        hand = self.hand
        if all(seat.number for seat in hand.seats.values()):
            return names
        blinds = [post.name for post in hand.posts if post.kind in ("small", "big")][:2]
        turns = list(dict.fromkeys((*blinds, *(step.name for step in hand.steps if step.name))))
        for name in turns:
            if hand.seats[name].number == 0:
                before = turns[turns.index(name) - 1]
                if names and before not in names:
                    raise RecordError("a player acts who has no seat: {name}", name=name[:40])
                names.insert(names.index(before) + 1 if names else 0, name)
        return names

    def _money(self) -> Money:
        hand = self.hand
        if hand.cents or hand.symbol:
            return Money(hand.symbol, CENTS)
        amounts = [seat.stack for seat in hand.seats.values()]
        amounts += [post.amount for post in hand.posts]
        amounts += [step.amount for step in hand.steps if step.amount > 0]
        amounts += [*hand.blinds, *hand.collected.values(), *hand.cashed.values()]
        return Money("", CENTS if any(amount % CENTS for amount in amounts) else 1)

    def chips(self, amount: int) -> int:
        """An amount of the source in chips of the hand."""
        return amount * self.money.unit // CENTS

    def _blinds(self) -> tuple[int, int]:
        posts = self.hand.posts
        found = []
        for kind, named in zip(("small", "big"), self.hand.blinds, strict=True):
            paid = [post.amount for post in posts if post.kind == kind]
            found.append(self.chips(named or max(paid, default=0)))
        small, big = found
        short = any(
            post.kind == "big" and post.amount == self.hand.seats[post.name].stack for post in posts
        )
        return small, max(big, 2 * small) if short and not self.hand.blinds[1] else big or 2 * small

    def _forced(self, posted: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Nobody posts more than the stack: some texts name a whole blind after the ante."""
        live, dead = [0] * len(self.names), [0] * len(self.names)
        whole = list(live), list(dead)
        small, kinds = False, set()
        antes = [self.chips(post.amount) for post in self.hand.posts if post.kind == "ante"]
        full = {"ante": max(antes, default=0), "small": self.blinds[0], "big": self.blinds[1]}
        full["straddle"] = 2 * self.blinds[1]
        for post in self.hand.posts:
            seat = self.seats[post.name]
            left = self.stacks[seat] - live[seat] - dead[seat]
            if not left:
                continue
            kinds.add(post.kind)
            bet = amount = min(self.chips(post.amount), left)
            if post.kind == "dead" and amount > self.blinds[1]:  # with a live big blind
                bet = self.blinds[1]
            elif post.kind in ("ante", "dead") or (post.kind == "small" and small):
                bet = 0
            elif post.kind in ("both", "big"):
                bet = min(amount, self.blinds[1])
            small |= post.kind == "small"
            dead[seat] += amount - bet + min(bet, live[seat])
            live[seat] = max(live[seat], bet)
            all_in = amount == left
            missing = max(full.get(post.kind, 0) - amount, 0) if all_in else 0
            whole[0][seat] = live[seat] + missing * (bet > 0)
            whole[1][seat] = dead[seat] + missing * (bet == 0)
            if post.kind == "straddle":  # the next one is twice as large
                full["straddle"] *= 2
        seats = (1, 0) if len(live) == 2 else (0, 1)
        for kind, seat, blind in zip(("small", "big"), seats, self.blinds, strict=True):
            if kind not in kinds and dead[seat] == self.stacks[seat]:  # the ante took all of it
                whole[0][seat] = blind
        for name, chips in posted.items():
            seat = self.seats[name]
            for amounts, change in ((whole[0], chips), (whole[1], -min(chips, dead[seat]))):
                amounts[seat] += change
        return tuple(whole[0]), tuple(whole[1])

    @property
    def opener(self) -> int:
        """The position after which the betting begins: the big blind, or the last straddle."""
        posts = self.hand.posts
        last = [post.name for post in posts if post.kind == "straddle"][-1:]
        last = last or [post.name for post in posts if post.kind == "big"][:1]
        if not last:
            return 0 if len(self.names) == 2 else 1
        return self.names.index(last[0])

    @property
    def is_short(self) -> bool:
        """True if nobody has posted the whole big blind."""
        live, dead = self.forced
        left = map(int.__sub__, self.stacks, dead)
        return max(map(min, live, left)) < max(live)

    def game(self, *, free_folds: bool, full_price: bool) -> Game:
        """The game of the hand. Raises NotPlayedError if the rulebook does not play it."""
        whole = [board for board in self.hand.boards if len(board) == _BOARD]
        if len(whole) + 1 != self.hand.runs:
            raise NotPlayedError("hands run twice are not supported by the rulebook")
        live, dead = self.forced
        if UNLIMITED in self.stacks:
            name = self.names[self.stacks.index(UNLIMITED)]
            raise NotPlayedError("the stack of {name} is not known", name=name[:40])
        if not any(live):
            raise NotPlayedError("hands without blinds are not supported by the rulebook")
        table = holdem_table(
            live,
            antes=dead,
            table=self.blinds,
            opener=self.opener,
            free_folds=free_folds,
            full_price=full_price,
        )
        return at_stacks(table, self.stacks)

    def wide(self) -> WideTable:
        """The stacks and forced bets of a hand that is kept as text."""
        live, dead = self.forced
        small, big = self.blinds
        two = (big, small) if len(self.names) == 2 else (small, big)
        blinds = (*two, *(0,) * (len(self.names) - 2))
        paid = tuple(map(min, dead, self.stacks))
        return WideTable(self.stacks, blinds, posts=live, dead=paid)


class _Playing:
    """Plays the steps of one hand and settles it."""

    def __init__(self, table: _SourceTable, hand: Follower | WideFollower) -> None:
        self.table, self.source, self.hand = table, table.hand, hand
        self.excess = [0] * len(table.names)
        self.silent: dict[str, int] = {}
        self.seats = table.seats

    def run(self) -> None:
        """Play all steps; raises as ``play``."""
        place = 0
        try:
            for step in self.source.steps:
                place = step.place
                self._step(step)
            if isinstance(self.hand, Follower) and self.source.over:
                self._fold_rest(self.hand)
            if not self.hand.finished or not self.source.over:
                raise RecordMismatchError("the record stops before the hand is over")
            place = self.source.paid_at or place
            for board in self.source.boards:
                self.hand.check_new(board[self._shared(board) :])
            self._pay()
        except PokerError as error:
            raise at_line(place, error) from None

    def _shared(self, board: tuple[Card, ...]) -> int:
        """Return how many cards a further board has from the first one: those before the all-in."""
        pairs = zip(board, self.hand.board, strict=False)
        return next((at for at, (card, first) in enumerate(pairs) if card != first), len(board))

    def _fold_rest(self, hand: Follower) -> None:
        """Fold those who would have to act, where another player collected the pot unseen."""
        winners = {self.seats.get(name) for name, won in self.source.collected.items() if won}
        if len(winners) == 1:
            while not hand.finished and hand.to_act not in winners:
                hand.fold(hand.to_act)

    def _step(self, step: HandStep) -> None:
        kind, hand = step.kind, self.hand
        if kind == "deal":
            hand.deal(step.cards)
            return
        seat = self.seats.get(step.name, -1)
        if seat < 0:
            return  # an onlooker's cards
        if kind == "show":
            if len(step.cards) == NUM_HOLE:  # a single card may be shown
                hand.show(seat, step.cards)
            return
        amount = step.amount if step.amount < 0 else self.table.chips(step.amount)
        if kind == "call" and amount == 0 and isinstance(hand, Follower) and hand.finished:
            return  # some texts let players check who are all-in
        if kind == "fold":
            hand.fold(seat)
        elif kind == "raise to":
            self._raise(seat, amount)
        elif kind == "add" and amount > self._due(seat):
            self._raise(seat, amount + hand.street_bet(seat))
        else:
            self._call(seat, amount - hand.street_bet(seat) if kind == "call to" else amount)

    def _raise(self, seat: int, total: int) -> None:
        """Bet or raise; where nobody can call the raise, it is a call and chips that come back."""
        hand = self.hand
        if isinstance(hand, Follower) and hand.no_caller(seat):
            due = hand.due(seat)
            self.excess[seat] += total - hand.street_bet(seat) - due
            hand.act(seat, CALL)
        else:
            hand.act(seat, raise_to(total))

    def _due(self, seat: int) -> int:
        """Chips that a call adds."""
        hand = self.hand
        if isinstance(hand, WideFollower) and len(self.seats) > 2:
            return hand.due_of(seat, self.table.blinds[1])
        return hand.due(seat)

    def _call(self, seat: int, amount: int) -> None:
        due = self._due(seat)
        if due == 0 and amount > 0:  # some sites write so of the first bet
            self.hand.act(seat, raise_to(amount))
            return
        if amount not in (due, -1):
            self._note_silent(seat, due - amount)
            raise RecordMismatchError("a call is {due} here, not {amount}", due=due, amount=amount)
        self.hand.act(seat, CALL)

    def _note_silent(self, seat: int, missing: int) -> None:
        """Note that a first call costs too little: the player posted the rest, unsaid."""
        name, table = self.table.names[seat], self.table
        kinds = {post.kind for post in self.source.posts if post.name == name}
        if not self.hand.board and not kinds - {"small", "ante"} and 0 < missing <= table.blinds[1]:
            self.silent = {name: missing}

    def _pay(self) -> None:
        """Return an uncalled bet, which some texts omit; check what was collected.

        Raises RecordMismatchError if more or less was collected than the pot less the rake, and the
        rules do not tell who won.
        """
        source, table, hand = self.source, self.table, self.hand
        strangers = [name for name in (*source.collected, *source.cashed) if name not in self.seats]
        if strangers:
            raise RecordError("{name!r} is not in the hand", name=strangers[0][:40])
        got = [table.chips(source.collected.get(name, 0)) for name in table.names]
        spent = [hand.spent(seat) for seat in range(len(got))]
        extra, returned = hand.uncalled, source.returned
        if any(self.excess) and (returned or sum(got) > sum(spent)):
            got = [chips - back for chips, back in zip(got, self.excess, strict=True)]
        if not returned and sum(got) + extra <= sum(spent):
            got[spent.index(max(spent))] += extra
            returned = True
        self.stated = tuple(map(int.__sub__, got, spent))
        self.rake = None if source.rake is None else table.chips(source.rake)
        self.cashed = tuple(table.chips(source.cashed.get(name, 0)) for name in table.names)
        missing = -sum(self.stated)
        self.adds_up = True
        if any(self.cashed) and missing > (self.rake or 0):
            if isinstance(hand, WideFollower):
                raise RecordError("a hand was cashed out, and the text does not say who won")
            return
        self.adds_up = self.rake in (None, missing)
        if not self.adds_up and isinstance(hand, WideFollower):
            money, pot = table.money, sum(spent) - extra
            raise RecordMismatchError(
                "collected {collected}, but the pot is {pot} less {rake} rake",
                collected=money.text(sum(got) - extra * returned),
                pot=money.text(pot),
                rake=money.text(self.rake or 0),
            )

    def _settled(self, hand: Follower) -> Settled:
        """Return the result; the pot of a cashed-out hand is never collected."""
        if not self.adds_up:  # impossible, whoever won
            return replace(self._by_rules(hand, None), stated=self.stated)
        unpaid = -sum(self.stated) - (self.rake or 0)
        if unpaid <= 0 or not any(self.cashed):
            return self._by_rules(hand, self.stated)
        full = self._by_rules(hand, None).payoffs
        owed = [net - said for net, said in zip(full, self.stated, strict=True)]
        winner = max(range(len(owed)), key=lambda seat: owed[seat] * (self.cashed[seat] > 0))
        paid = tuple(said + unpaid * (seat == winner) for seat, said in enumerate(self.stated))
        return self._by_rules(hand, paid)

    def _by_rules(self, hand: Follower, stated: tuple[int, ...] | None) -> Settled:
        return settled(hand.spot, hand.holes, stated, tuple(self.source.boards))

    def record(self) -> HandRecord:
        """The record of the hand, once it is played."""
        source, hand, table = self.source, self.hand, self.table
        assert isinstance(hand, Follower)
        return hand.record(
            source.number,
            table.names,
            self._settled(hand),
            time=source.time,
            hero=self.seats.get(source.hero, -1),
            money=table.money,
            cashed=self.cashed if any(self.cashed) else (),
            boards=tuple(source.boards),
        )

    def wide(self, text: str) -> WideHand:
        """The hand as it is kept, once it is played.

        Raises RecordMismatchError if the stated result is not plausible.
        """
        source, hand, table = self.source, self.hand, self.table
        assert isinstance(hand, WideFollower)
        stated = self._plausible(hand)
        return hand.hand(
            source.number,
            table.names,
            stated,
            hero=self.seats.get(source.hero, -1),
            money=table.money,
            time=source.time,
            text=text,
        )

    def _plausible(self, hand: WideFollower) -> tuple[int, ...]:
        """Return the stated result if the house takes a plausible part; else that of the folds."""
        spent = [hand.spent(seat) for seat in range(len(self.stated))]
        if self.rake is not None or 0 <= -sum(self.stated) <= most_rake(sum(spent) - hand.uncalled):
            return self.stated
        if hand.won_unseen is None:
            raise RecordMismatchError("the result that the source states is not possible")
        return hand.won_unseen


def at_line(place: int, error: PokerError) -> PokerError:
    """Return an error with the line it is about."""
    if not place:
        return error
    kind = RecordError if isinstance(error, CardError | GameError) else type(error)
    return kind("{place}: {error}", place=Wording("line {place}", place=place), error=error)
