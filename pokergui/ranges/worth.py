"""Text of range EVs and equities in Study, for both players and for actions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.blueprint.agent import ON_TREE, TRANSLATED
from ai.cfr.algorithms import ALGORITHMS
from ai.files.quantised import FEW_VISITS
from ai.files.strategy import BLUEPRINT, StrategyInfo
from ai.networks.agent import ON_MENU
from ai.reading.reach import Weights
from ai.small_games.joint import is_listable
from ai.strength.trainings import earlier_training
from ai.values.equities import can_count
from ai.values.node_values import INFERRED, NO_ANSWER, PLAYED, STATED, TOO_LONG, Worth
from engine.game import Game
from engine.lines import line_text
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked
from pokergui.formatting.players import live_sides, side_order
from pokergui.formatting.sizing import MenuItem
from pokergui.formatting.words import MINUS, NOTHING, UNKNOWN, chips, combos_text, ev_text, percent
from pokergui.language import name_text, tr
from pokergui.language.joins import clauses, full_sentences, full_stop
from pokergui.ranges.grid_values import shape_of
from pokergui.ranges.reading import Reading
from pokergui.viewmodel.chart import SERIES, Dot

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]


def known_worth(worth: Worth, board: int, side: int) -> tuple[Numbers | None, Numbers | None]:
    """Return EV and equity (num_combos,) of a side on one of the boards; None if unknown."""
    ev, equity = worth.ev[board, side], worth.equity[board, side]
    nothing = (bool(np.isnan(worth.ev[:, side]).all()), bool(np.isnan(worth.equity[:, side]).all()))
    return None if nothing[0] else ev, None if nothing[1] else equity


def range_worth(game: Game, reading: Reading | None, seat: int) -> tuple[str, str, str]:
    """Return a range's equity and EV from here on, with the EV's basis or why it is missing.

    Ellipses while they are not computed; empty in games whose cards cannot be counted.
    """
    if not can_count(game):
        return "", "", ""
    worth = None if reading is None else reading.worth
    if reading is not None and worth is None and reading.counted:
        return "", tr("– EV"), _trouble(NO_ANSWER)
    if reading is None or worth is None:
        return UNKNOWN, tr("{ev} EV").format(ev=UNKNOWN), ""
    equity, ev = worth.total_equity(seat), worth.total_ev(seat)
    share = f"{100 * equity:.1f}%" if equity == equity else ""
    if ev == ev:
        return share, ev_text(game, ev), whose(worth.basis[seat], worth.trouble)
    if not reading.counted:
        return share, tr("{ev} EV").format(ev=UNKNOWN), ""
    return share, tr("– EV"), _why(reading, worth)


def drawn_words(betting: PublicState) -> str:
    game = betting.game
    if game.begins_later or is_listable(game) or len(live_sides(betting)) < 3:
        return ""
    return tr("Equity: from random deals, accurate to about 0.2%")


def untrained_words() -> str:
    return tr("EV: not known, as training hardly visited what follows")


def untrained_actions(reading: Reading, menu: Sequence[MenuItem]) -> Flags:
    """Return which actions of a menu rest on little training with every hand: (items,) bool."""
    worth, flags = reading.worth, np.zeros(len(menu), np.bool_)
    if worth is None or worth.untrained is None:
        return flags
    for answer, mask in zip(reading.answers, worth.untrained, strict=True):
        column = dict(zip(answer.actions, mask.all(axis=0).tolist(), strict=True))
        flags |= [column.get(item.action, False) for item in menu]
    return flags


def action_worth(
    reading: Reading, seat: int, menu: Sequence[MenuItem], shown: Flags | None = None
) -> tuple[str, ...]:
    """Return the EV of each action of a menu, over the hands that take it; empty if unknown.

    A dash marks one that rests on little training.

    Args:
        shown: (num_combos,) bool, the combos that count; None for all of them.
    """
    sums = np.zeros((2, len(menu)))
    for at, answer in enumerate(reading.valued if reading.reaches else ()):
        values = answer.values
        if values is None:
            return ("",) * len(menu)
        held = reading.ranges[at][seat]
        held = held if shown is None else held * shown
        column = {action: place for place, action in enumerate(answer.actions)}
        for place, item in enumerate(menu):
            for own in (column[action] for action in item.actions if action in column):
                done = held * answer.probabilities[:, own]
                known = np.isfinite(values[:, own])
                sums[:, place] += done[known].sum(), done[known] @ values[known, own]
    return tuple(
        ev_text(reading.place.game, worth / done) if done > 0.0 else NOTHING * bool(unsure)
        for (done, worth), unsure in zip(sums.T, untrained_actions(reading, menu), strict=True)
    )


def whose(basis: str, trouble: str) -> str:
    words = {
        PLAYED: tr("EV: exact, if both players follow this engine’s strategy"),
        STATED: tr("EV: the engine’s own estimate of its actions here"),
        INFERRED: tr(
            "EV: the engine’s own estimate at the other player’s decisions before or after"
        ),
    }
    return " ".join(filter(None, (words.get(basis, ""), _trouble(trouble))))


def _trouble(trouble: str) -> str:
    words = {
        TOO_LONG: tr("EV: too many lines to enumerate"),
        NO_ANSWER: tr("EV: this engine has no strategy for some later decisions"),
    }
    return words.get(trouble, "")


def _why(reading: Reading, worth: Worth) -> str:
    if reading.place.missing:
        return tr("EV: known once the cards are chosen")
    if not (reading.place.game.is_heads_up or is_listable(reading.place.game)):
        return tr(
            "EV: with more than two players, known only for the player to act: where a call ends"
            " the betting, and by blueprints before the flop up to a 3-bet"
        )
    if INFERRED in worth.basis:
        return tr("EV: this engine gives no EVs of actions here")
    return _trouble(worth.trouble) or unsaid()


def unsaid() -> str:
    return tr("EV: this engine gives no EVs")


def cell_mark(reading: Reading | None, side: int, cell: int) -> Dot | None:
    """Return a grid cell's place in its side's equity distribution; None if not in range."""
    if reading is None or reading.worth is None:
        return None
    worth, game = reading.worth, reading.place.game
    members = np.stack([shape_of(game, spot.board).cell_of == cell for spot in reading.spots])
    held, equity = worth.held[:, side][members], worth.equity[:, side][members]
    there = (held > 0) & ~np.isnan(equity)
    if not there.any():
        return None
    mean = float(held[there] @ equity[there] / held[there].sum())
    colour = SERIES[side_order(game).index(side)]
    return Dot(worth.share_below(side, mean), mean, colour)


def range_size(spots: Sequence[PublicState], ranges: Sequence[Weights]) -> str:
    """Return how much of a range reaches a node: "853 combos", in small games "78% of hands".

    Args:
        ranges: (num_combos,) weights of one player on each of them.
    """
    held = sum(float(weights.sum()) for weights in ranges)
    if spots[0].game.num_hole > 1:
        return combos_text(held)
    possible = sum(int((~blocked(spot.game, spot.board)).sum()) for spot in spots)
    return tr("{percent} of hands").format(percent=percent(held / possible))


_METHODS = {one.name: one.title for one in ALGORITHMS}
_ALONE = 0.9995
"""Probability from which a size counts as mapped to a single other one."""


def answer_note(answer: Strategy, weights: NDArray[np.float64] | None = None) -> str:
    """Return a note on an answer's source; empty if it is obvious.

    Args:
        weights: (num_combos,) of the hands that matter; if most of them were hardly trained, the
            note begins with that.
    """
    return full_sentences((training_note(answer, weights), _origin(answer.note)))


def training_note(answer: Strategy, weights: NDArray[np.float64] | None) -> str:
    if answer.rare is None or weights is None or not weights.any():
        return ""
    if weights @ answer.rare < 0.5 * weights.sum():
        return ""
    return tr("Hardly trained here, fewer than {count} visits: treat it as a guess.").format(
        count=FEW_VISITS
    )


def quality_note(reading: Reading) -> str:
    """Return how well a trained strategy knows a decision before the flop; empty elsewhere.

    How often play comes here, how much it was trained, how many of the hands that come here had
    little training, what a local best response was measured to win from it, and how much an earlier
    training differs.
    """
    record, spot = reading.record, reading.spots[0]
    if record is None or spot.street or not reading.answers or not reading.reaches:
        return ""
    words = [
        tr("Reached in {share} of hands").format(share=percent(reach_share(reading))),
        tr("trained by {deals} deals").format(deals=f"{record.iterations:,}"),
    ]
    rare, held = reading.answers[0].rare, reading.ranges[0][spot.to_act]
    if rare is not None and held.any():
        share = percent(float(held @ rare) / float(held.sum()))
        told = tr("{share} of these hands had fewer than {count} visits")
        words.append(told.format(share=share, count=FEW_VISITS))
    words.append(measured_words(record))
    words.append(change_words(record, spot))
    return full_stop(clauses(words))


def change_words(record: StrategyInfo, spot: PublicState) -> str:
    """Return how much an earlier training of a blueprint differs at a decision."""
    if record.algorithm != BLUEPRINT:
        return ""
    earlier = earlier_training(record)
    if earlier is None:
        return tr("no second training to compare with")
    change = earlier.changes.get(line_text(spot.game, spot.actions))
    if change is None:
        return ""
    told = tr(
        "an earlier training ({deals} deals) differs by {points} points here, and in the most"
        " frequent action of {share} of these hands"
    )
    return told.format(
        deals=f"{earlier.deals:,}",
        points=f"{100 * change.frequency:.1f}",
        share=percent(change.hands),
    )


def measured_words(record: StrategyInfo) -> str:
    """Return what a local best response was measured to win; empty if it was not measured."""
    won, spread = record.measured.get("lbr"), record.measured.get("ci95")
    if not isinstance(won, float) or not isinstance(spread, float):
        return ""
    unit = 1000 / record.game.big_blind
    told = tr("LBR wins {won} ± {spread} mbb/hand from it as trained")
    words = f"{won * unit:,.0f}".replace("-", MINUS)
    return told.format(won=words, spread=f"{spread * unit:,.0f}")


def reach_share(reading: Reading) -> float:
    """Return how often play comes to a node, by the frequencies of the actions on the way."""
    share = 1.0
    for decision, action in zip(reading.past, reading.place.actions, strict=True):
        taken = zip(decision.menu, decision.shares, strict=True)
        share *= sum(part for item, part in taken if action in item.actions)
    return share


def _origin(note: str) -> str:
    if note in (ON_TREE, ON_MENU):
        return ""
    if note == TRANSLATED:
        return tr(
            "Translated: sizes off the engine’s menu are mapped to the nearest ones on it,"
            " in proportion."
        )
    if note in _METHODS:
        note = name_text(_METHODS[note])
    return note[:1].upper() + note[1:]


def taken_words(action: Action, others: Sequence[tuple[Action, float]]) -> str:
    """Return how a raise is mapped to the menu: "600 is mapped to 550 (78%) or 900 (22%)"."""
    parts = []
    for other, share in others:
        words = chips(other.raise_to) if other.raise_to else tr("no raise")
        percent = f"{100 * share:.0f}%"
        alone = share > _ALONE
        parts.append(
            words if alone else tr("{size} ({percent})").format(size=words, percent=percent)
        )
    return tr("{size} is mapped to {sizes}").format(
        size=chips(action.raise_to), sizes=tr(" or ").join(parts)
    )
