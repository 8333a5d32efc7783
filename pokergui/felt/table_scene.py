"""Builds the table scene from events, with only what the viewer may see.

Live hands, replays and watched matches share it.
"""

from __future__ import annotations

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
from engine.pots import Pot, pots_of
from pokergui.felt.sidepots import Shares, pot_parts, short_names
from pokergui.formatting.words import Money, card_view
from pokergui.language import tr
from pokergui.language.joins import enumerated
from pokergui.viewmodel import (
    FACE_DOWN,
    BetChips,
    BetScene,
    CardView,
    DealCard,
    PayPot,
    PotScene,
    ReturnChips,
    SeatScene,
    ShowCards,
    Step,
    TurnBoard,
    chip_columns,
)
from pokergui.viewmodel.settings import AmountUnit


class TableSceneBuilder:
    """Seats, bets, board and pot of one hand after the events so far.

    Args:
        game: the game.
        names: players by position.
        persons: positions of human players.
        open_seats: positions whose cards the viewer may see from the start.
        first: position shown first (at the bottom); the others follow clockwise.
        unit: the unit of amounts shown.
    """

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        persons: frozenset[int],
        open_seats: frozenset[int],
        first: int,
        unit: AmountUnit = "chips",
    ) -> None:
        self.game = game
        self.names = names
        self.unit = unit
        self._persons = persons
        self._open = open_seats
        players = game.num_players
        self.order = tuple((first + i) % players for i in range(players))
        self.stacks = list(game.stacks)
        self.bets = [0] * players
        self.spent = [0] * players
        self.holes: list[tuple[Card, ...] | None] = [None] * players
        self.dealt = [False] * players
        self.folded = [False] * players
        self._last = [("", 0)] * players  # words, and the amount that goes into them
        self.board: tuple[Card, ...] = ()
        self.won = [0] * players
        self.pots_won: list[PotWon] = []
        self._last_pots: tuple[Pot, ...] = ()
        self.payoffs: tuple[int, ...] | None = None
        self.best: frozenset[Card] = frozenset()

    @property
    def money(self) -> Money:
        """The way in which amounts are written."""
        return Money(self.game, self.unit)

    @property
    def collected(self) -> int:
        """Chips in the middle."""
        return 0 if self.payoffs is not None else sum(self.spent)

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
        found = pots_of(self.game, self.spent, self.folded)
        return found if len(found) > 1 else ()

    @property
    def pot(self) -> int:
        """All chips in the middle and in front of the seats."""
        return self.collected + sum(self.bets)

    def index_of(self, seat: int) -> int:
        """Return the seat at which a position is shown: 0 is the bottom."""
        return self.order.index(seat)

    def take(self, event: Event) -> tuple[Step, ...]:
        """Apply one event; return the motion steps to the new picture."""
        match event:
            case Posted(seat, amount):
                self._post(seat, amount)
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

    def _post(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        if self.game.ante:
            self.spent[seat] += amount
            return
        self.bets[seat] += amount
        small = amount < self.game.big_blind
        self._last[seat] = (tr("small blind") if small else tr("big blind"), 0)

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
        self.payoffs = payoffs
        winners = tuple(self.index_of(seat) for seat, won in enumerate(self.won) if won)
        for seat, won in enumerate(self.won):
            self.stacks[seat] += won
            if not self.folded[seat]:
                self._last[seat] = self._taken(seat, shared=len(winners) > 1)
        return (PayPot(winners),)

    def _taken(self, seat: int, *, shared: bool) -> tuple[str, int]:
        """Return what a seat took from the pot; empty for a loser."""
        you, won = seat in self._persons, self.won[seat]
        if not won:
            return "", 0
        if shared and not self._last_pots:
            return (tr("split the pot") if you else tr("splits the pot")), 0
        return (tr("take {chips}") if you else tr("takes {chips}")), won

    def seat_scene(self, seat: int, *, to_act: bool = False, thinking: bool = False) -> SeatScene:
        """Return one seat in its present state."""
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
        )

    def _can_win(self, seat: int) -> tuple[str, ...]:
        """Return the short names of the pots a seat can win, if there are several."""
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

    def board_scene(self) -> tuple[CardView | None, ...]:
        """Return the board with empty slots for undealt cards."""
        shown = [card_view(self.game, card, best=card in self.best) for card in self.board]
        return (*shown, *(None,) * (self.game.board_sizes[-1] - len(shown)))

    def bet_scenes(self) -> tuple[BetScene, ...]:
        """Return the chips in front of each seat, as shown; the pot names the unit."""
        return tuple(
            BetScene(self.money.number(self.bets[s]), chip_columns(self.bets[s]))
            if self.bets[s]
            else BetScene()
            for s in self.order
        )

    def pot_scene(self, shares: Shares | None = None) -> PotScene:
        """Return the pot with its parts and their unit: "Pot 13.8 bb", "8.3 + bet 5.5".

        Args:
            shares: the part of a pot that some positions win on average, if known.
        """
        seated = (self.order, self.names, self._persons)
        parts = pot_parts(self.pots, *seated, self.money, self.pots_won, shares)
        if not self.pot:
            return PotScene(parts=parts)
        text = tr("Pot {chips}").format(chips=self.money.text(self.pot))
        bets = [self.money.number(bet) for bet in sorted(self.bets) if bet]
        note = ""
        if bets and self.collected:
            word = tr.plural("{pot} + bet {bets}", "{pot} + bets {bets}", len(bets))
            note = word.format(pot=self.money.number(self.collected), bets=enumerated(bets))
        return PotScene(text, note, chip_columns(self.collected), parts)
