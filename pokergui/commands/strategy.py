"""``pokergui strategy``: an engine's answer for its whole range."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from ai.reach import RangeReader, matchups, total_shares, visible
from ai.registry import build
from engine.combos import combo_cards
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.lines import line_text, spot_of
from engine.player import Action, PublicState
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


def _by_combo(spot: PublicState, rows: NDArray[np.float64]) -> dict[str, Any]:
    """Rows of all combos that the board leaves possible, by name, higher card first."""
    game = spot.game
    on_board = set(spot.board)
    return {
        shown_cards(game, sorted(cards, reverse=True)): row
        for cards, row in zip(
            combo_cards(game.deck, game.num_hole).tolist(), rows.tolist(), strict=True
        )
        if on_board.isdisjoint(cards)
    }


def _at(
    reader: RangeReader, spot: PublicState, control: JobControl | None = None
) -> dict[str, Any]:
    """The answer for the whole range at one spot."""
    answer = reader.answer(spot, control)
    return {
        "to_act": spot.to_act,
        "actions": [_action_name(spot, action) for action in answer.actions],
        "combos": _by_combo(spot, answer.probabilities),
        "note": answer.note,
    }


def _with_ranges(reader: RangeReader, spot: PublicState, control: JobControl) -> dict[str, Any]:
    """The answer at one spot with the ranges that come there, as the window shows them.

    ``reach`` is the product of each player's own probabilities along the line. ``total`` is how
    often each action follows over the whole range, the other player's cards taken into account;
    where nothing of a range is left, it goes by the range before the action that ended it.
    ``misses`` are actions of the line that the engine never considers, ``ends`` those that
    nothing of its range does.
    """
    found = _at(reader, spot, control)
    reach, answer = reader.reach(spot, control), reader.answer(spot, control)
    weights = matchups(spot.game, visible([reach])[0], spot.to_act)
    total = total_shares([(weights, answer.probabilities)])
    return {
        **found,
        "total": dict(zip(found["actions"], total.tolist(), strict=True)),
        "reach": {str(seat): _by_combo(spot, row) for seat, row in enumerate(reach.weights)},
        "misses": [_past_action(spot, place) for place in reach.misses],
        "ends": [_past_action(spot, place) for place in reach.ends],
    }


def _past_action(spot: PublicState, place: int) -> dict[str, Any]:
    before = PublicState(spot.game, spot.actions[:place], ())
    action = _action_name(before, spot.actions[place])
    return {"place": place, "to_act": before.to_act, "action": action}


def _all(reader: RangeReader, game: Game, control: JobControl) -> list[dict[str, Any]]:
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
            answer = _at(reader, spot, control)
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
        reader = RangeReader(build(engine, rules, strategies_dir(), control))
        infosets = _all(reader, rules, control) if every else []
        answer = {} if every else _with_ranges(reader, spot, control)
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
    own = answer["reach"][str(answer["to_act"])]
    shown = [
        (name, f"{own[name]:.4f}", *(f"{p:.4f}" for p in row))
        for name, row in answer["combos"].items()
    ]
    shown.append(("total", "", *(f"{p:.4f}" for p in answer["total"].values())))
    report(answer, as_json, table(shown, ("", "reach", *answer["actions"])))
