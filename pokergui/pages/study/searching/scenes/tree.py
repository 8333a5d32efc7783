"""The tree of a search: one node for each betting line visited."""

from __future__ import annotations

from functools import lru_cache
from math import isnan

import numpy as np

from ai.search.publictree import SearchSnapshot
from engine.game import Game
from engine.lines import action_text
from engine.player import Action, PublicState
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import menu_of
from pokergui.formatting.words import chips, ev_unit, percent, signed, street_name
from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.searching.viewmodel import TreeNode, TreeScene
from pokergui.viewmodel.grid import GridAction

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
    """Build the visible part of the tree.

    Args:
        whole: whether to show all depths, not only ``FEW``.
    """
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
