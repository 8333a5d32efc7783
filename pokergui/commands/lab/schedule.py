"""``pokergui lab schedule``: analysis of a robust sampling schedule on a betting tree."""

from __future__ import annotations

import click

from ai.cfr.decisions import decision_kinds
from ai.cfr.robust_sampling import parse_picks
from ai.lab.claims import NOT_CHECKED, check_claims
from engine.errors import GameError
from engine.game import get_game
from engine.tree import build_tree
from engine.wording import Wording
from pokergui.commands.common import define, picked, report, table
from pokergui.commands.lab.fractions import both
from pokergui.language import name_text
from pokergui.language import tr_commands as tr

_MAX_NODES = 50_000
"""Largest betting tree: that of limit hold'em has a third as many nodes."""


@define(click.argument("game"), click.argument("picks"), name="schedule")
def command(game: str, picks: str, as_json: bool) -> None:
    """Show how many actions a schedule such as depth:0.4 samples per decision, and the claims.

    The claims are those of US patent 10,769,544 on sampling schemes; everywhere means on every
    line on which a player has two decisions, literal that such decisions exist.
    """
    rules, schedule = get_game(game), parse_picks(picks)
    try:
        tree = build_tree(rules, max_nodes=_MAX_NODES)
    except GameError:
        raise GameError(
            "the betting tree of {title} is too large to check line by line; kuhn, leduc and"
            " holdem-limit are not",
            title=Wording(rules.title),
        ) from None
    resolved = schedule.resolve(tree)
    kinds, checks = decision_kinds(tree, resolved), check_claims(tree, resolved)
    result = {
        "game": rules.name,
        "schedule": str(schedule),
        "decisions": [
            {
                "to_act": kind.to_act,
                "own_before": kind.own,
                "both_before": kind.both,
                **picked(kind, "street", "actions", "picks"),
                **both("probability", kind.probability),
                "count": count,
            }
            for kind, count in kinds
        ],
        "claims": [
            picked(check, "claim", "literal", "everywhere") | {"text": str(check.text)}
            for check in checks
        ],
        "claims_left_out": [str(reason) for reason in NOT_CHECKED],
    }
    heads = (
        *(tr("position"), tr("own before"), tr("both before"), tr("street")),
        *("N", "k", "k/N", tr("decisions")),
    )
    rows = [(*kind, str(kind.probability), count) for kind, count in kinds]
    yes = {True: tr("yes"), False: tr("no")}
    claims = [
        (check.claim, yes[check.literal], yes[check.everywhere], str(check.text))
        for check in checks
    ]
    lines = [
        tr("{game}, {schedule}: {title}").format(
            game=name_text(rules.title), schedule=schedule, title=schedule.title
        ),
        "",
        *table(rows, heads),
        "",
        *table(claims, (tr("claim"), tr("literal"), tr("everywhere"), "")),
        *(tr("left out: {reason}").format(reason=reason) for reason in NOT_CHECKED),
    ]
    report(result, as_json, lines)
