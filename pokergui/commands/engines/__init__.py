"""``pokergui engines``: the list of engines, how strong each is, and what it is good for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from ai.agents.entry import AIVAT, DUPLICATE, Engine, Measured, with_depth
from ai.registry import check_engine, engines, find_engine, reference
from ai.strength.figures import (
    DEALS,
    GAMES,
    LBR_HANDS,
    SEATED_DEALS,
    SEED,
    TABLE_DEALS,
    TABLE_GAMES,
    is_shipped,
    keep,
    num_deals,
    plain,
)
from ai.strength.ladder import (
    BE_BEATEN,
    LEARN,
    WIN,
    Rung,
    best_response,
    fold_loss,
    ladder,
    won_from_folders,
)
from ai.strength.tables import MIXED, line_ups, result_at
from engine.game import Game, built_in_games, get_game
from engine.match import MAX_HANDS
from pokergui.commands.common import define, exit_if_stopped, long_work, report, table
from pokergui.commands.engines import own
from pokergui.formatting.ladder import about_tables, engine_choice, table_figure, table_lbr
from pokergui.formatting.words import extra_bets
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.language.joins import phrases
from pokergui.paths import strategies_dir
from pokergui.units import unit_of


@define(
    click.option("--game", metavar="GAME", help="Only engines that play this game."),
    name="engines",
    group=True,
)
@click.pass_context
def command(ctx: click.Context, game: str | None, as_json: bool) -> None:
    """List the engines by the names that other commands take, and manage your own.

    With --game also how strong each is there, the strongest first, and what it is good for.
    """
    if ctx.invoked_subcommand is not None:
        return
    only = None if game is None else get_game(game)
    home = strategies_dir()
    chosen = engines(only, home)
    shipped = map(get_game, GAMES + TABLE_GAMES)
    games = [only] if only else [*shipped, *(one.game for one in chosen if one.game)]
    ladders = {one: ladder(one, home) for one in dict.fromkeys(games)}
    result = {
        "engines": [_record(engine, ladders) for engine in chosen],
        "ladders": {one.name: _heading(one) for one in ladders},
    }
    report(result, as_json, _ladder_lines(only, ladders[only]) if only else _lines(chosen))


def _record(engine: Engine, ladders: dict[Game, tuple[Rung, ...]]) -> dict[str, Any]:
    playable = built_in_games() if engine.game is None else (engine.game,)
    own = [(game.name, rung) for game, rungs in ladders.items() for rung in rungs]
    own = [(game, rung) for game, rung in own if rung.engine is engine]
    return {
        "name": engine.name,
        "title": engine.title,
        "games": [rules.name for rules in playable if engine.fits(rules)],
        "file": engine.path and str(engine.path),
        "measured": {
            game: _figures(rung, rung.figures) for game, rung in own if rung.figures is not None
        },
        "ranges": engine.has_ranges,
        "plays": list(engine.play_names),
    }


def _figures(rung: Rung, measured: Measured) -> dict[str, Any]:
    return plain(measured) | {
        "roles": list(rung.roles),
        "worse_than_folding": rung.worse_than_folding,
    }


def _heading(game: Game) -> dict[str, Any]:
    """Return the unit and the reference of a game's figures, or its line-ups of other players."""
    rival = reference(game)
    heading: dict[str, Any] = {"reference": rival and rival.name, "fold_loss_mbb": fold_loss(game)}
    return heading | ({"tables": seated} if (seated := line_ups(game)) else {})


def _lines(listed: tuple[Engine, ...]) -> list[str]:
    return [
        *_characters(listed),
        "",
        tr("pokergui engines --game GAME shows how strong each is there, and what it is good for"),
    ]


def _characters(listed: Iterable[Engine]) -> list[str]:
    rows = [
        (engine.name, name_text(engine.title), name_text(str(engine.character)))
        for engine in listed
    ]
    return list(table(rows, (tr("name"), tr("engine"), tr("how it plays"))))


def _ladder_lines(game: Game, rungs: tuple[Rung, ...]) -> list[str]:
    rival = reference(game)
    if rival is None and line_ups(game):
        return _table_lines(game, rungs)
    if rival is None:
        return _characters(rung.engine for rung in rungs)
    unit, listed = unit_of(game), [engine_choice(rung, game) for rung in rungs]
    rows = [
        (*(choice.key, choice.title, choice.value, choice.second or "-"), _purpose(rung))
        for rung, choice in zip(rungs, listed, strict=True)
    ]
    heads = (
        *(tr("name"), tr("engine"), tr("v. {engine}").format(engine=rival.name)),
        *(tr("best response wins"), tr("good for")),
    )
    named = phrases((str(with_depth(game)), *extra_bets(game)))
    first = tr(
        "{game}, in {unit}/hand with 95% intervals; always folding loses {loss:,.0f} to a best"
        " response"
    )
    return [
        first.format(game=named, unit=unit, loss=fold_loss(game)),
        "",
        *table(rows, heads),
        "",
        tr(
            "Engines whose intervals overlap are not shown to differ; LBR is a local best response,"
            " a lower bound."
        ),
        tr("Figures without ± are exact."),
        *_missing(game, rungs),
    ]


def _table_lines(game: Game, rungs: tuple[Rung, ...]) -> list[str]:
    """Return the ladder of a game of three and more: a column for each line-up."""
    seated = line_ups(game)
    rows = [
        (
            *(rung.engine.name, name_text(rung.engine.title)),
            *(table_figure(result_at(rung.figures, line_up)) or "-" for line_up in seated),
            table_lbr(rung.figures) or "-",
            _purpose(rung),
        )
        for rung in rungs
    ]
    heads = [
        tr("mixed table") if line_up == MIXED else tr("v. {engine}").format(engine=line_up)
        for line_up in seated
    ]
    named = phrases((str(with_depth(game)), *extra_bets(game)))
    alone = tr(
        "LBR: what local best response, one player who knows the strategy of all others, wins from"
        " them, a lower bound; {figure} from players who always fold."
    )
    return [
        tr("{game}, in bb/100 with 95% intervals").format(game=named),
        "",
        *table(rows, (tr("name"), tr("engine"), *heads, "LBR", tr("good for"))),
        "",
        tr("At the mixed table the other seats have {engines}.").format(
            engines=", ".join(seated[MIXED])
        ),
        alone.format(figure=f"{won_from_folders(game) / 10:,.0f}"),
        *_missing(game, rungs),
    ]


def _purpose(rung: Rung) -> str:
    return _roles(rung) or (tr("adapts") if rung.engine.learns else "-")


def _roles(rung: Rung) -> str:
    words = {LEARN: tr("study"), BE_BEATEN: tr("challenge"), WIN: tr("easy wins")}
    return ", ".join(words[role] for role in rung.roles)


def _missing(game: Game, rungs: tuple[Rung, ...]) -> list[str]:
    if all(rung.measured or rung.engine.learns for rung in rungs):
        return []
    return [tr("pokergui engines measure {game} NAME measures an engine.").format(game=game.name)]


assert isinstance(command, click.Group)


for _own in own.COMMANDS:
    command.add_command(_own)


@define(
    click.argument("game"),
    click.argument("engine"),
    click.option(
        "--deals",
        type=click.IntRange(2, MAX_HANDS),
        help="Deals of the match, each played from all positions."
        f"  [default: {DEALS:,}; {TABLE_DEALS:,} between two tables; {SEATED_DEALS:,} for three and"
        " more players]",
    ),
    click.option(
        "--lbr-hands",
        type=click.IntRange(0, MAX_HANDS),
        help=f"Hands of local best response; 0 for none.  [default: {LBR_HANDS:,}]",
    ),
    click.option("--aivat", is_flag=True, help="Reduce the variance of the match by AIVAT."),
    click.option("--seed", type=click.IntRange(0), default=SEED, show_default=True),
    name="measure",
    into=command,
)
def _measure(
    game: str,
    engine: str,
    deals: int | None,
    lbr_hands: int | None,
    aivat: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Measure an engine on the ladder of a game and keep the figures for the lists.

    Exact in kuhn and leduc; in hold'em by duplicate deals against the game's reference, and by
    local best response where the engine's own file does not state that. With three and more players
    by duplicate deals at tables with other engines: a mixed one, and some of one engine each.
    """
    from ai.strength.measurement import measure  # lists need none of its estimators

    rules, home = get_game(game), strategies_dir()
    check_engine(engine, rules, home)
    row = find_engine(engine, home, rules)
    lbr_deals = 0 if row is None else num_deals(row, rules)[1]
    if lbr_hands is not None:
        lbr_deals = -(-lbr_hands // rules.num_players)
    with long_work(tr("measuring")) as control:
        method = AIVAT if aivat else DUPLICATE
        measured = measure(engine, rules, home, deals, lbr_deals, seed, control, method)
    assert row is not None  # measured engines are on a list
    shipped = is_shipped(row, rules)
    if not shipped:
        keep(row, rules, measured, home)
    listed = dict.fromkeys((*engines(rules, home), row))
    rung = next(rung for rung in ladder(rules, home, listed) if rung.engine is row)
    first = tr("{game}, {engine} v. {rival}: {figures}")
    second = tr("good for: {roles}; the lists show it from now on")
    if shipped:
        second = tr("the lists keep the figures shipped with the program")
    lines = [*about_tables(measured, rules)] or [
        first.format(
            game=with_depth(rules),
            engine=engine,
            rival=measured.against,
            figures=_sentence(measured, rules),
        )
    ]
    lines.append(second.format(roles=_roles(rung) or "-"))
    result = {"game": rules.name, "engine": engine, **plain(measured), "kept": not shipped}
    report(result, as_json, lines)
    exit_if_stopped(control)


def _sentence(measured: Measured, game: Game) -> str:
    unit = unit_of(game)
    result = tr("the reference, 0 by definition")
    if measured.mbb is not None and measured.ci95 is not None:
        result = tr("{mean:+,.1f} +- {ci95:,.1f} {unit}/hand, {hands:,} hands").format(
            mean=measured.mbb, ci95=measured.ci95, unit=unit, hands=measured.hands
        )
    elif measured.method == "exact":
        result = tr("{mean:+,.9g} {unit}/hand, exact").format(mean=measured.mbb, unit=unit)
    lost = best_response(measured, game)
    if lost is None:
        return result
    words = tr("{result}; LBR wins {lost:,.1f} +- {ci95:,.1f} {unit}/hand")
    if measured.lbr is None:
        words = tr("{result}; exploitability {lost:,.9g} {unit}/hand")
    return words.format(result=result, lost=lost[0], ci95=lost[1], unit=unit)
