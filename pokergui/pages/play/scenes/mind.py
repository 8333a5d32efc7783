"""A belief about the user's hand, and the decision of a reader that follows from one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

from ai.opponent.belief import Belief
from ai.opponent.explanation import Reasons, Weighed
from engine.cards import Card, card_rank
from engine.combos import combo_index, num_combos
from engine.game import Game
from engine.player import FOLD, Action, ActionKind, PublicState
from engine.policy import blocked
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import (
    MINUS,
    card_view,
    chips,
    ev_text,
    ev_unit,
    hands_text,
    percent,
    phrase,
    signed,
    street_name,
)
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_sentences, phrases
from pokergui.pages.play.viewmodel import ExpectedRow, Leak, MindScene, ReasonsScene, WeighedRow
from pokergui.ranges.grid_values import shape_of
from pokergui.viewmodel import CardView, ExplainerItem, ExplainerScene, Figure
from pokergui.viewmodel.grid import GridCell, GridScene

_EVEN = 0.25
"""Relative brightness of a combo of average likelihood."""
_LONG = 0.2
"""Bits whose bar fills the room, unless an action gave away more."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Revealed:
    """The most revealing action of the session."""

    bits: float
    title: str
    hand: int

    @property
    def words(self) -> str:
        return tr("Most revealing action this session: {action}, hand {hand}, {bits} bits").format(
            action=phrase(self.title), hand=chips(self.hand), bits=bits_text(self.bits)
        )


@dataclass(frozen=True)
class Read:
    """A model's belief at a moment, ready to be shown.

    Attributes:
        most: bits and title of the action of this hand that gave away most, if any did.
    """

    scene: MindScene
    most: tuple[float, str] | None


def read(belief: Belief, spot: PublicState, hole: Sequence[Card]) -> Read:
    """Turn a belief into texts and a grid; the user's own cards only mark their cell."""
    game = spot.game
    titles = [line_action(spot, stage.place) for stage in belief.stages]
    bits = [stage.bits for stage in belief.stages]
    shown = rounded(bits)
    longest = max([_LONG, *bits])
    leaks = tuple(
        Leak(title, bits_text(value / 100), max(0.0, exact) / longest)
        for title, value, exact in zip(titles, shown, bits, strict=True)
    )
    merged = tuple(
        Leak(
            tr("{count} before").format(count=count),
            bits_text(sum(shown[:count]) / 100),
            min(1.0, max(0.0, sum(bits[:count])) / longest),
        )
        for count in range(2, len(bits) + 1)
    )
    most = num_combos(len(game.deck), game.num_hole)
    total = tr("{bits} of {most}").format(
        bits=bits_text(sum(shown) / 100), most=f"{log2(most):.3g}"
    )
    scene = MindScene(
        grid=belief_grid(belief.weights, spot, hole),
        leaks=leaks,
        merged=merged,
        total=total,
        own=own_cards(game, hole),
        own_share=share_text(float(belief.weights[combo_index(hole, game.deck)])),
        note="" if leaks else tr("Nothing yet: you have not acted in this hand."),
    )
    best = max(zip(shown, titles, strict=True), default=None)
    return Read(scene, (best[0] / 100, best[1]) if best is not None and best[0] > 0 else None)


def line_action(spot: PublicState, place: int) -> str:
    """Describe an action of a line: "Call preflop"; "Call" if there is only one round."""
    before = PublicState(spot.game, spot.actions[:place], ())
    verb = _verb(before, spot.actions[place])
    if spot.game.num_rounds == 1:
        return verb
    street = street_name(spot.game, before.street)
    return tr("{action} {street}").format(action=verb, street=phrase(street))


def _verb(spot: PublicState, action: Action) -> str:
    if action.kind is ActionKind.FOLD:
        return tr("Fold")
    if action.kind is ActionKind.CALL:
        return tr("Call") if spot.legal.call else tr("Check")
    if not spot.game.is_limit and action.raise_to == spot.legal.max_raise:
        return tr("All-in")
    return tr("Raise") if spot.max_bet else tr("Bet")


def belief_grid(
    weights: Numbers, spot: PublicState, hole: Sequence[Card], known: Sequence[Card] = ()
) -> GridScene:
    """Return a belief about the user's hand as a grid.

    Args:
        weights: (num_combos,) of the belief.
        hole: the user's cards, which mark their cell.
        known: cards beside the board that rule out hands, such as the engine's own.
    """
    game = spot.game
    shape = shape_of(game, ())
    count = shape.rows * shape.columns
    free = ~blocked(game, (*spot.board, *known))
    possible = np.bincount(shape.cell_of, free, count)
    whole = np.bincount(shape.cell_of, weights, count)
    if game.num_hole == 1:
        heights = whole
    else:
        each = whole / np.maximum(possible, 1.0)
        top = max(float(each.max()), 1.0 / (_EVEN * max(1.0, float(possible.sum()))))
        heights = np.sqrt(each / top)
    cells = tuple(
        _cell(game, label, int(number), share, height)
        for label, number, share, height in zip(
            shape.labels, possible.tolist(), whole.tolist(), heights.tolist(), strict=True
        )
    )
    marked = int(shape.cell_of[combo_index(hole, game.deck)])
    return GridScene(shape.rows, shape.columns, cells, marked=marked, shaded=True)


def _cell(game: Game, label: str, number: int, share: float, height: float) -> GridCell:
    if not number:
        words = tr("{cards}, not possible").format(cards=label)
        return GridCell(label, possible=False, spoken=words)
    told = share_text(share)
    if number == 1 or game.num_hole == 1:
        words = tr("{cards}: {share}").format(cards=label, share=told)
    else:
        words = tr("{cards}: {share} in {number} combos").format(
            cards=label, share=told, number=number
        )
    return GridCell(label, height=min(1.0, height), note=told, spoken=words)


def rounded(bits: Sequence[float]) -> list[int]:
    """Round to hundredths so that the parts add up to the rounded sum."""
    exact = [100.0 * value for value in bits]
    floors = [int(np.floor(value)) for value in exact]
    short = round(sum(exact)) - sum(floors)
    order = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])
    for place in order[:short]:
        floors[place] += 1
    return floors


def bits_text(value: float) -> str:
    return f"{value:.2f}".replace("-", MINUS)


def share_text(share: float) -> str:
    """Write a probability with the digits that distinguish it: "0.14%", "12.5%", "62%"."""
    percent = 100.0 * share
    if percent >= 99.95 or percent == 0.0:
        return f"{percent:.0f}%"
    if percent >= 9.95:
        return f"{percent:.1f}%"
    return f"{percent:.2f}%" if percent >= 0.005 else "<0.01%"


def own_cards(game: Game, hole: Sequence[Card]) -> tuple[CardView, ...]:
    return tuple(card_view(game, card) for card in sorted(hole, reverse=True))


@dataclass(frozen=True)
class Decided:
    """A decision of a reader in a finished hand."""

    reasons: Reasons
    action: Action
    hole: tuple[Card, ...]


def reasons_scene(name: str, hand: str, decided: Sequence[Decided], at: int) -> ReasonsScene:
    """Show a decision.

    Args:
        hand: title of the hand: "Hand 12"; empty if none has ended yet.
    """
    if not decided:
        text = tr(
            "After each hand against a Reader or a Literal reader its decisions are explained here."
        )
        return ReasonsScene(title=hand, empty=(tr("No reader decision to explain"), text))
    one = decided[at]
    reasons, spot, game = one.reasons, one.reasons.spot, one.reasons.spot.game
    unit = ev_unit(game)
    count = tr("{hand}, decision {number} of {count}").format(
        hand=hand, number=at + 1, count=len(decided)
    )
    grid = belief_grid(reasons.held, spot, one.hole, reasons.hole)
    model = tr("{name}’s model of you: {hands}").format(name=name, hands=hands_text(reasons.hands))
    place = phrases((street_name(game, spot.street), tr("pot {pot}").format(pot=chips(spot.pot))))
    return ReasonsScene(
        title=count,
        place=place,
        held=tr("{name} held").format(name=name),
        cards=own_cards(game, reasons.hole),
        board=tuple(card_view(game, card) for card in spot.board),
        can_back=at > 0,
        can_forward=at + 1 < len(decided),
        model=model,
        expected=tuple(
            ExpectedRow(
                line_action(spot, stage.place), percent(stage.chance), bits_text(stage.bits)
            )
            for stage in reasons.belief.stages
        ),
        grid=grid,
        belief=_belief(one, grid.cells[grid.marked].note),
        chance=_chance(reasons),
        unit=unit.caption,
        weighed=tuple(_row(one, each) for each in reasons.weighed),
        rule=_rule(one),
    )


def _belief(one: Decided, share: str) -> str:
    """Return the belief in the user's hand, or with single cards in its rank."""
    game = one.reasons.spot.game
    if game.num_hole > 1:
        share = share_text(float(one.reasons.held[combo_index(one.hole, game.deck)]))
    cards = " ".join(card.name for card in own_cards(game, one.hole))
    return tr("You held {cards}: {share} of its belief").format(cards=cards, share=share)


def _chance(reasons: Reasons) -> tuple[Figure, ...]:
    tip = tr(
        "Against its belief about your hand, without further betting; a tie counts as half a win"
    )
    whole = Figure(tr("Equity"), f"{reasons.chance:.1%}", tip=tip)
    if not reasons.counts:
        return (whole, Figure(tr("Deals"), tr("all counted")))
    lost, tied, won = reasons.counts
    of = tr("of {count}").format(count=chips(lost + tied + won))
    return (
        whole,
        Figure(tr("Samples won"), chips(won), of),
        Figure(tr("tied"), chips(tied)),
        Figure(tr("lost"), chips(lost)),
    )


def _row(one: Decided, each: Weighed) -> WeighedRow:
    reasons, action = one.reasons, each.option.action
    game, unit = reasons.spot.game, ev_unit(reasons.spot.game)
    title = action_title(reasons.spot, action)
    folds = percent(each.folded) if each.folded else ""
    wins = percent(each.chance) if action != FOLD else ""
    error = f"± {each.error / unit.chips:.{unit.digits}f}" if each.error else ""
    told = [title, tr("EV {value}").format(value=ev_text(game, each.value)), error]
    if folds:
        told.append(tr("you fold {share}").format(share=folds))
    if wins:
        told.append(tr("it wins {share} if you continue").format(share=wins))
    played = action == one.action
    if played:
        told.append(tr("played"))
    value = signed(each.value / unit.chips, unit.digits)
    return WeighedRow(title, folds, wins, value, error, played, phrases(filter(None, told)))


def _rule(one: Decided) -> tuple[str, ...]:
    """Explain the choice of the action; a short EV sum is written out."""
    reasons = one.reasons
    if reasons.exact:
        return (
            tr(
                "It plays the best response to its model of you. EVs are exact and include all "
                "later play; the chances of winning assume no further betting."
            ),
        )
    rule = tr("It takes the action with the highest EV, assuming no further betting.")
    for each in reasons.weighed:
        if each.option.action == one.action != FOLD:
            return rule, _sum(reasons, each)
    return (rule,)


def _sum(reasons: Reasons, each: Weighed) -> str:
    """Write the EV of an action as the sum of its parts."""
    game, option = reasons.spot.game, each.option
    number = ev_unit(game).number
    wins, folds = each.chance, each.folded
    parts = f"{wins:.1%} · {number(option.win)} + {1.0 - wins:.1%} · ({number(option.lose)})"
    if folds:
        parts = f"{folds:.1%} · {number(option.pot)} + {1.0 - folds:.1%} · ({parts})"
    return tr("EV of {action}: {sum} = {value}").format(
        action=phrase(action_title(reasons.spot, option.action)),
        sum=parts,
        value=ev_text(game, each.value),
    )


_SMALL_DECK = 12


def explainer(game: Game) -> ExplainerScene | None:
    """Return ranks, bets and winning hands; None for games with a full deck."""
    if len(game.deck) > _SMALL_DECK:
        return None
    return ExplainerScene((_deck(game), _bets(game), _wins(game)))


def _deck(game: Game) -> ExplainerItem:
    cards = tuple(card_view(game, card) for card in reversed(game.deck))
    return ExplainerItem(tr("The deck"), tr("one private card each"), cards)


def _bets(game: Game) -> ExplainerItem:
    ante = tr("Ante {ante}.").format(ante=chips(game.ante or game.big_blind))
    if game.num_rounds == 1:
        bets = tr("One bet of {size}, no raise.").format(size=chips(game.raise_sizes[0]))
    else:
        sizes = tr(", then ").join(chips(size) for size in game.raise_sizes)
        bets = tr("Bets of {sizes}; {cap} a round.").format(sizes=sizes, cap=game.max_raises[0])
    return ExplainerItem(tr("Betting"), full_sentences((ante, bets)))


def _wins(game: Game) -> ExplainerItem:
    if not sum(game.num_board):
        return ExplainerItem(tr("What wins"), _highest(game))
    top = max(card_rank(card) for card in game.deck)
    pair = tuple(card_view(game, card) for card in game.deck if card_rank(card) == top)
    words = tr("a pair, else {card}").format(card=_highest(game))
    return ExplainerItem(tr("What wins"), words, pair[:2])


def _highest(game: Game) -> str:
    return tr("the higher card") if game.is_heads_up else tr("the highest card")
