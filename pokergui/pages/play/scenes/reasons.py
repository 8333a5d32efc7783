"""The four steps of a reader's decision as the sheet shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.opponent.explanation import Reasons, Weighed
from engine.cards import Card, card_rank
from engine.combos import combo_index
from engine.game import Game
from engine.player import FOLD, Action
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import (
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
from pokergui.pages.play.scenes.mind import (
    belief_grid,
    bits_text,
    line_action,
    own_cards,
    share_text,
)
from pokergui.pages.play.viewmodel import ExpectedRow, ReasonsScene, WeighedRow
from pokergui.viewmodel import ExplainerItem, ExplainerScene, Figure


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
