"""``pokergui strategy``: an engine's answer for its whole range."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import click
import numpy as np

from ai.registry import build
from engine.combos import combo_cards
from engine.errors import EngineError, PokerError
from engine.game import Game, get_game
from engine.lines import line_text, spot_of
from engine.player import Action, Agent, PublicState
from engine.policy import boards
from engine.shown import parse_shown, shown_cards, shown_rank
from engine.tree import DECISION, build_tree
from pokergui.commands.common import define, long_work, report, table
from pokergui.paths import strategies_dir


def _action_name(spot: PublicState, action: Action) -> str:
    """``f``, ``c``, ``r`` or ``r300`` as the line would go on, its total over the whole hand."""
    before = line_text(spot.game, spot.actions)
    after = line_text(spot.game, (*spot.actions, action))
    return after.removeprefix(before).rstrip("/")


def _at(agent: Agent, spot: PublicState) -> dict[str, Any]:
    """The rows of all combos that the board leaves possible, higher card first."""
    game = spot.game
    answer = agent.strategy(spot)
    on_board = set(spot.board)
    combos = {}
    for cards, row in zip(
        combo_cards(game.deck, game.num_hole).tolist(), answer.probabilities, strict=True
    ):
        if on_board.isdisjoint(cards):
            combos[shown_cards(game, sorted(cards, reverse=True))] = row.tolist()
    return {
        "to_act": spot.to_act,
        "actions": [_action_name(spot, action) for action in answer.actions],
        "combos": combos,
        "note": answer.note,
    }


def _all(agent: Agent, game: Game) -> list[dict[str, Any]]:
    """Every information set by ranks; suits of the same ranks are averaged.

    All legal actions are there, with probability 0 where the engine does not consider them.
    """
    if game.num_hole != 1 or game.board_sizes[-1] > 1:
        raise PokerError("--all lists the information sets of kuhn and leduc only")
    tree = build_tree(game)
    found: dict[tuple[str, int, str, str], list[dict[str, float]]] = defaultdict(list)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        line = tree.line_to(node)
        for _, board in boards(game, int(tree.street[node])):
            spot = PublicState(game, line, board)
            answer = _at(agent, spot)
            legal = [_action_name(spot, action) for action in tree.actions_at(node)]
            board_rank = "".join(shown_rank(game, card >> 2) for card in board)
            for cards, row in answer["combos"].items():
                key = (line_text(game, line), answer["to_act"], board_rank, cards[0])
                given = dict(zip(answer["actions"], row, strict=True))
                found[key].append({action: given.get(action, 0.0) for action in legal})
    return [
        {
            "to_act": to_act,
            "cards": cards,
            "board": board,
            "line": line,
            "probabilities": {
                action: float(np.mean([row[action] for row in rows])) for action in rows[0]
            },
        }
        for (line, to_act, board, cards), rows in found.items()
    ]


@define(
    click.argument("game"),
    click.argument("engine"),
    click.option("--line", default="", help="ACPC betting text up to the decision, as in r300c/."),
    click.option("--board", default="", help="Cards on the board, as in AhTd7c."),
    click.option("--all", "every", is_flag=True, help="Every information set of kuhn and leduc."),
)
def command(game: str, engine: str, line: str, board: str, every: bool, as_json: bool) -> None:
    """Show what an engine does with every hand it could hold at one public state."""
    rules = get_game(game)
    if every and (line or board):
        raise PokerError("--all takes neither --line nor --board")
    spot = spot_of(rules, line, parse_shown(rules, board))
    if spot.finished:
        raise PokerError(f"nobody is to act after '{line}'")
    with long_work("solving") as control:
        agent = build(engine, rules, strategies_dir(), control)
        if not agent.has_ranges:
            raise EngineError(f"'{engine}' can only act and has no answer for a whole range")
        infosets = _all(agent, rules) if every else []
        answer = {} if every else _at(agent, spot)
    if every:
        rows = [
            (
                i["to_act"],
                i["cards"],
                i["board"] or "-",
                i["line"] or "-",
                "  ".join(f"{name} {p:.6f}" for name, p in i["probabilities"].items()),
            )
            for i in infosets
        ]
        heads = ("to act", "cards", "board", "line", "")
        report({"infosets": infosets}, as_json, table(rows, heads))
        return
    shown = [(name, *(f"{p:.4f}" for p in row)) for name, row in answer["combos"].items()]
    report(answer, as_json, table(shown, ("", *answer["actions"])))
