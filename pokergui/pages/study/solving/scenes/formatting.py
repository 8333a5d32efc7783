"""Text of the spots view: notes on the form, and the cost of solving."""

from __future__ import annotations

import numpy as np

from ai.betting.sizes import Sizes, SpotError, parse_menu
from ai.solver.spot import BLIND
from engine.cards import RANKS, Card, card_rank, card_suit, parse_cards
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, NUM_CLASSES
from engine.ranges import Weights
from pokergui.formatting.words import chips, combos_text
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, enumerated
from pokergui.pages.study.solving.scenes.form import (
    APART,
    BETS,
    Draft,
    Read,
    blocked_by,
    read_weights,
)
from pokergui.pages.study.solving.viewmodel import SpotExample, SpotForm
from pokergui.viewmodel.controls import form_fields
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.viewmodel.table import CardView

_TURN = 4
_FULL = 1 - 1e-9


def card_views(board: tuple[Card, ...]) -> tuple[CardView, ...]:
    return tuple(
        CardView(RANKS[card_rank(card)].replace("T", "10"), card_suit(card), True) for card in board
    )


def street_title(board: tuple[Card, ...]) -> str:
    return tr("Turn") if len(board) == _TURN else tr("River")


def title(board: tuple[Card, ...], pot: int, stack: int) -> str:
    """Return a spot in brief: "River, pot 100, 950 behind"."""
    words = tr("{street}, pot {pot}, {stack} behind")
    return words.format(street=street_title(board), pot=chips(pot), stack=chips(stack))


def weights_grid(weights: Weights, board: tuple[Card, ...]) -> GridScene:
    free = ~blocked_by(board)
    possible = np.bincount(CLASS_OF_COMBO, free, NUM_CLASSES)
    sums = np.bincount(CLASS_OF_COMBO, weights * free, NUM_CLASSES)
    heights = np.minimum(sums / np.maximum(possible, 1), 1.0)
    heights[heights > _FULL] = 1.0
    cells = tuple(
        GridCell(name, (), height, count > 0, _spoken(name, height, count))
        for name, height, count in zip(
            CLASS_NAMES, heights.tolist(), possible.tolist(), strict=True
        )
    )
    return GridScene(13, 13, cells, (), tuple(RANKS[::-1]), tuple(RANKS[::-1]))


def _spoken(name: str, height: float, count: float) -> str:
    if not count:
        return tr("{hand}, not possible on this board").format(hand=name)
    share = tr("out") if height == 0 else f"{height:.0%}"
    return tr("{hand}, {share} of {combos}").format(
        hand=name, share=share, combos=combos_text(count)
    )


def spot_form(draft: Draft, read: Read) -> SpotForm:
    """Build the form, without the cost of solving."""
    grids = {}
    notes: dict[str, str] = {}
    for key in ("oop", "ip"):
        weights = read_weights(draft, key)
        if weights is not None:
            grids[key] = weights_grid(weights, draft.board)
            written = bool(draft.texts.get(key, "").strip())
            notes[key] = _range_note(weights) if written else tr("Type hands, or paint them")
    if not draft.texts.get("board", "").strip():
        notes["board"] = tr("Type cards, or click them")
    elif len(draft.board) >= _TURN and "board" not in read.errors:
        turn = len(draft.board) == _TURN
        notes["board"] = tr("Turn, and every river after it") if turn else tr("River")
    for key in (*BETS, *(APART if draft.apart else ())):
        notes[key] = _menu_note(draft.texts.get(key, ""), key.startswith("bets"))
    known = bool(draft.texts.get(BLIND, "").strip())
    notes[BLIND] = tr("EV in big blinds") if known else tr("Not known: EV in chips")
    if read.spot is not None:
        times = read.spot.stack / read.spot.pot
        notes["stack"] = tr("{times} times the pot").format(times=f"{times:.3g}")
        if read.target is not None:
            notes["target"] = _target_note(read.target * read.spot.pot / 100, read.spot.big_blind)
    texts = {key: draft.texts.get(key, "") for key in draft.keys}
    return SpotForm(
        form_fields(texts, notes, read.errors),
        grids.get("oop"),
        grids.get("ip"),
        (),
        read.errors.get("", "") or missing_words(read),
        draft.half,
        False,
        draft.source_words,
        card_views(draft.board),
        draft.apart,
        draft.doubt_words,
    )


def _target_note(amount: float, big_blind: int) -> str:
    if big_blind:
        words = tr("Exploitable by at most {amount} bb")
        return words.format(amount=f"{amount / big_blind:.3g}")
    text = f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"
    return tr.plural(
        "Exploitable by at most 1 chip", "Exploitable by at most {chips} chips", amount
    ).format(chips=text)


def missing_words(read: Read) -> str:
    """Return the fields yet to be filled in: "Still missing: the board, both ranges"."""
    names = {
        "board": tr("the board"),
        "oop": tr("the range out of position"),
        "ip": tr("the range in position"),
        "pot": tr("the pot"),
        "stack": tr("the stacks"),
        "target": tr("the target accuracy"),
    }
    missing = [key for key in read.missing if key in names]
    if missing:
        words = [names[key] for key in missing]
        if {"oop", "ip"} <= set(missing):
            words = [name for key, name in zip(missing, words, strict=True) if key != "ip"]
            words[words.index(names["oop"])] = tr("both ranges")
        return tr("Still missing: {what}").format(what=enumerated(words))
    return tr("Something above cannot be read yet") if read.errors else ""


def _range_note(weights: Weights) -> str:
    count, total = int((weights > 0).sum()), float(weights.sum())
    if not count:
        return tr("No combo")
    if abs(total - count) < 1e-9:
        return combos_text(total)
    words = tr("{combos}, the sum of {count} weights")
    return words.format(combos=combos_text(total), count=chips(count))


def _menu_note(text: str, bets: bool) -> str:
    try:
        menu = parse_menu(text)
    except SpotError:
        return ""
    if len(menu) == 1 or len(set(map(str, menu))) == 1:
        return _sizes_note(menu[0], bets)
    streets = (tr("Turn: {sizes}"), tr("river: {sizes}"))
    parts = [
        street.format(sizes=_sizes_note(sizes, bets))
        for street, sizes in zip(streets, menu, strict=False)
    ]
    return clauses(parts)


def _sizes_note(sizes: Sizes, bets: bool) -> str:
    percents = enumerated(f"{float(percent):g}%" for percent in sizes.percents)
    if not percents:
        none = tr("no bets") if bets else tr("no raises")
        return tr("all-in only") if sizes.all_in else none
    words = tr("{percents} of the pot and all-in") if sizes.all_in else tr("{percents} of the pot")
    return words.format(percents=percents)


EXAMPLE_TEXTS: dict[str, dict[str, str]] = {
    "river": {
        "board": "Qs Jh 2h 8c 5d",
        "oop": "random",
        "ip": "random",
        "pot": "100",
        "stack": "950",
        "bets": "50,100,a",
        "raises": "50,100,a",
    },
    "ranges": {
        "board": "Ks 7d 2c 9s 4h",
        "oop": "77-22, A9s-A2s, K9s-K2s, Q9s-Q7s, J9s-J8s, T8s+, 97s+, 86s+, 75s+, 65s, 54s, "
        "KTo-K9o, AJo-A8o, QTo+, JTo",
        "ip": "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 76s, ATo+, KTo+, QTo+, JTo:0.5",
        "pot": "550",
        "stack": "9700",
        "bets": "33,75,150",
        "raises": "60,a",
    },
}
"""The form's texts of each example."""


def examples() -> tuple[SpotExample, ...]:
    told = {
        "river": (
            tr("A river, any hand against any hand"),
            tr("Pot 100, 950 behind; half pot, pot, all-in"),
        ),
        "ranges": (
            tr("A river with two real ranges"),
            tr("Big blind against button, single raised pot"),
        ),
    }
    boards = {key: texts["board"] for key, texts in EXAMPLE_TEXTS.items()}
    return tuple(
        SpotExample(key, board, *told[key], card_views(parse_cards(board)))
        for key, board in boards.items()
    )
