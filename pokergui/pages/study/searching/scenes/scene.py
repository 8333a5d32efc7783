"""The whole view: candidates, tree, belief and figures of one search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isnan

import numpy as np
from numpy.typing import NDArray

from ai.search.methods import BEST, MOST, final_shares
from ai.search.publictree import SearchSnapshot
from engine.combos import combo_cards, combo_name
from engine.game import Game
from engine.player import ActionKind, PublicState
from engine.policy import blocked
from pokergui.formatting.handname import hand_name
from pokergui.formatting.notices import go_on, sentence
from pokergui.formatting.numbers import memory, rate, took
from pokergui.formatting.players import player_names
from pokergui.formatting.words import (
    NOTHING,
    UNKNOWN,
    EvUnit,
    chips,
    combos_text,
    ev_text,
    ev_unit,
    percent,
    phrase,
    signed,
)
from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, phrases
from pokergui.pages.study.searching.scenes.tree import depth_of, heads_at, tree_scene
from pokergui.pages.study.searching.viewmodel import (
    BeliefScene,
    Candidate,
    Candidates,
    SearchForm,
    SearchScene,
)
from pokergui.ranges.grid_values import shape_of
from pokergui.ranges.place import Place
from pokergui.viewmodel import Figure, Notice, ProgressScene
from pokergui.viewmodel.grid import GridCell, GridScene


def belief_scene(snapshot: SearchSnapshot, engine: str) -> BeliefScene:
    """Return the belief from which hidden cards are drawn.

    Args:
        engine: the owner of the ranges; empty if all hands are equally likely.
    """
    game, spot = snapshot.spot.game, snapshot.spot
    shape = shape_of(game, ())
    chances = np.bincount(shape.cell_of, snapshot.belief, shape.rows * shape.columns)
    highest = max(float(chances.max()), 1e-12)
    cells = tuple(
        GridCell(
            label,
            height=float(chance / highest if len(chances) > len(shape.ranks) else chance),
            possible=bool(chance > 0.0),
            spoken=phrases((label, percent(float(chance)))),
            note=percent(float(chance)),
        )
        for label, chance in zip(shape.labels, chances, strict=True)
    )
    words = tr("All hands equally likely, given the known cards.")
    if engine:
        words = tr("The range of {engine} at this decision.").format(engine=engine)
    caption = tr("{words} Each simulation draws a hand from here.").format(words=words)
    name = player_names(game)[1 - spot.to_act]
    return BeliefScene(
        tr("Belief about {name}").format(name=name),
        combos_text(float((snapshot.belief > 0.0).sum())),
        GridScene(shape.rows, shape.columns, cells, shaded=True),
        caption,
    )


Z = 1.96
"""Standard errors on both sides of a 95% interval."""
_PAD = 0.06
"""Share of the scale's width that is left free at both ends."""


class Weighed:
    """The candidates of a snapshot as numbers, by their indices.

    Attributes:
        actions, heads, keys: the actions, their names and colours, their texts.
        visits, evs, errors: (actions,) float64: EV from here on in chips, NaN if unknown, and
            standard errors likewise.
        shares: (actions,) float64: frequency of each in the final move.
    """

    def __init__(self, snapshot: SearchSnapshot, final: str) -> None:
        tree = snapshot.tree
        self.nodes = tree.children(0)
        spot, after = snapshot.spot, (tree.actions[node] for node in self.nodes)
        self.actions = tuple(action for action in after if action is not None)
        named = heads_at(spot.game, spot.actions, self.actions)
        self.heads = [named[action][0] for action in self.actions]
        self.keys = [named[action][1] for action in self.actions]
        self.visits = tree.visits[self.nodes]
        self.evs = tree.means[self.nodes] + snapshot.paid
        self.errors = tree.errors[self.nodes]
        places = range(len(self.nodes))
        self.left = np.array([place not in snapshot.dropped for place in places])
        counts = np.where(self.left, self.visits, 0.0)
        sums = np.where(self.left, tree.sums[self.nodes], 0.0)
        self.shares: NDArray[np.float64] = final_shares(counts[None], sums[None], final)[0]

    def ranked(self) -> list[int]:
        tried = [at for at in range(len(self.nodes)) if self.left[at] and self.visits[at] > 0]
        return sorted(tried, key=lambda at: -self.evs[at])

    def lead(self) -> tuple[int, int, float, float] | None:
        """Return best and second by value, the lead in chips, and half of its 95% interval.

        None if fewer than two have an interval. Dropped actions are left out.
        """
        ranked = [at for at in self.ranked() if self.visits[at] >= 2]
        if len(ranked) < 2:
            return None
        first, second = ranked[:2]
        half = Z * float(np.hypot(self.errors[first], self.errors[second]))
        return first, second, float(self.evs[first] - self.evs[second]), half


def candidates(snapshot: SearchSnapshot, final: str) -> Candidates:
    """Build the table of candidates.

    Args:
        final: one of ``methods.FINALS``: the rule from visits and values to shares.
    """
    weighed, unit = Weighed(snapshot, final), ev_unit(snapshot.spot.game)
    known = ~np.isnan(weighed.errors)
    half = Z * np.nan_to_num(weighed.errors)
    low, high = weighed.evs - half, weighed.evs + half
    bottom = float(low[known].min()) if known.any() else 0.0
    top = float(high[known].max()) if known.any() else 0.0
    ends = (bottom, top)
    rows = tuple(_row(snapshot, weighed, at, unit, ends) for at in range(len(weighed.nodes)))
    scale = tr("{low} to {high}").format(low=unit.number(bottom), high=unit.number(top))
    note = tr("{caption}, 95% intervals").format(caption=unit.caption)
    return Candidates(rows, scale if top > bottom else "", note)


def _row(
    snapshot: SearchSnapshot, weighed: Weighed, at: int, unit: EvUnit, ends: tuple[float, float]
) -> Candidate:
    head, visits = weighed.heads[at], round(weighed.visits[at])
    ev, error = float(weighed.evs[at]), float(weighed.errors[at])
    value = UNKNOWN if isnan(ev) else signed(ev / unit.chips, unit.digits)
    spread = ""
    if weighed.actions[at].kind is ActionKind.FOLD and visits:
        spread = tr("exact")
    elif not isnan(error):
        spread = f"± {unit.number(Z * error)}"
    mark = None
    if not isnan(error) and ends[1] > ends[0]:
        mark = _placed((ev - Z * error, ev, ev + Z * error), ends)
    out, fate = not weighed.left[at], tr("kept")
    if out:
        fate = tr("after {count}").format(count=chips(snapshot.dropped[at]))
    share = float(weighed.shares[at])
    count = tr.plural("1 visit", "{count} visits", visits).format(count=chips(visits))
    gone = tr("dropped {when}").format(when=fate) if out else ""
    plays = tr("plays it {percent}").format(percent=percent(share))
    prior = "" if snapshot.prior is None else percent(float(snapshot.prior[at]))
    known = tr("prior {percent}").format(percent=prior) if prior else ""
    words = (head.title, count, f"{value} {spread}".strip(), known, plays, gone)
    return Candidate(
        weighed.keys[at],
        head,
        chips(visits),
        float(weighed.visits[at] / max(1.0, weighed.visits.max())),
        value,
        spread,
        mark,
        prior,
        percent(share),
        fate,
        out,
        bool(share == weighed.shares.max()),
        phrases(words),
    )


def _placed(
    values: tuple[float, float, float], ends: tuple[float, float]
) -> tuple[float, float, float]:
    middle, half = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
    low, mean, high = ((1.0 - _PAD) * (value - middle) / half for value in values)
    return low, mean, high


@dataclass(frozen=True)
class Found:
    """The state of a search.

    Attributes:
        seconds: spent on simulations by then.
        engine: the owner of the believed ranges; empty if all hands are equally likely.
    """

    snapshot: SearchSnapshot
    seconds: float
    most: int
    own: str
    engine: str


def search_scene(source: str, form: SearchForm, searched: Found | None, final: str) -> SearchScene:
    """Build the view; ``source`` is the decision in words."""
    if searched is None:
        return SearchScene(source, form, empty=tr("Choose a hand, then press Search."))
    snapshot = searched.snapshot
    weighed = Weighed(snapshot, final)
    return SearchScene(
        source,
        form,
        _progress(searched, form),
        candidates(snapshot, final),
        tree_scene(snapshot, whole=form.whole),
        belief_scene(snapshot, searched.engine),
        searched.own,
        _figures(searched, weighed, final, slow=form.slow),
        _verdict(snapshot, weighed, running=form.phase == "running"),
    )


def _progress(searched: Found, form: SearchForm) -> ProgressScene:
    done, most = searched.snapshot.simulations, max(1, searched.most)
    note = {
        "running": f"{100 * done // most}%",
        "stopped": tr("stopped"),
        "ended": tr("all done") if done >= most else tr("one action is left"),
    }
    rest = tr("of {count}").format(count=chips(most))
    share = done / most if form.phase != "ended" else 1.0
    return ProgressScene(tr("Simulation"), chips(done), rest, share, note.get(form.phase, ""))


def _figures(searched: Found, weighed: Weighed, final: str, *, slow: bool) -> tuple[Figure, ...]:
    snapshot, tree = searched.snapshot, searched.snapshot.tree
    game, unit = snapshot.spot.game, ev_unit(snapshot.spot.game)
    names = {MOST: tr("the action with most visits"), BEST: tr("the action with the best mean")}
    mean, deepest = depth_of(snapshot)
    value = (float(tree.means[0]) + snapshot.paid) / unit.chips
    error = Z * float(tree.errors[0])
    spread = "" if error != error else f"± {unit.number(error)}"
    timed = searched.seconds > 0.0 and not slow  # short steps have no meaningful speed
    speed = rate(snapshot.simulations / searched.seconds) if timed else NOTHING
    return (
        Figure(tr("Value here"), signed(value, unit.digits), spread),
        Figure(tr("Best by value"), _best(weighed, game)),
        Figure(tr("Final move"), names.get(final, tr("in proportion to visits"))),
        Figure(tr("Simulations"), chips(snapshot.simulations)),
        Figure(tr("Simulations per second"), speed),
        Figure(tr("Time"), _time(searched.seconds)),
        Figure(tr("Information states"), chips(tree.num_states)),
        Figure(tr("Depth, mean and deepest"), enumerated((f"{mean:.1f}", str(deepest)))),
        Figure(tr("Memory"), memory(snapshot.num_bytes)),
    )


def _time(seconds: float) -> str:
    return tr("{ms} ms").format(ms=round(1000 * seconds)) if seconds < 0.095 else took(seconds)


def _best(weighed: Weighed, game: Game) -> str:
    ranked = weighed.ranked()
    title = weighed.heads[ranked[0]].title if ranked else UNKNOWN
    if len(ranked) < 2:
        return title
    ahead = ev_text(game, float(weighed.evs[ranked[0]] - weighed.evs[ranked[1]]))
    return tr("{action}, {ev} ahead").format(action=title, ev=ahead)


def _verdict(snapshot: SearchSnapshot, weighed: Weighed, *, running: bool) -> str:
    """Return the conclusion that the intervals support."""
    titles = [head.title for head in weighed.heads]
    left = [at for at in range(len(titles)) if weighed.left[at]]
    if len(left) == 1 and len(titles) > 1:
        words = tr("Only {action} is left: the others were dropped as worse against this belief.")
        return words.format(action=titles[left[0]])
    lead = weighed.lead()
    if lead is None:
        return tr("Too few visits for an interval yet.")
    first, second, gain, half = lead
    names = {"first": titles[first], "second": phrase(titles[second])}
    if gain <= half:
        more = tr(
            "{first} and {second} differ by less than their interval: more simulations may tell"
            " them apart."
        )
        words = tr("{first} and {second} differ by less than their interval.") if running else more
        return words.format(**names)
    game, words = snapshot.spot.game, tr("{first} is ahead of {second} by {gain}, ± {half}.")
    return words.format(**names, gain=ev_text(game, gain), half=ev_unit(game).number(half))


@dataclass(frozen=True)
class OwnHand:
    """A hand, with hands that differ only by suits taken together.

    On a board of hold'em suits matter: there it is the first combo of its cell.

    Attributes:
        cell: of Study's grid.
        title: "K", "K on Q", "AKs", on a board "AsKs".
        note: its made hand: "Pair of kings"; empty before a board.
    """

    cell: int
    title: str
    note: str
    spot: PublicState
    combo: int


@lru_cache(maxsize=16)
def hands_at(place: Place) -> tuple[OwnHand, ...]:
    """Return all hands in the order of the grid; none if nobody is to act or cards are missing."""
    if place.betting.finished:
        return ()
    hands: dict[int, OwnHand] = {}
    for spot in place.spots:
        shape = shape_of(place.game, spot.board)
        free = ~blocked(place.game, spot.board)
        for combo in np.flatnonzero(free).tolist():
            cell = int(shape.cell_of[combo])
            if cell not in hands:
                hole = combo_cards(place.game.deck, place.game.num_hole)[combo].tolist()
                note = hand_name(place.game, (*hole, *spot.board)) if spot.board else ""
                single = len(hole) > 1 and spot.board
                title = combo_name(combo) if single else shape.labels[cell]
                hands[cell] = OwnHand(cell, title, note, spot, combo)
    return tuple(hands[cell] for cell in sorted(hands))


def not_offered(place: Place) -> str:
    """Explain why there is no search at a node; empty if there is one."""
    if not place.game.is_heads_up:
        return tr("The search tree is heads-up only")
    if place.betting.finished:
        return tr("It is nobody's turn here: there is nothing to search")
    if place.missing:
        return tr("Choose the board first: a search needs known cards")
    return ""


def broke_off(error: Exception) -> Notice:
    text = tr("{reason}. The results so far are kept.").format(reason=sentence(error))
    title = tr("The search stopped with an error")
    return Notice("error", title, text, (go_on(),), repr(error))
