"""Builds the table scene from events, with only what the viewer may see.

Live hands, replays and watched matches share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from engine.cards import Card
from engine.game import Game
from engine.hand import (
    Acted,
    BoardDealt,
    Event,
    HandEnded,
    HoleDealt,
    Posted,
    PotWon,
    Returned,
    Shown,
)
from engine.player import ActionKind
from engine.positions import positions_of
from engine.pots import Pot, pots_of
from engine.rake import NO_RAKE, Rake
from pokergui.formatting.words import Money, card_view, chips, listed
from pokergui.language import tr
from pokergui.language.joins import enumerated, labelled, phrases
from pokergui.units import has_antes
from pokergui.viewmodel import (
    FACE_DOWN,
    BetChips,
    BetScene,
    CardView,
    CollectBets,
    DealCard,
    PayPot,
    PotPart,
    PotRival,
    PotScene,
    ReturnChips,
    SeatScene,
    ShowCards,
    Step,
    TableFrame,
    TableScene,
    TurnBoard,
    chip_columns,
)
from pokergui.viewmodel.settings import AmountUnit


def net_text(money: Money, net: int, *, past: bool = False) -> str:
    """Return the user's result of a hand in words: "You win 830 (8.3 bb)", "You lose 2 antes"."""
    if net == 0:
        return tr("You broke even") if past else tr("You break even")
    if net > 0:
        words = tr("You won {amount}") if past else tr("You win {amount}")
    else:
        words = tr("You lost {amount}") if past else tr("You lose {amount}")
    return words.format(amount=amount_text(money, abs(net)))


def winner_text(money: Money, name: str, net: int) -> str:
    if net == 0:
        return tr("The pot is split")
    return tr("{name} wins {amount}").format(name=name, amount=amount_text(money, net))


def amount_text(money: Money, amount: int) -> str:
    """Return chips with big blinds where these are another number: "830 (8.3 bb)"; or antes."""
    game = money.game
    if has_antes(game):
        antes = amount / game.big_blind
        return tr.plural("1 ante", "{antes} antes", antes).format(antes=f"{antes:,.10g}")
    if game.big_blind == 1 and not money.in_blinds:
        return tr.plural("1 chip", "{chips} chips", amount).format(chips=chips(amount))
    other = money.other(amount)
    return f"{money.text(amount)} ({other})" if other else money.text(amount)


MOST_PARTS = 4
"""Most pots shown beside each other; the last one collects the rest."""
_COINS = 3
Shares = Callable[[Sequence[int]], Sequence[float]]


def pot_name(index: int) -> str:
    return tr("Side pot {number}").format(number=index) if index else tr("Main pot")


def short_names(count: int, pots: Sequence[int]) -> tuple[str, ...]:
    """Return short names of some of ``count`` pots: "Main", "Side 1"; of many, then "2", "3"."""
    names = [tr("Main")]
    for number in range(1, count):
        bare = count > MOST_PARTS - 1 and number > 1
        names.append(str(number) if bare else tr("Side {number}").format(number=number))
    return tuple(names[pot] for pot in pots)


def winners_of(pots: Sequence[Pot], won: Sequence[PotWon]) -> list[tuple[int, ...]]:
    """Return the positions that won each pot, derived from the payments.

    The rulebook pays pots with the same winners as one, so several in a row may be paid together.
    """
    paid: dict[int, list[PotWon]] = {}
    for part in won:
        paid.setdefault(part.pot, []).append(part)
    winners: list[tuple[int, ...]] = []
    groups = iter(paid.values())
    group: list[PotWon] = []
    left = 0
    for pot in pots:
        if left <= 0:
            group = next(groups, [])
            left = sum(part.amount for part in group)
        winners.append(tuple(part.seat for part in group))
        left -= pot.amount
    return winners


def pot_parts(
    pots: Sequence[Pot],
    order: Sequence[int],
    names: Sequence[str],
    persons: frozenset[int],
    money: Money,
    won: Sequence[PotWon],
    shares: Shares | None = None,
) -> tuple[PotPart, ...]:
    """Return the pots side by side; nothing if there is only one.

    Args:
        order: positions in their order round the table.
        names: players by position.
        won: the payments, once the hand is over.
        shares: the part of a pot that some positions win on average, if known.
    """
    if len(pots) < 2:
        return ()
    seats = winners_of(pots, won) if won else [pot.seats for pot in pots]
    shown = [(pot_name(i), pot.amount, seats[i]) for i, pot in enumerate(pots)]
    if len(shown) > MOST_PARTS:
        rest = range(MOST_PARTS - 1, len(pots))
        together = tuple(sorted({seat for i in rest for seat in seats[i]}))
        name = tr("Side pots {first} to {last}").format(first=rest[0], last=rest[-1])
        shown[rest[0] :] = [(name, sum(pots[i].amount for i in rest), together)]
    return tuple(
        PotPart(
            name,
            money.number(amount),
            chip_columns(amount, _COINS),
            _rivals(order, rivals, names, persons, None if won else shares),
            bool(won),
        )
        for name, amount, rivals in shown
    )


def _rivals(
    order: Sequence[int],
    rivals: Sequence[int],
    names: Sequence[str],
    persons: frozenset[int],
    shares: Shares | None,
) -> tuple[PotRival, ...]:
    """Return positions in their order round the table, with their average winnings if known."""
    seated = [(at, seat) for at, seat in enumerate(order) if seat in rivals]
    others = [PotRival(names[seat], seat in persons, seat=at) for at, seat in seated]
    if shares is not None:
        known = shares([seat for _, seat in seated])
        others = [
            replace(rival, share=share, percent=f"{100 * share:.0f}%")
            for rival, share in zip(others, known, strict=True)
        ]
    return tuple(others)


def shares_of_pots(pots: Sequence[Pot], won: Sequence[PotWon], names: Sequence[str]) -> str:
    """Return the winners of each pot: "main pot and side pot 1: You, side pot 2: Slate".

    Empty if the same players took all of them.
    """
    seats = winners_of(pots, won)
    if len(set(seats)) < 2:
        return ""
    told = []
    for winners in dict.fromkeys(seats):
        taken = [pot_name(i).lower() for i, one in enumerate(seats) if one == winners]
        told.append(labelled(listed(taken), listed([names[s] for s in winners])))
    return phrases(told)


def _less(chips: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(int.__sub__, chips, taken))


class TableSceneBuilder:
    """Seats, bets, board and pot of one hand after the events so far.

    Args:
        names: players by position.
        open_seats: positions whose cards the viewer may see from the start.
        first: position shown first (at the bottom); the others follow clockwise.
        rake: taken from the winnings at the end.

    Attributes:
        won: chips won by position, and their net results ``payoffs`` at the end: after the rake.
        taken: the rake by position.
    """

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        persons: frozenset[int],
        open_seats: frozenset[int],
        first: int,
        unit: AmountUnit = "chips",
        rake: Rake = NO_RAKE,
    ) -> None:
        self.game = game
        self.names = names
        self.unit = unit
        self._persons = persons
        self._open = open_seats
        self._rake = rake
        players = game.num_players
        self.order = tuple((first + i) % players for i in range(players))
        self.stacks = list(game.stacks)
        self.bets = [0] * players
        self.spent = [0] * players
        self.antes = game.dead
        self._positions = ("",) * players
        if players > 2 and not game.ante:
            self._positions = positions_of(game)
        self.holes: list[tuple[Card, ...] | None] = [None] * players
        self.dealt = [False] * players
        self.folded = [False] * players
        self._last = [("", 0)] * players  # words, and the amount that goes into them
        self.board: tuple[Card, ...] = ()
        self.won = [0] * players
        self.taken = (0,) * players
        self.pots_won: list[PotWon] = []
        self._last_pots: tuple[Pot, ...] = ()
        self.payoffs: tuple[int, ...] | None = None
        self.best: frozenset[Card] = frozenset()

    @property
    def money(self) -> Money:
        return Money(self.game, self.unit)

    @property
    def collected(self) -> int:
        return 0 if self.payoffs is not None else self.antes + sum(self.spent)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots in the middle, or those that were played for; none if only one."""
        if self.payoffs is not None:
            return self._last_pots
        short = any(
            stack == 0 and not out for stack, out in zip(self.stacks, self.folded, strict=True)
        )
        if self.game.is_heads_up or not short:
            return ()
        pots = pots_of(self.game, self.spent, self.folded)
        return pots if len(pots) > 1 else ()

    @property
    def pot(self) -> int:
        return self.collected + sum(self.bets)

    def index_of(self, seat: int) -> int:
        return self.order.index(seat)

    def take(self, event: Event) -> tuple[Step, ...]:
        """Apply one event; return the motion steps to the new picture."""
        match event:
            case Posted(seat, amount, ante):
                self._post(seat, amount, ante)
            case HoleDealt(seat, cards):
                self.dealt[seat] = True
                if seat in self._open:
                    self.holes[seat] = cards
                return tuple(DealCard(self.index_of(seat), i) for i in range(len(cards)))
            case Acted():
                return self._act(event)
            case Returned(seat, amount):
                self.bets[seat] = max(0, self.bets[seat] - amount)
                self.stacks[seat] += amount
                return (ReturnChips(self.index_of(seat)),)
            case Shown(seat, cards):
                known = self.holes[seat] is not None
                self.holes[seat] = cards
                return () if known else (ShowCards(self.index_of(seat)),)
            case BoardDealt(_, cards):
                first = len(self.board)
                self.board = (*self.board, *cards)
                self._clear_actions()
                return tuple(TurnBoard(first + i) for i in range(len(cards)))
            case PotWon(_, seat, amount):
                self.won[seat] += amount
                self.pots_won.append(event)
            case HandEnded(payoffs):
                return self._pay(payoffs)
        return ()

    def follow(self, events: Iterable[Event]) -> None:
        """Apply events that are not shown one by one."""
        for event in events:
            if isinstance(event, BoardDealt | Shown | PotWon):
                self.collect()
            self.take(event)

    def _post(self, seat: int, amount: int, ante: bool) -> None:
        self.stacks[seat] -= amount
        if ante:
            self.antes += amount
            return
        if self.game.ante:
            self.spent[seat] += amount
            return
        self.bets[seat] += amount
        big = self.game.big_blind
        posted = tr("small blind") if amount < big else tr("big blind")
        self._last[seat] = (tr("straddle") if amount > big else posted, 0)

    def _act(self, event: Acted) -> tuple[Step, ...]:
        seat, kind = event.seat, event.action.kind
        you, facing_bet = seat in self._persons, max(self.bets) > 0
        self.stacks[seat] -= event.added
        self.bets[seat] += event.added
        amount = event.action.raise_to
        if kind is ActionKind.FOLD:
            self.folded[seat] = True
            text = tr("fold") if you else tr("folds")
        elif kind is ActionKind.CALL:
            amount = event.added
            called = tr("call {chips}") if you else tr("calls {chips}")
            checked = tr("check") if you else tr("checks")
            text = called if event.added else checked
        elif facing_bet:
            text = tr("raise to {chips}") if you else tr("raises to {chips}")
        else:
            text = tr("bet {chips}") if you else tr("bets {chips}")
        if event.all_in:
            text = tr("{action}, all-in").format(action=text)
        self._last[seat] = (text, amount)
        return (BetChips(self.index_of(seat)),) if event.added else ()

    def collect(self) -> bool:
        """Move all bets to the pot at the end of a street; return whether there were any."""
        any_bets = any(self.bets)
        self.spent = [a + b for a, b in zip(self.spent, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)
        return any_bets

    def _clear_actions(self) -> None:
        """Forget the actions of the street before, except folds and all-ins."""
        for seat, stack in enumerate(self.stacks):
            if not self.folded[seat] and stack > 0:
                self._last[seat] = ("", 0)

    def _pay(self, payoffs: tuple[int, ...]) -> tuple[Step, ...]:
        self._last_pots = self.pots
        taken = self._rake.taken(self.game, self.won, flop=bool(self.board))
        self.taken = tuple(taken.tolist())
        self.payoffs = _less(payoffs, self.taken)
        self.won = list(_less(self.won, self.taken))
        winners = tuple(self.index_of(seat) for seat, won in enumerate(self.won) if won)
        for seat, won in enumerate(self.won):
            self.stacks[seat] += won
            if not self.folded[seat]:
                self._last[seat] = self._taken(seat, shared=len(winners) > 1)
        return (PayPot(winners),)

    def _taken(self, seat: int, *, shared: bool) -> tuple[str, int]:
        you, won = seat in self._persons, self.won[seat]
        if not won:
            return "", 0
        if shared and not self._last_pots:
            return (tr("split the pot") if you else tr("splits the pot")), 0
        return (tr("take {chips}") if you else tr("takes {chips}")), won

    def seat_scene(self, seat: int, *, to_act: bool = False, thinking: bool = False) -> SeatScene:
        person = seat in self._persons
        if to_act and not thinking:
            action = tr("to act")
        elif thinking:
            action = tr("is thinking")
        else:
            words, amount = self._last[seat]
            action = words.format(chips=self.money.text(amount))
        stack, note = self._stack_texts(seat)
        return SeatScene(
            name=self.names[seat],
            action=action,
            stack=stack,
            stack_note=note,
            cards=self._cards(seat),
            person=person,
            to_act=to_act,
            thinking=thinking,
            dealer=seat == self.game.dealer,
            folded=self.folded[seat],
            pots=self._can_win(seat),
            position=self._positions[seat],
        )

    def _can_win(self, seat: int) -> tuple[str, ...]:
        pots = self.pots if self.payoffs is None else ()
        return short_names(len(pots), [i for i, pot in enumerate(pots) if seat in pot.seats])

    def _stack_texts(self, seat: int) -> tuple[str, str]:
        if self.game.has_stacks:
            stack = self.stacks[seat]
            return self.money.text(stack), self.money.other(stack)
        return self.money.signed(self.stacks[seat] - self.game.stacks[seat]), tr("this hand")

    def _cards(self, seat: int) -> tuple[CardView, ...]:
        hole = self.holes[seat]
        mucked = self.folded[seat]
        if hole is not None:
            shown = sorted(hole, reverse=True)
            return tuple(
                card_view(self.game, card, mucked=mucked, best=card in self.best) for card in shown
            )
        if not self.dealt[seat]:
            return ()
        back = CardView(mucked=True) if mucked else FACE_DOWN
        return (back,) * self.game.num_hole

    def scene(
        self, seats: Iterable[SeatScene], shares: Shares | None = None, **more: Any
    ) -> TableScene:
        """Build the table; ``more`` are further fields of the scene."""
        bets, board = self.bet_scenes(), self.board_scene()
        return TableScene(tuple(seats), bets, board, pot=self.pot_scene(shares), **more)

    def empty_scene(self, marks: Sequence[str] = "", **more: Any) -> TableScene:
        """Build the table before the first hand: everything in place, no dealer."""
        seats = (
            replace(
                self.seat_scene(seat),
                dealer=False,
                mark=marks[place] if marks else "",
                position="",
            )
            for place, seat in enumerate(self.order)
        )
        return self.scene(seats, **more)

    @property
    def board_words(self) -> str:
        return " ".join(card_view(self.game, card).name for card in self.board)

    def board_scene(self) -> tuple[CardView | None, ...]:
        shown = [card_view(self.game, card, best=card in self.best) for card in self.board]
        return (*shown, *(None,) * (self.game.board_sizes[-1] - len(shown)))

    def bet_scenes(self) -> tuple[BetScene, ...]:
        return tuple(
            BetScene(self.money.number(self.bets[s]), chip_columns(self.bets[s]))
            if self.bets[s]
            else BetScene()
            for s in self.order
        )

    def pot_scene(self, shares: Shares | None = None) -> PotScene:
        """Return the pot with its parts and their unit: "Pot 13.8 bb", "8.3 + bet 5.5"."""
        seated = (self.order, self.names, self._persons)
        parts = pot_parts(self.pots, *seated, self.money, self.pots_won, shares)
        if not self.pot:
            return PotScene(parts=parts)
        text = tr("Pot {chips}").format(chips=self.money.text(self.pot))
        bets = [self.money.number(bet) for bet in sorted(self.bets) if bet]
        note = ""
        count = len(bets)
        if count > _MOST_BETS:
            bets = [self.money.number(sum(self.bets))]
        if bets and self.collected:
            word = tr.plural("{pot} + bet {bets}", "{pot} + bets {bets}", count)
            note = word.format(pot=self.money.number(self.collected), bets=enumerated(bets))
        return PotScene(text, note, chip_columns(self.collected), parts)


_MOST_BETS = 4
"""Most bets that are listed beside the pot; of more the sum."""
_HOLD_MS: dict[type, int] = {Acted: 300, BoardDealt: 250, Shown: 450}


def frames_of(
    picture: TableSceneBuilder,
    events: Sequence[Event],
    passing: Callable[[], TableScene],
    at_rest: Callable[[], TableScene] | None = None,
) -> list[TableFrame]:
    """Apply events to ``picture``; return one frame per visible change.

    Args:
        picture: the table before the events; it is updated.
        passing: builds the picture between two events.
        at_rest: builds it after the last one; None if that is not the end.
    """
    frames: list[TableFrame] = []
    deals: list[DealCard] = []
    for event, after in zip_longest(events, events[1:]):
        if isinstance(event, BoardDealt | Shown | PotWon) and picture.collect():
            frames.append(TableFrame(passing(), (CollectBets(),)))
        steps = picture.take(event)
        if isinstance(event, HoleDealt):
            deals += [step for step in steps if isinstance(step, DealCard)]
            if isinstance(after, HoleDealt):
                continue
            deals.sort(key=lambda deal: (deal.index, deal.seat))
            steps, deals = tuple(deals), []
        last = after is None and at_rest is not None
        if steps or last or isinstance(event, Acted | HandEnded):
            scene = at_rest() if last and at_rest is not None else passing()
            frames.append(TableFrame(scene, steps, _HOLD_MS.get(type(event), 0)))
    return frames
