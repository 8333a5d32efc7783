"""The form of a spot: from the texts of its fields to their meaning, notes and cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import Sizes, SpotError, parse_menu
from ai.solver.memory import free_bytes, refusal, size_text
from ai.solver.solver import Size, estimate
from ai.solver.spot import (
    ABOVE,
    BELOW,
    BETWEEN_STACKS,
    BLIND,
    DONKS,
    FIELDS,
    FLOP,
    MAX_RAISES,
    MAX_TEXT,
    MERGE,
    OPTIONS,
    RAKE,
    RAKE_CAP,
    THREE_WAY,
    THREE_WAY_FIELDS,
    THREE_WAY_OPTIONS,
    Spot,
)
from ai.three_way import solver as three_way_solver
from ai.three_way.spot import ThreeWaySpot
from engine.cards import RANKS, SUITS, Card, card_name, card_rank, card_suit, parse_cards
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, NUM_CLASSES, combo_cards
from engine.errors import CardError, IllegalActionError, RangeError
from engine.player import Action, ActionKind, PublicState
from engine.ranges import Weights, parse_range, range_text
from engine.typed_numbers import plain_number
from pokergui.formatting.notices import capital, go_on, good, sentence
from pokergui.formatting.numbers import clock, took
from pokergui.formatting.words import chips, combos_text
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, enumerated, full_stop, phrases
from pokergui.pages.study.solving.viewmodel import SpotExample, SpotForm
from pokergui.pages.study.solving.work import LEAST_TARGET
from pokergui.ranges.grid import next_weight
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.viewmodel.controls import form_fields
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.table import CardView

RANGES = ("oop", THREE_WAY, "ip")
BETS = ("bets", "raises")
APART = ("bets-ip", "raises-ip")
MORE = (DONKS, MAX_RAISES, BELOW, ABOVE, MERGE, RAKE, RAKE_CAP)
"""The fields of the folded part."""
KEYS = ("board", "oop", THREE_WAY, "ip", "pot", "stack", BLIND, *BETS, *APART, *MORE, "target")
"""The fields in the order of the form."""
MOST_BOARD = 5
MOST_TARGET = 100.0
_START = {"pot": "100", "stack": "950", "bets": "50,100,a", "raises": "50,100,a", "target": "0.5"}
_STAND_INS = {
    "board": "Qs Jh 2h 8c",
    "oop": "random",
    THREE_WAY: "random",
    "ip": "random",
    "pot": "100",
    "stack": "100",
    **dict.fromkeys((BLIND, *BETS, *APART, *MORE), ""),
}
"""Placeholders for invalid fields, so that the others can be validated."""
NO_DONKS = "0"
"""The text of the form for no donk bets; an empty one stands for those of bets."""
_USUAL = {"raises": "2.5x", BELOW: "100", ABOVE: "85", MERGE: "10", DONKS: "", MAX_RAISES: ""}
TREES: dict[str, dict[str, str]] = {
    "one": {**_USUAL, "bets": "55"},
    "two": {**_USUAL, "bets": "33,75"},
    "geometric": {**_USUAL, "bets": "33,e"},
}
"""The form's texts of each named tree."""


@dataclass(frozen=True)
class SpotDraft:
    """The texts of the form.

    Attributes:
        storage: whether sums are stored in 16 bits; None for what suits the board.
        rivers: whether the file of a flop keeps its rivers.
        doubt: why the original ranges are a guess; empty if they are not.
        line: betting from the root of the spot to the decision shown first.
        more: whether the folded part is open.
        three_way: whether it is a river for three players.
    """

    texts: Mapping[str, str] = field(default_factory=lambda: dict(_START))
    apart: bool = False
    storage: bool | None = None
    rivers: bool = False
    source: str = ""
    doubt: str = ""
    filled: Mapping[str, str] = field(default_factory=dict)
    line: tuple[Action, ...] = ()
    more: bool = False
    three_way: bool = False

    @staticmethod
    def of_spot(
        spot: Spot | ThreeWaySpot, line: tuple[Action, ...], source: str, like: SpotDraft
    ) -> SpotDraft:
        """Return the form of a spot from elsewhere; settings of the solver stay as they are."""
        board = " ".join(map(card_name, spot.board))
        texts = {**spot.texts(), "board": board, "target": like.texts.get("target", "")}
        if texts.get(DONKS) == "":
            texts[DONKS] = NO_DONKS
        apart = any(
            texts.get(own, texts[alike]) != texts[alike]
            for alike, own in zip(BETS, APART, strict=True)
        )
        more = like.more or any(key in texts for key in MORE)
        draft = SpotDraft(texts, apart, like.storage, like.rivers, source, filled=texts)
        return replace(draft, line=line, more=more, three_way=THREE_WAY in texts)

    @property
    def source_words(self) -> str:
        same = all(
            self.texts.get(key, "") == text for key, text in self.filled.items() if key != "target"
        )
        if not self.source or same:
            return self.source
        return tr("{source}, changed").format(source=self.source)

    @property
    def doubt_words(self) -> str:
        """The reason why the ranges are a guess, while they are unchanged."""
        same = all(self.texts.get(key) == self.filled.get(key) for key in RANGES)
        return self.doubt if same else ""

    @property
    def half(self) -> bool:
        return len(self.board) == FLOP if self.storage is None else self.storage

    def with_text(self, key: str, text: str) -> SpotDraft:
        return replace(self, texts={**self.texts, key: text})

    def with_half(self, half: bool) -> SpotDraft:
        return replace(self, storage=half)

    def with_rivers(self, rivers: bool) -> SpotDraft:
        return replace(self, rivers=rivers)

    def with_apart(self, apart: bool) -> SpotDraft:
        texts = dict(self.texts)
        if apart:
            for alike, own in zip(BETS, APART, strict=True):
                texts[own] = texts.get(own) or texts.get(alike, "")
        return replace(self, texts=texts, apart=apart)

    def with_three_way(self, three_way: bool) -> SpotDraft:
        return replace(self, three_way=three_way, apart=self.apart and not three_way)

    def with_more(self, more: bool) -> SpotDraft:
        return replace(self, more=more)

    def with_tree(self, key: str) -> SpotDraft:
        """Fill in the sizes of a named tree, the same for both players."""
        return replace(self, texts={**self.texts, **TREES[key]}, apart=False)

    @cached_property
    def board(self) -> tuple[Card, ...]:
        """The cards in the board's field, as far as they can be read."""
        try:
            return parse_cards(self.texts.get("board", ""))
        except CardError:
            return ()

    def with_card(self, name: str) -> SpotDraft:
        """Put a card on the board, or take it off; on a full board it replaces the last card."""
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            return self
        card = 4 * RANKS.index(name[0]) + SUITS.index(name[1])
        board = [one for one in self.board if one != card]
        if len(board) == len(self.board):
            board = [*board[: MOST_BOARD - 1], card]
        return self.with_text("board", " ".join(map(card_name, board)))

    def with_cell(self, key: str, cell: int, on: bool) -> SpotDraft:
        """Add the hands of a cell to a range or remove them; an unreadable range stays as it is."""
        weights = _weights(self.texts.get(key, ""))
        if weights is None:
            return self
        weights[cell == CLASS_OF_COMBO] = 1.0 if on else 0.0
        return self.with_text(key, range_text(weights))

    def with_weight(self, key: str, cell: int, step: float) -> SpotDraft:
        """Move the weight of a cell's hands to the next multiple of a step, up or down.

        Hands of different weights all get the same one, starting from their mean.
        """
        weights = _weights(self.texts.get(key, ""))
        members = cell == CLASS_OF_COMBO
        free = members & ~blocked_by(self.board)
        if weights is None or not free.any():
            return self
        weights[members] = next_weight(float(weights[free].mean()), step)
        return self.with_text(key, range_text(weights))

    @property
    def more_words(self) -> str:
        """The name of the folded part, with the number of its fields that are filled in."""
        count = sum(bool(self.texts.get(key, "").strip()) for key in MORE if key in self.keys)
        return tr("More ({count})").format(count=count) if count else tr("More")

    @property
    def keys(self) -> tuple[str, ...]:
        left_out = (*APART, DONKS) if self.three_way else (THREE_WAY,)
        kept = (key for key in KEYS if key not in left_out)
        return tuple(key for key in kept if self.apart or key not in APART)


@dataclass(frozen=True)
class SpotSpec:
    """The meaning of a form's texts.

    Attributes:
        errors: by field; an empty key is for errors of no single field.
    """

    spot: Spot | ThreeWaySpot | None
    target: float | None
    errors: Mapping[str, str]
    missing: tuple[str, ...]


def read_form(draft: SpotDraft) -> SpotSpec:
    texts = {key: draft.texts.get(key, "").strip() for key in draft.keys}
    free = (BLIND, *BETS, *APART, *MORE)
    missing = tuple(key for key in draft.keys if not texts[key] and key not in free)
    target, errors = read_target(texts.pop("target"))
    texts.update({key: _STAND_INS[key] for key in missing if key != "target"})
    spot: Spot | ThreeWaySpot | None = None
    while spot is None:
        try:
            spot = _parse(texts, draft.three_way)
        except SpotError as error:
            key = error.field if error.field in texts else error.field.removesuffix("-ip")
            known = key in errors or key not in texts
            errors[key] = errors.get(key) or capital(str(error))
            if known or texts[key] == _STAND_INS[key]:
                break
            texts[key] = _STAND_INS[key]
    whole = not missing and not errors
    return SpotSpec(spot if whole else None, target, errors, missing)


def _parse(texts: Mapping[str, str], three_way: bool) -> Spot | ThreeWaySpot:
    """Return the spot of a form's texts. Raises SpotError naming the field that is wrong."""
    fields = (*THREE_WAY_FIELDS, *THREE_WAY_OPTIONS) if three_way else (*FIELDS, *OPTIONS)
    given = {key.replace("-", "_"): texts[key] for key in fields if key in texts}
    if three_way:
        return ThreeWaySpot.parse(**given)
    if not given[DONKS]:
        del given[DONKS]
    elif given[DONKS] == NO_DONKS:
        given[DONKS] = ""
    return Spot.parse(**given)


def read_target(text: str) -> tuple[float | None, dict[str, str]]:
    """Return a target in percent of the pot, None without one; and its errors, by field."""
    if not text:
        return None, {}
    try:
        target = float(plain_number(text.removesuffix("%")) or "")
    except ValueError:
        target = 0.0
    if LEAST_TARGET <= target <= MOST_TARGET:
        return target, {}
    words = tr("Percent of the pot from {least} to {most}, such as 0.5")
    return None, {"target": words.format(least=f"{LEAST_TARGET:g}", most=f"{MOST_TARGET:g}")}


def unreadable(text: str) -> str:
    """Return the error of a text that is not a range; empty if it is one."""
    if len(text) > MAX_TEXT:
        return tr("The text has more than {count} characters").format(count=f"{MAX_TEXT:,}")
    try:
        weights = parse_range(text)
    except RangeError as error:
        return capital(str(error))
    return "" if weights.any() else tr("The text names no hand")


def read_weights(draft: SpotDraft, key: str) -> Weights | None:
    """Return the weights (1326,) of a range on the board so far; None if it is unreadable."""
    text = draft.texts.get(key, "")
    weights = _weights(text) if len(text) <= MAX_TEXT else None
    return None if weights is None else np.where(blocked_by(draft.board), 0.0, weights)


def _weights(text: str) -> Weights | None:
    try:
        return parse_range(text)
    except RangeError:
        return None


def blocked_by(board: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Return (1326,) bool: True for hands with a card of the board."""
    blocked: NDArray[np.bool_] = np.any(np.isin(combo_cards(), board), axis=1)
    return blocked


def line_in(spot: Spot | ThreeWaySpot, line: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the longest prefix of a line that exists in a spot; its sizes may have changed."""
    state, length = PublicState(spot.game, (), ()), 0
    for action in line:
        if action.kind is ActionKind.RAISE and action.raise_to not in spot.menu(state):
            break
        try:
            state = state.after(action)
        except IllegalActionError:
            break
        if state.finished:
            break
        length += 1
    return line[:length]


SAVE = "save-spot"
"""Key of the button that tries again to write spot files."""


def getting_ready() -> Notice:
    text = tr("The first time, the program is compiled for this computer; that takes a while.")
    return Notice("running", tr("Getting the spot ready"), text)


def cannot_solve(error: Exception) -> Notice:
    text = tr("{reason}. What was solved before is kept.").format(reason=sentence(error))
    return Notice("error", tr("The spot cannot be solved"), text, (go_on(),), repr(error))


def cannot_exploit(error: Exception) -> Notice:
    title = tr("This profile cannot be used")
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))


def cannot_take_up(error: Exception) -> Notice:
    text = tr("{reason}. Its file stays where it is.").format(reason=sentence(error))
    return Notice("error", tr("The saved spot cannot be opened"), text, (go_on(),), repr(error))


def cannot_keep(error: Exception) -> Notice:
    text = tr("{reason}. The solution is kept in memory meanwhile.").format(reason=sentence(error))
    again = NoticeButton(SAVE, tr("Try again"))
    return Notice("error", tr("The spot cannot be saved"), text, (again, go_on()), repr(error))


def no_answer(error: Exception) -> Notice:
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("error", tr("The solution gave no answer"), text, (go_on(),), repr(error))


def finding() -> Notice:
    return Notice("running", tr("Looking up the ranges that reach this street"))


def not_a_spot(error: Exception) -> Notice:
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("warning", tr("This decision cannot be solved"), text, (go_on(),))


def not_a_hand(error: Exception) -> Notice:
    text = tr("{reason}. The flop is shown as the engine plays it.").format(reason=sentence(error))
    return Notice("warning", tr("This hand cannot be solved"), text, (go_on(),))


def gone() -> Notice:
    text = tr("Open it among the saved spots to look at the decision.")
    return Notice("plain", tr("This solution was closed"), text, (good(),))


_RIVER_S_A_BYTE, _TURN_S_A_BYTE = 0.75e-10, 1.6e-10
"""Seconds per iteration and byte of solver memory, on one core and on two."""
_TURN_S, _FLOP_S = 5e-3, 0.05
"""Least time of an iteration over all cards to come, in seconds."""
_ITERATIONS, _POWER = 160, 0.8
"""Iterations to 0.5% of the pot; a five times lower target takes 3.6 times as many."""
_THREE_WAY_ITERATIONS = 70
"""Iterations of a river for three players to a NashConv of 1% of the pot."""
_HAND_S = 2.5e-7
"""Seconds per iteration, hand and decision of such a river."""
_LONG = 300.0
"""Seconds above which the form warns that solving takes long."""


def rough_seconds(size: Size, target: float, *, streets: int, half: bool) -> float:
    """Estimate the solving time, within a factor of two or three on a typical machine."""
    iterations: float = _ITERATIONS * (0.5 / target) ** _POWER
    step = size.num_bytes * (_RIVER_S_A_BYTE if streets == 1 else _TURN_S_A_BYTE)
    if half:  # as many numbers in half of the memory
        step *= 2
    return iterations * (step + (0.0, _TURN_S, _FLOP_S)[streets - 1])


def three_way_seconds(spot: ThreeWaySpot, size: Size, target: float) -> float:
    """Estimate the solving time of a river for three players, as roughly."""
    iterations: float = _THREE_WAY_ITERATIONS * (1.0 / target) ** _POWER
    hands = sum(int((weights > 0).sum()) for weights in spot.ranges)
    return iterations * hands * size.decision_nodes * _HAND_S


def time_words(seconds: float) -> str:
    """Return a rough time as text: "under 0.1 s", "about 12 s", "about 14 min"."""
    if seconds < 0.1:
        return tr("under 0.1 s")
    digits = 1 if seconds < 10 else 2
    rounded = float(f"{seconds:.{digits}g}")
    if rounded >= 3570:
        return tr("about {time}").format(time=clock(float(f"{seconds:.2g}")))
    return tr("about {time}").format(time=took(rounded).replace(".0 ", " "))


def figures(size: Size, seconds: float, *, rivers: bool) -> tuple[Figure, ...]:
    return (
        Figure(tr("Decisions"), f"{size.decision_nodes:,}"),
        Figure(tr("Actions"), f"{size.action_edges:,}"),
        Figure(tr("Information sets"), f"{size.infosets:,}"),
        Figure(tr("Memory"), size_text(size.num_bytes)),
        Figure(tr("Time"), time_words(seconds)),
        Figure(tr("File"), size_text(size.file_bytes if rivers else size.early_bytes)),
    )


@dataclass(frozen=True)
class CostEstimate:
    """The cost of solving a spot.

    Attributes:
        warning: why it is not offered, or that it will take long; empty for neither.
    """

    figures: tuple[Figure, ...] = ()
    warning: str = ""
    fits: bool = False


def cost_estimate(
    spot: Spot | ThreeWaySpot, target: float, *, half: bool, rivers: bool
) -> CostEstimate:
    """Estimate the cost, with numbers in 16 bits (``half``) and a flop's rivers kept or not."""
    try:
        if isinstance(spot, ThreeWaySpot):
            size, half = three_way_solver.estimate(spot), False
            seconds = three_way_seconds(spot, size, target)
        else:
            size = estimate(spot, half)
            seconds = rough_seconds(size, target, streets=spot.num_streets, half=half)
    except SpotError as error:
        return CostEstimate(warning=capital(str(error)))
    told = figures(size, seconds, rivers=rivers)
    refused = refusal(size.num_bytes, half, free_bytes())
    if refused:
        return CostEstimate(told, capital(str(refused)))
    slow = tr("This takes a while; you can look at it, stop it and continue at any time")
    return CostEstimate(told, slow if seconds >= _LONG else "", fits=True)


_FULL = 1 - 1e-9


def card_views(board: tuple[Card, ...]) -> tuple[CardView, ...]:
    return tuple(
        CardView(RANKS[card_rank(card)].replace("T", "10"), card_suit(card), True) for card in board
    )


def title(board: tuple[Card, ...], pot: str, stack: str, three_way: bool = False) -> str:
    """Return a spot in brief, from the texts of its amounts: "River, pot 100, 950 behind"."""
    words = tr("{street}, pot {pot}, {stack} behind")
    street = {3: tr("Flop"), 4: tr("Turn")}.get(len(board), tr("River"))
    if three_way:
        street = tr("River, three players")
    stacks = BETWEEN_STACKS.join(map(grouped, stack.split(BETWEEN_STACKS)))
    return words.format(street=street, pot=grouped(pot), stack=stacks)


def grouped(amount: str) -> str:
    """Return the text of an amount with separators of thousands."""
    return f"{Decimal(amount):,}"


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


def spot_form(draft: SpotDraft, read: SpotSpec) -> SpotForm:
    grids = {}
    notes: dict[str, str] = {}
    for key in RANGES:
        weights = read_weights(draft, key)
        if weights is not None:
            grids[key] = weights_grid(weights, draft.board)
            written = bool(draft.texts.get(key, "").strip())
            notes[key] = _range_note(weights) if written else tr("Type hands, or paint them")
    if not draft.texts.get("board", "").strip():
        notes["board"] = tr("Type cards, or click them")
    elif len(draft.board) >= 3 and "board" not in read.errors:
        words = tr("Flop, and all cards after it"), tr("Turn, and every river after it")
        notes["board"] = (*words, tr("River"))[len(draft.board) - 3]
    for key in (*BETS, *(APART if draft.apart else ())):
        notes[key] = _menu_note(draft.texts.get(key, ""), key.startswith("bets"))
    notes |= _more_notes({key: draft.texts.get(key, "").strip() for key in MORE})
    known = bool(draft.texts.get(BLIND, "").strip())
    notes[BLIND] = tr("EV in big blinds") if known else tr("Not known: EV in chips")
    if read.spot is not None:
        spot = read.spot
        stack = max(spot.stacks) if isinstance(spot, ThreeWaySpot) else spot.stack
        notes["stack"] = tr("{times} times the pot").format(times=f"{stack / spot.pot:.3g}")
        if read.target is not None:
            notes["target"] = _target_note(read.spot, read.target)
    texts = {key: draft.texts.get(key, "") for key in draft.keys}
    return SpotForm(
        form_fields(texts, notes, read.errors),
        grids.get("oop"),
        grids.get(THREE_WAY),
        grids.get("ip"),
        (),
        read.errors.get("", "") or missing_words(read),
        draft.half,
        False,
        draft.source_words,
        card_views(draft.board),
        draft.apart,
        draft.doubt_words,
        draft.more or any(read.errors.get(key) for key in MORE),
        draft.more_words,
        draft.rivers if len(draft.board) == FLOP and not draft.three_way else None,
        draft.three_way,
    )


def _more_notes(texts: Mapping[str, str]) -> dict[str, str]:
    """Return what each field of the folded part means."""
    donks = {"": tr("as bets"), NO_DONKS: tr("no donk bets")}.get(texts[DONKS])
    notes = {
        DONKS: _menu_note(texts[DONKS], bets=True) if donks is None else donks,
        MAX_RAISES: tr("after the first bet of a street"),
        BELOW: tr("an all-in of at most this"),
        ABOVE: tr("a bet of at least this"),
        MERGE: tr("keeps the larger of two sizes"),
        RAKE: tr("of every pot"),
        RAKE_CAP: tr("of one pot"),
    }
    return {key: note for key, note in notes.items() if texts[key] or key == DONKS}


def _target_note(spot: Spot | ThreeWaySpot, target: float) -> str:
    amount = target / 100 * spot.pot
    if isinstance(spot, ThreeWaySpot):
        return tr("NashConv: what best responses gain, added up")
    if spot.big_blind:
        words = tr("Exploitable by at most {amount} bb")
        return words.format(amount=f"{amount / spot.big_blind:.3g}")
    amount /= spot.unit
    text = f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"
    return tr.plural(
        "Exploitable by at most 1 chip", "Exploitable by at most {chips} chips", amount
    ).format(chips=text)


def missing_words(read: SpotSpec) -> str:
    """Return the fields yet to be filled in: "Still missing: the board, both ranges"."""
    names = {
        "board": tr("the board"),
        "oop": tr("the range out of position"),
        THREE_WAY: tr("the range in the middle"),
        "ip": tr("the range in position"),
        "pot": tr("the pot"),
        "stack": tr("the stacks"),
        "target": tr("the target accuracy"),
    }
    missing = [key for key in read.missing if key in names]
    if missing:
        words = [names[key] for key in missing]
        if {"oop", "ip"} <= set(missing):
            three = THREE_WAY in missing
            given = [key for key in missing if key not in RANGES[1:]]
            words = [names[key] for key in given]
            words[given.index("oop")] = tr("all three ranges") if three else tr("both ranges")
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
    others = [
        *(tr("{times} times the bet").format(times=f"{float(one):g}") for one in sizes.multiples),
        *map(_equal_words, sizes.equal),
    ]
    if not others and not percents:
        none = tr("no bets") if bets else tr("no raises")
        return tr("all-in only") if sizes.all_in else none
    if not others:
        words = tr("{percents} of the pot and all-in")
        words = words if sizes.all_in else tr("{percents} of the pot")
        return words.format(percents=percents)
    pot = [tr("{percents} of the pot").format(percents=percents)] if percents else []
    return phrases([*pot, *others, *([tr("all-in")] if sizes.all_in else [])])


def _equal_words(number: int) -> str:
    if not number:
        return tr("equal bets up to the river")
    return tr.plural("all-in in 1 bet", "all-in in {count} equal bets", number).format(count=number)


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
    "three": {
        "board": "Ts 6d 3h Qc 2s",
        "oop": "22+, A9s-A8s, A5s-A2s, K9s+, Q9s+, J9s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, "
        "KTo+, QTo+, JTo, T9o",
        THREE_WAY: "99-22, ATs-A6s, KTs-K8s, QTs-Q8s, JTs-J8s, T8s+, 97s+, 86s+, 76s, 65s, ATo, "
        "A9o, KTo, QJo, JTo",
        "ip": "TT+, 66, 33, A2s+, K9s+, QTs+, JTs, T9s, 98s, 87s, ATo+, KJo+",
        "pot": "120",
        "stack": "440/440/300",
        "bets": "66",
        "raises": "2.5x,a",
    },
    "flop": {
        "board": "Jh 9h 6c",
        "oop": "QQ-22, AKs-ATs, A5s-A4s, KQs-KTs, QJs-QTs, JTs, J9s, T9s, T8s, 98s, 87s, 76s, 65s, "
        "54s, AQo-AJo, KQo, KJo",
        "ip": "TT+, AJs+, A5s-A2s, KJs+, QJs, JTs, T9s, 76s, 65s, 54s, AQo+, KQo, KJo",
        "pot": "190",
        "stack": "910",
        "bets": "55",
        "raises": "60",
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
        "three": (
            tr("A river for three players"),
            tr("Two blinds against the button, who has less behind"),
        ),
        "flop": (
            tr("A flop with all turns and rivers"),
            tr("Cutoff against button, 3-bet pot; one bet size"),
        ),
    }
    boards = {key: texts["board"] for key, texts in EXAMPLE_TEXTS.items()}
    return tuple(
        SpotExample(key, board, *told[key], card_views(parse_cards(board)))
        for key, board in boards.items()
    )
