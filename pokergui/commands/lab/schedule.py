"""``pokergui lab schedule``: what a schedule of robust sampling does on a betting tree."""

from __future__ import annotations

import click

from ai.cfr.claims import check_claims
from ai.cfr.decisions import decision_kinds
from ai.cfr.picks import parse_picks
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
    """Show how many actions of each decision a schedule such as depth:0.4 walks, and the claims.

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
        "claims": [picked(check, "claim", "text", "literal", "everywhere") for check in checks],
    }
    heads = (
        *(tr("position"), tr("own before"), tr("both before"), tr("street")),
        *("N", "k", "k/N", tr("decisions")),
    )
    rows = [(*kind, str(kind.probability), count) for kind, count in kinds]
    yes = {True: tr("yes"), False: tr("no")}
    claims = [
        (check.claim, yes[check.literal], yes[check.everywhere], _claim_text(check.claim))
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
    ]
    report(result, as_json, lines)


def _claim_text(claim: int) -> str:
    """Return what a claim says; all include the first, whose words are not repeated."""
    return {
        1: tr(
            "a later decision of a player takes each action with a larger probability than an"
            " earlier"
        ),
        3: tr("and at each, that many actions are drawn, all equally likely"),
        4: tr("and regrets come from the drawn actions"),
        5: tr("and the probability is the part of the actions that is drawn"),
        6: tr("and at both, two or more actions are drawn"),
        7: tr("and at both, as many actions are drawn, of fewer later"),
        8: tr("the probability is larger later for both players"),
        9: tr("and it is also larger at a later decision of the other player"),
    }[claim]
