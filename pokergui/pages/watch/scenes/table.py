"""The table of a watched match: all hands open, the engines' answers, win probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card, card_rank, card_suit
from engine.evaluator import Category, describe
from engine.game import Game
from engine.player import Action, ActionKind, PublicState, Strategy
from engine.rake import NO_RAKE, Rake
from pokergui.felt.ending import ending, winning_cards
from pokergui.felt.table_scene import Shares, TableSceneBuilder, frames_of, winner_text
from pokergui.formatting.handname import hand_name
from pokergui.formatting.sizing import menu_of
from pokergui.formatting.words import Money, blinds_text, chips, rank_word
from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases
from pokergui.pages.watch.viewmodel import SIDES, WinPart, WinScene
from pokergui.pages.watch.work import Answered, Moved
from pokergui.viewmodel import (
    ActionShare,
    FeltNote,
    ResultScene,
    SeatScene,
    TableFrame,
    TableScene,
)
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.settings import AmountUnit

_FULL_BOARD = 5
_ACE = 12


def hand_note(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> str:
    """Return words such as "king kicker" or "flush draw, gutshot"; empty if there are none."""
    if game.board_sizes[-1] != _FULL_BOARD or not board:
        return ""
    made = describe((*hole, *board))
    notes: list[str] = []
    if len(board) < _FULL_BOARD and made.category < Category.STRAIGHT:
        notes = _draws(hole, board)
    if not notes and made.category is Category.PAIR:
        pair = card_rank(made.cards[0])
        kicker = max((card_rank(c) for c in made.cards if card_rank(c) != pair), default=None)
        if kicker is not None:
            notes.append(tr("{rank} kicker").format(rank=rank_word(game, kicker)))
    return phrases(notes)


def _draws(hole: Sequence[Card], board: Sequence[Card]) -> list[str]:
    """Return the draws that one card completes and that a hole card is part of."""
    cards = (*hole, *board)
    suited = [sum(card_suit(c) == card_suit(mine) for c in cards) for mine in hole]
    draws = [tr("flush draw")] if _FULL_BOARD - 1 in suited else []
    mine, ranks = {card_rank(c) for c in hole}, {card_rank(c) for c in cards}
    outs = [rank for rank in range(13) if rank not in ranks and _straight(ranks | {rank}, mine)]
    if len(outs) > 1:
        draws.append(tr("open-ended"))
    elif outs:
        draws.append(tr("gutshot"))
    return draws


def _straight(ranks: set[int], mine: set[int]) -> bool:
    """Return whether five ranks in a row include a hole card; aces count low, too."""
    for low in range(-1, 9):
        row = {_ACE if rank < 0 else rank for rank in range(low, low + 5)}
        if row <= ranks and row & mine:
            return True
    return False


def _win_shares(moved: Moved) -> dict[int, float]:
    """Return the shares of the engines that are still in; empty once only one is."""
    if moved.share is not None:
        return {0: moved.share, 1: 1 - moved.share}
    if moved.chances is None:
        return {}
    players = moved.spot.game.num_players
    live = [seat for seat in range(players) if not moved.spot.folded(seat)]
    seated = zip(live, moved.chances.shares(live), strict=True)
    return {(seat - moved.seat_a) % players: share for seat, share in seated}


_LEAST_SHARE = 0.005


class WatchTable:
    """A table at which engines keep their places, whatever their positions.

    With two engines the first sits at the top; with more it sits at the bottom and the others
    follow clockwise.
    """

    def __init__(
        self,
        game: Game,
        titles: tuple[str, ...],
        duplicate: bool,
        unit: AmountUnit = "chips",
        rake: Rake = NO_RAKE,
    ) -> None:
        self._unit = unit
        self.game = game
        self.titles = titles
        self._duplicate = duplicate
        self._rake = rake
        self._picture: TableSceneBuilder | None = None
        self._answers: dict[int, tuple[PublicState, Answered]] = {}
        self._thinking = False
        self.now: Moved | None = None  # what the table shows
        self._odds: dict[int, float] = {}  # shares of the main pot by engine

    def _begin_hand(self, moved: Moved) -> None:
        players = self.game.num_players
        self._picture = TableSceneBuilder(
            self.game,
            tuple(self.titles[(seat - moved.seat_a) % players] for seat in range(players)),
            frozenset(),
            frozenset(range(players)),
            1 - moved.seat_a if self.game.is_heads_up else moved.seat_a,
            self._unit,
            self._rake,
        )
        self._answers, self._odds = {}, {}

    def show_in(self, unit: AmountUnit) -> None:
        self._unit = unit
        if self._picture is not None:
            self._picture.unit = unit

    def follow(self, moved: Moved) -> list[TableFrame]:
        """Take what happened and return the frames that lead to the new picture.

        A hand that was not shown before comes with everything that happened in it.
        """
        if self.now is None or self.now.finished:
            self._begin_hand(moved)
        self.now, self._thinking = moved, not moved.finished
        self._odds = _win_shares(moved) or self._odds
        return frames_of(self._shown, moved.events, self._passing, self._at_rest)

    def _at_rest(self) -> TableScene:
        assert self.now is not None
        picture = self._shown
        picture.best = winning_cards(picture, self.now.spot, picture.holes)
        return self.scene()

    def show_answer(self, answered: Answered) -> TableScene:
        assert self.now is not None, "no hand has been dealt"
        self._thinking = False
        spot = self.now.spot
        self._answers[spot.to_act] = (spot, answered)
        return self.scene()

    @property
    def _shown(self) -> TableSceneBuilder:
        assert self._picture is not None, "no hand has been dealt"
        return self._picture

    def scene(self) -> TableScene:
        assert self.now is not None, "no hand has been dealt"
        spot = self.now.spot
        return self._table(spot.to_act, self._status(spot))

    def _passing(self) -> TableScene:
        return self._table(-1, "")

    def _table(self, to_act: int, status: str) -> TableScene:
        picture, number = self._shown, self.now.number if self.now is not None else 0
        return picture.scene(
            (self._seat(seat, to_act=seat == to_act) for seat in picture.order),
            self._shares_of_pots(),
            title=tr("Hand {number}").format(number=chips(number)),
            subtitle=self._subtitle(number),
            tag=tr("Hands face up"),
            result=self._result() if picture.payoffs else None,
            status=status,
        )

    def _subtitle(self, number: int) -> str:
        if not self._duplicate:
            return blinds_text(self.game)
        pair, second = divmod(number - 1, self.game.num_players)
        if not self.game.is_heads_up:
            return tr("deal {deal}, seating {number} of {all}").format(
                deal=chips(pair + 1), number=second + 1, all=self.game.num_players
            )
        word = tr("duplicate pair {pair}, other seats") if second else tr("duplicate pair {pair}")
        return word.format(pair=chips(pair + 1))

    def _seat(self, seat: int, *, to_act: bool = False) -> SeatScene:
        picture = self._shown
        scene = picture.seat_scene(seat, to_act=to_act, thinking=to_act and self._thinking)
        scene = replace(scene, hand=self._hand(seat), shares=self._shares(seat))
        if self.game.is_heads_up:
            return scene
        if picture.payoffs is not None:  # the bottom of its plate names the hand then
            scene = replace(scene, shares=())
        return replace(scene, mark=SIDES[picture.index_of(seat)])

    def _shares(self, seat: int) -> tuple[ActionShare, ...]:
        if seat not in self._answers:
            return ()
        return _shares(*self._answers[seat], self._unit)

    def _hand(self, seat: int) -> FeltNote:
        """Return what a seat's cards make on the shown board, and their draws."""
        picture = self._shown
        hole = picture.holes[seat]
        if hole is None or picture.folded[seat] or not picture.board:
            return FeltNote()
        return FeltNote(
            hand_name(self.game, (*hole, *picture.board)),
            hand_note(self.game, hole, picture.board),
        )

    def _result(self) -> ResultScene:
        picture = self._shown
        payoffs = picture.payoffs
        assert payoffs is not None
        if not self.game.is_heads_up:
            assert self.now is not None
            return ending(picture, self.now.spot, picture.holes, -1)
        seat = max(range(2), key=lambda seat: payoffs[seat])
        text = winner_text(picture.money, picture.names[seat], payoffs[seat])
        folded = picture.folded[1 - seat]
        note = tr("{name} folds").format(name=picture.names[1 - seat]) if folded else ""
        return ResultScene(text, note)

    def _status(self, spot: PublicState) -> str:
        picture = self._shown
        if picture.payoffs:
            result = self._result()
            return phrases((result.text, result.note))
        board = picture.board_words
        parts = [tr("Board {cards}").format(cards=board)] if board else []
        parts.append(tr("pot {chips}").format(chips=picture.money.text(spot.pot)))
        parts.append(tr("{name} is to act").format(name=picture.names[spot.to_act]))
        text = phrases(parts)
        return text[:1].upper() + text[1:]

    # Win probabilities

    def _shares_of_pots(self) -> Shares | None:
        """Return the parts of a pot that positions win, once the table shows their board."""
        now = self.now
        if now is None or now.chances is None or self._shown.board != now.spot.board:
            return None
        return now.chances.shares

    def win(self) -> WinScene | None:
        """Return win probabilities with the current cards, or those before a fold."""
        odds = self._odds
        if self.now is None or not odds:
            return None
        missing = self.game.board_sizes[-1] - len(self.now.spot.board)
        words = {0: tr("at the showdown"), 1: tr("one card to come"), 2: tr("two cards to come")}
        come = words.get(missing, tr("before the flop"))
        percents = {player: f"{100 * share:.0f}%" for player, share in odds.items()}
        if self.game.is_heads_up:  # both figures add up
            first = round(100 * odds[0], 1)
            percents = {0: f"{first:.1f}%", 1: f"{100 - first:.1f}%"}
        parts = (
            WinPart(title, percents.get(player, tr("folded")), odds.get(player, 0.0), side)
            for player, (title, side) in enumerate(zip(self.titles, SIDES, strict=False))
        )
        return WinScene(tr("win probability, {come}").format(come=come), tuple(parts))


def empty_table(game: Game, titles: tuple[str, ...], unit: AmountUnit = "chips") -> TableScene:
    names = titles[::-1] if game.is_heads_up else titles
    picture = TableSceneBuilder(game, names, frozenset(), frozenset(), 0, unit)
    return picture.empty_scene("" if game.is_heads_up else SIDES)


def _shares(spot: PublicState, answered: Answered, unit: AmountUnit) -> tuple[ActionShare, ...]:
    """Return the answer for the cards held, or the one action of an engine that can only act."""
    money = Money(spot.game, unit)
    row: Strategy | None = answered.row
    if row is None:
        items = menu_of(spot, [answered.action])
        return (_share(money, spot, items[0].head, items[0].actions, 1.0, many=False),)
    weight = dict(zip(row.actions, row.probabilities[0].tolist(), strict=True))
    weights = [(item, sum(weight[a] for a in item.actions)) for item in menu_of(spot, row.actions)]
    kept = [(item, share) for item, share in weights if share >= _LEAST_SHARE]
    total = sum(share for _, share in kept) or 1.0
    many = sum(item.head.tone not in ("fold", "call", "allin") for item, _ in kept) > 1
    return tuple(
        _share(money, spot, item.head, item.actions, share / total, many=many)
        for item, share in kept
    )


def _share(
    money: Money,
    spot: PublicState,
    head: GridAction,
    actions: Sequence[Action],
    share: float,
    *,
    many: bool,
) -> ActionShare:
    """Build one segment; if there are several bets, each has only its amount."""
    first = actions[0]
    if first.kind is ActionKind.FOLD:
        text = tr("fold")
    elif first.kind is ActionKind.CALL:
        text = tr("call") if spot.legal.call else tr("check")
    elif head.tone == "allin":
        text = tr("all-in")
    else:
        text = money.text(actions[len(actions) // 2].raise_to)
        if not many:
            text = f"{tr('raise') if spot.max_bet else tr('bet')} {text}"
    return ActionShare(text, f"{100 * share:.0f}%", share, head.tone, head.rank)
