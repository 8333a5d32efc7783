"""A search in Study: its tree, candidates, belief and figures, and its form."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from math import isnan

import numpy as np
from numpy.typing import NDArray

from ai.search.adaptive import Stop
from ai.search.methods import BEST, MOST, VISITS, final_shares
from ai.search.publictree import SearchSnapshot
from engine.combos import combo_cards, combo_name
from engine.errors import EngineError
from engine.game import Game
from engine.lines import action_text
from engine.player import Action, ActionKind, PublicState
from engine.policy import blocked
from engine.typed_numbers import plain_number, whole_number
from pokergui.formatting.handname import hand_name
from pokergui.formatting.notices import go_on, sentence
from pokergui.formatting.numbers import memory, rate, took
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import menu_of
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
    street_name,
)
from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, labelled, phrases
from pokergui.pages.study.searching.viewmodel import (
    BeliefScene,
    Candidate,
    Candidates,
    Phase,
    SearchForm,
    SearchScene,
    TreeNode,
    TreeScene,
)
from pokergui.ranges.grid_values import shape_of
from pokergui.ranges.place import Place
from pokergui.viewmodel import Choice, ChoiceList, Figure, Notice, ProgressScene
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene

_KEPT = 4096


@lru_cache(maxsize=_KEPT)
def betting_at(game: Game, line: tuple[Action, ...]) -> PublicState:
    if not line:
        return PublicState(game, (), ())
    return betting_at(game, line[:-1]).after(line[-1])


@lru_cache(maxsize=_KEPT)
def heads_at(
    game: Game, line: tuple[Action, ...], actions: tuple[Action, ...]
) -> dict[Action, tuple[GridAction, str]]:
    """Return name, colour and text of each action that a search considers after a line."""
    spot = betting_at(game, line)
    menu = menu_of(spot, actions)
    return {
        action: (
            next(item.head for item in menu if action in item.actions),
            action_text(spot, action),
        )
        for action in actions
    }


FEW = 3
"""Number of actions from the decision that are shown unless all are wanted."""


def tree_scene(snapshot: SearchSnapshot, *, whole: bool) -> TreeScene:
    """Build the visible part of the tree."""
    tree, spot = snapshot.tree, snapshot.spot
    names = player_names(spot.game)
    means = (tree.means + snapshot.paid) / ev_unit(spot.game).chips
    place: dict[int, int] = {0: 0}
    depths, lines = {0: 0}, {0: spot.actions}
    nodes = [_root(snapshot, names, float(means[0]))]
    own, out = {0: True}, {0: False}
    deeper = 0
    seen, totals = tree.visits > 0.0, np.bincount(tree.parent[1:], tree.visits[1:])
    for node in range(1, len(tree.actions)):
        parent, action = int(tree.parent[node]), tree.actions[node]
        if not seen[node] or action is None or parent not in depths:
            continue
        depths[node] = depths[parent] + 1
        lines[node] = (*lines[parent], action)
        own[node] = bool(tree.actor[parent] == spot.to_act)
        out[node] = out[parent] or (parent == 0 and node - 1 in snapshot.dropped)
        if not whole and depths[node] > FEW:
            deeper += 1
            continue
        place[node] = len(nodes)
        head, key = heads_at(spot.game, lines[parent], _menu(snapshot, parent))[action]
        share = float(tree.visits[node] / totals[parent])
        words = [_visits(tree.visits[node]), percent(share)]
        if tree.street[node] > tree.street[parent]:
            words.append(street_name(spot.game, int(tree.street[node])))
        value = "" if isnan(means[node]) else signed(float(means[node]), _digits(spot.game))
        name = names[int(tree.actor[parent])]
        gone = tr("dropped") if out[node] else ""
        after = tr("after {line}").format(line=nodes[place[parent]].title) if parent else ""
        told = (labelled(name, head.title), after, *words, value, gone)
        nodes.append(
            TreeNode(
                f"{nodes[place[parent]].key}/{key}" if parent else key,
                place[parent],
                depths[node],
                head.title,
                phrases(words if not out[node] else (words[0], gone)),
                value,
                float(tree.visits[node]) / max(1, snapshot.simulations),
                own[node],
                out[node],
                head,
                phrases(told),
            )
        )
    pair = (names[spot.to_act], names[1 - spot.to_act])
    return TreeScene(tuple(nodes), whole, _note(len(nodes) - 1, deeper), pair)


def line_at(snapshot: SearchSnapshot, key: str) -> tuple[Action, ...] | None:
    """Return the whole betting line of the node with a key; None if there is none."""
    tree, line, node = snapshot.tree, snapshot.spot.actions, 0
    for text in filter(None, key.split("/")):
        actions = _menu(snapshot, node)
        named = heads_at(snapshot.spot.game, line, actions)
        same_text = [action for action in actions if named[action][1] == text]
        if not same_text:
            return None
        node, line = tree.children(node)[actions.index(same_text[0])], (*line, same_text[0])
    return line


def _menu(snapshot: SearchSnapshot, node: int) -> tuple[Action, ...]:
    tree = snapshot.tree
    actions = (tree.actions[child] for child in tree.children(node))
    return tuple(action for action in actions if action is not None)


def depth_of(snapshot: SearchSnapshot) -> tuple[float, int]:
    tree, deepest = snapshot.tree, 0
    depths = np.zeros(len(tree.actions), np.int64)
    for node in range(1, len(tree.actions)):
        depths[node] = depths[tree.parent[node]] + 1
        if tree.visits[node] > 0.0:
            deepest = max(deepest, int(depths[node]))
    learned = float(tree.visits[1:].sum())
    return learned / max(1, snapshot.simulations), deepest


def _root(snapshot: SearchSnapshot, names: tuple[str, ...], mean: float) -> TreeNode:
    spot = snapshot.spot
    value = "" if isnan(mean) else signed(mean, _digits(spot.game))
    title, note = names[spot.to_act], _visits(snapshot.simulations)
    spoken = tr("{name} to act, {visits}").format(name=title, visits=note)
    return TreeNode("", -1, 0, title, note, value, 1.0, True, False, None, phrases((spoken, value)))


def _digits(game: Game) -> int:
    return ev_unit(game).digits


def _visits(count: float) -> str:
    number = round(count)
    return tr.plural("1 visit", "{count} visits", number).format(count=chips(number))


def _note(shown: int, deeper: int) -> str:
    lines = tr.plural("1 line", "{count} lines", shown).format(count=chips(shown))
    more = tr("{count} deeper").format(count=chips(deeper)) if deeper else ""
    return phrases((lines, more))


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


class WeighedCandidates:
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
    weighed, unit = WeighedCandidates(snapshot, final), ev_unit(snapshot.spot.game)
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
    snapshot: SearchSnapshot,
    weighed: WeighedCandidates,
    at: int,
    unit: EvUnit,
    ends: tuple[float, float],
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
class SearchFindings:
    """The state of a search.

    Attributes:
        engine: the owner of the believed ranges; empty if all hands are equally likely.
    """

    snapshot: SearchSnapshot
    seconds: float
    most: int
    own: str
    engine: str


def search_scene(
    source: str, form: SearchForm, searched: SearchFindings | None, final: str
) -> SearchScene:
    """Build the view; ``source`` is the decision in words."""
    if searched is None:
        return SearchScene(source, form, empty=tr("Choose a hand, then press Search."))
    snapshot = searched.snapshot
    weighed = WeighedCandidates(snapshot, final)
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


def _progress(searched: SearchFindings, form: SearchForm) -> ProgressScene:
    done, most = searched.snapshot.simulations, max(1, searched.most)
    note = {
        "running": f"{100 * done // most}%",
        "stopped": tr("stopped"),
        "ended": tr("all done") if done >= most else tr("one action is left"),
    }
    rest = tr("of {count}").format(count=chips(most))
    share = done / most if form.phase != "ended" else 1.0
    return ProgressScene(tr("Simulation"), chips(done), rest, share, note.get(form.phase, ""))


def _figures(
    searched: SearchFindings, weighed: WeighedCandidates, final: str, *, slow: bool
) -> tuple[Figure, ...]:
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


def _best(weighed: WeighedCandidates, game: Game) -> str:
    ranked = weighed.ranked()
    title = weighed.heads[ranked[0]].title if ranked else UNKNOWN
    if len(ranked) < 2:
        return title
    ahead = ev_text(game, float(weighed.evs[ranked[0]] - weighed.evs[ranked[1]]))
    return tr("{action}, {ev} ahead").format(action=title, ev=ahead)


def _verdict(snapshot: SearchSnapshot, weighed: WeighedCandidates, *, running: bool) -> str:
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


ANY, ENGINE = "any", "engine"
"""Uniform belief, or the ranges of Study's engine."""
MOST_SIMULATIONS, MOST_IN_HOLDEM = 10_000_000, 100_000
"""Small games have an entry per state; in hold'em each simulation may add two."""


@dataclass(frozen=True)
class SearchDraft:
    """The form as filled in.

    Attributes:
        hand: cell of the player's hand on Study's grid.
    """

    method: str = "uct"
    hand: int = -1
    belief: str = ANY
    final: str = VISITS
    adaptive: bool = True
    slow: bool = False
    whole: bool = False
    simulations: str = "2,800"
    threshold: str = "500"
    level: str = "0.98"
    seed: str = "0"


@dataclass(frozen=True)
class SearchSpec:
    """A form as understood.

    Attributes:
        stop: the rule by which the search stops by itself; None if it never does.
    """

    simulations: int = 0
    stop: Stop | None = None
    seed: int = 0
    errors: dict[str, str] = field(default_factory=dict)


def read_draft(draft: SearchDraft, game: Game) -> SearchSpec:
    """Read a form for a game; nothing is raised."""
    errors: dict[str, str] = {}
    most, seed, stop = whole_number(draft.simulations, 18), whole_number(draft.seed, 18), None
    bound = MOST_IN_HOLDEM if game.is_holdem else MOST_SIMULATIONS
    if most is None or not 1 <= most <= bound:
        errors["simulations"] = tr("Choose 1 to {most} simulations").format(most=chips(bound))
    if seed is None:
        errors["seed"] = tr("A seed is a whole number")
    if draft.adaptive:
        threshold, level = whole_number(draft.threshold, 18), _level(draft.level)
        if threshold is None:
            errors["threshold"] = tr("A threshold is a whole number")
        if level is None:
            errors["level"] = tr("A level is written as 0.98 or 98%")
        if not errors and most is not None and threshold is not None and level is not None:
            try:
                stop = Stop(threshold, level, most)
            except EngineError as error:
                errors["threshold" if 0.0 < level < 1.0 else "level"] = sentence(error)
    return SearchSpec(most or 0, stop, seed or 0, errors)


def form_scene(
    draft: SearchDraft,
    read: SearchSpec,
    methods: tuple[str, ...],
    hands: tuple[OwnHand, ...],
    engine: str,
    phase: Phase,
    *,
    runnable: bool,
) -> SearchForm:
    """Return the form.

    Args:
        engine: title of Study's engine; empty if it has no ranges.
    """
    typed = ("simulations", "threshold", "level", "seed")
    known = (
        Choice("uct", tr("UCT"), tr("tries the best action so far, or a rarely tried one")),
        Choice("smooth-uct", tr("Smooth UCT"), tr("the same, mostly against average play")),
        Choice("nfsp-uct", tr("NFSP-UCT"), tr("guided by trained networks, against their average")),
    )
    ways = tuple(choice for choice in known if choice.key in methods)
    held = tuple(Choice(str(hand.cell), hand.title, hand.note) for hand in hands)
    plays = tr("As {engine} plays").format(engine=engine or tr("the engine"))
    beliefs = (
        Choice(ANY, tr("Any hand"), tr("all hands equally likely")),
        Choice(ENGINE, plays, tr("its ranges at this decision"), usable=bool(engine)),
    )
    finals = (
        Choice(VISITS, tr("Visits"), tr("in proportion to its visits")),
        Choice(MOST, tr("Most visits"), tr("always the action tried most")),
        Choice(BEST, tr("Best value"), tr("always the action with the best mean")),
    )
    return SearchForm(
        ChoiceList(tr("Method"), ways, draft.method),
        ChoiceList(tr("Own hand"), held, str(draft.hand)),
        ChoiceList(tr("Belief"), beliefs, draft.belief),
        ChoiceList(tr("Final move"), finals, draft.final),
        tuple(SpotField(key, getattr(draft, key), "", read.errors.get(key, "")) for key in typed),
        draft.adaptive,
        draft.slow,
        draft.whole,
        phase,
        runnable,
    )


def _level(text: str) -> float | None:
    percent, number = text.strip().endswith("%"), plain_number(text.strip().removesuffix("%"))
    packed = number or ""
    if not re.fullmatch(r"[0-9]{0,3}(\.[0-9]{0,12})?", packed) or not re.search("[0-9]", packed):
        return None
    return float(packed) / (100.0 if percent else 1.0)
