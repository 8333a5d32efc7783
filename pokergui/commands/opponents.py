"""``pokergui opponents``: engines' opponent models."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ai.files.arrays import SUFFIX
from ai.opponent.model import BehaviourModel
from ai.opponent.record import ModelState, write_state
from ai.opponent.situations import situations_of
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.sanitise import plain
from pokergui.cli import NamingGroup
from pokergui.commands.common import (
    Decorator,
    check_writable,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    reads_hands,
    report,
    rules_of,
    table,
)
from pokergui.commands.database import written
from pokergui.formatting.words import hands_text
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, strategies_dir
from pokergui.store import PERSONS_MODEL, KeptOpponent, OpponentReader, OpponentStore, StoreError
from pokergui.store.fitting import FittedModels, family_game, fit_files, fit_state, is_state

_KINDS = ("f", "c", "r")

_name: Decorator = click.argument("name")
_game: Decorator = click.option("--game", metavar="GAME", help="Only in this game, at any depth.")


@click.group("opponents", cls=NamingGroup)
def command() -> None:
    """Show, fit, reset and export engines' opponent models."""


@define(name="list", into=command)
def _list(as_json: bool) -> None:
    """List modelled opponents; yourself as "you"."""
    kept = OpponentReader(database_path()).list()
    heads = (tr("name"), tr("game"), tr("hands"), tr("updated"), "")
    rows = [
        (row.name, _title(row.family), row.hands, row.updated, "" if row.sound else tr("damaged"))
        for row in kept
    ]
    opponents = [
        {
            **picked(row, "name", "family"),
            "game": _game_name(row.family),
            **picked(row, "hands", "updated", "sound"),
        }
        for row in kept
    ]
    report(
        {"opponents": opponents},
        as_json,
        table(rows, heads) or [tr("there are no opponent models yet")],
    )


@define(
    _name,
    _game,
    click.option("--most", type=click.IntRange(1), default=20, show_default=True),
    name="show",
    into=command,
)
def _show(name: str, game: str | None, most: int, as_json: bool) -> None:
    """Show an opponent's observed and expected actions by situation, the commonest first.

    Expected is the prior: the equilibrium, a blueprint, or hand strength.
    """
    reader = OpponentReader(database_path())
    models = []
    lines: list[str] = []
    for kept in _chosen(reader, name, game):
        model = _model(reader, kept)
        listed = model.summary() if model is not None else []
        shown = [
            {
                "situation": part.words,
                "times": part.times,
                "learned": dict(zip(_KINDS, part.seen.tolist(), strict=True)),
                "prior": dict(zip(_KINDS, part.expected.tolist(), strict=True)),
            }
            for part in listed[:most]
        ]
        models.append(
            {
                "family": kept.family,
                "game": _game_name(kept.family),
                **picked(kept, "hands", "updated"),
                "num_situations": len(listed),
                "situations": shown,
            }
        )
        rows = [
            (part.words, part.times, *map(_against, part.seen.tolist(), part.expected.tolist()))
            for part in listed[:most]
        ]
        heads = (
            *(tr("situation"), tr("times")),
            *(tr("fold"), tr("check or call"), tr("bet or raise")),
        )
        words = tr("{game}: {hands}, until {time}")
        lines += [
            "",
            words.format(game=_title(kept.family), hands=hands_text(kept.hands), time=kept.updated),
            *table(rows, heads),
        ]
        if model is None:
            lines.append(
                tr("it is for a game that is not built in, whose situations have no names")
            )
        if len(listed) > most:
            words = tr("and {rarer:,} rarer situations; --most {count} shows all")
            lines.append(words.format(rarer=len(listed) - most, count=len(listed)))
    first = tr("what '{name}' did, and in brackets what was expected").format(name=name)
    lines = [first, *lines]
    report({"name": name, "models": models}, as_json, lines)


def _against(seen: float, expected: float) -> str:
    return f"{seen:4.0%} ({expected:.0%})"


@define(
    reads_hands,
    click.option("--name", default="", metavar="NAME", help="Only this player."),
    click.option(
        "--hero",
        default="",
        metavar="NAME",
        help=f"Your name in them, if it is not You; kept as '{PERSONS_MODEL}'.",
    ),
    name="fit",
    into=command,
)
def _fit(
    files: tuple[Path, ...],
    name: str,
    hero: str,
    game: str | None,
    definition: Path | None,
    as_json: bool,
) -> None:
    """Fit opponent models to recorded hands, on top of earlier observations.

    Takes hand databases (.db) and files of hands: FORMATS. Or it takes one file that 'opponents
    export' wrote, with --name. Files are not deduplicated: fitting the same file twice counts its
    hands twice. Ctrl-C discards everything.
    """
    rules = rules_of(game, definition)
    exported = [file for file in files if is_state(file)]
    if exported and (len(files) > 1 or not name):
        raise PokerError(
            "{exported} must be fitted alone, with --name for its player", exported=exported[0]
        )
    with written(database_path()) as store, long_work(tr("learning")) as control:
        opponents = OpponentStore(store)
        if exported:
            model = fit_state(opponents, exported[0], name)
            done = FittedModels()
        else:
            done = fit_files(
                opponents,
                files,
                strategies=strategies_dir(),
                name=name,
                hero=hero,
                game=rules,
                definition=definition,
                control=control,
            )
    if exported:
        family = model.situations.key
        learned = [_learned(name, family, model, model.hands, 0)]
    else:
        learned = [
            _learned(who, family, grown.model, grown.hands, grown.other_depths)
            for (who, family), grown in done.grown.items()
        ]
        if not learned and not done.skipped and not done.stopped:
            raise _nobody(name, done)
    result = {"opponents": learned, "skipped": done.skipped, "reasons": done.reasons}
    stopped = [tr("stopped: nothing was saved")] if done.stopped else []
    report(result, as_json, [*map(_learned_line, learned), *_skipped_lines(done), *stopped])
    exit_if_stopped(control)


def _learned(
    name: str, family: str, model: BehaviourModel, hands: int, other_depths: int
) -> dict[str, Any]:
    return {
        "name": name,
        "family": family,
        "game": _game_name(family),
        "hands": hands,
        "hands_in_all": model.hands,
        "other_depths": other_depths,
    }


def _learned_line(learned: dict[str, Any]) -> str:
    words = tr("{name}, {game}: {hands} learned")
    if learned["hands_in_all"] != learned["hands"]:
        words = tr("{name}, {game}: {hands} learned, {in_all} in all")
        if learned["other_depths"]:
            words = tr(
                "{name}, {game}: {hands} learned, {in_all} in all; {other} at other depths,"
                " counted with the rest"
            )
    elif learned["other_depths"]:
        words = tr(
            "{name}, {game}: {hands} learned; {other} at other depths, counted with the rest"
        )
    return words.format(
        name=learned["name"],
        game=_title(learned["family"]),
        hands=hands_text(learned["hands"]),
        in_all=hands_text(learned["hands_in_all"]),
        other=hands_text(learned["other_depths"]),
    )


def _skipped_lines(done: FittedModels) -> list[str]:
    if not done.skipped:
        return []
    words = tr("skipped: {reason}")
    lines = [words.format(reason=reason) for reason in done.reasons]
    return [*lines, tr("{hands} skipped").format(hands=hands_text(done.skipped))]


def _nobody(name: str, done: FittedModels) -> PokerError:
    if not done.players:
        return PokerError("there are no hands to learn from")
    return PokerError(
        "no player in these hands is called '{name}'; the players are {players}",
        name=name[:60],
        players=", ".join(sorted(done.players)[:10]),
    )


@define(
    _name,
    _game,
    click.option("--yes", is_flag=True, help="Do not ask."),
    name="reset",
    into=command,
)
def _reset(name: str, game: str | None, yes: bool, as_json: bool) -> None:
    """Reset an opponent's model; asks first unless --yes is given."""
    chosen = _chosen(OpponentReader(database_path()), name, game)
    if not yes:
        if not sys.stdin.isatty():
            raise PokerError("this cannot be undone; give --yes to do it")
        games = ", ".join(_title(kept.family) for kept in chosen)
        question = tr("Reset the model of '{name}' ({games})?")
        click.confirm(plain(question.format(name=name, games=games)), abort=True, err=True)
    with written(database_path()) as store:
        opponents = OpponentStore(store)
        for kept in chosen:
            opponents.reset(kept.name, kept.family).result()
    forgotten = [picked(kept, "family", "hands") for kept in chosen]
    words = tr("model reset: {game}, {hands}")
    lines = [
        words.format(hands=hands_text(kept.hands), game=_title(kept.family)) for kept in chosen
    ]
    report({"name": name, "forgotten": forgotten}, as_json, lines)


@define(
    _name, path_option("--out", required=True, metavar="FILE"), _game, name="export", into=command
)
def _export(name: str, out: Path, game: str | None, as_json: bool) -> None:
    """Export an opponent's model to a .safetensors file, which 'fit' accepts."""
    reader = OpponentReader(database_path())
    chosen = _chosen(reader, name, game)
    if len(chosen) > 1:
        games = ", ".join(_game_name(kept.family) or kept.family for kept in chosen)
        raise PokerError(
            "there are models of '{name}' in several games; choose one with --game: {games}",
            name=name,
            games=games,
        )
    if out.suffix != SUFFIX:
        raise PokerError("the file's name must end in {suffix}", suffix=SUFFIX)
    check_writable(out)
    (kept,) = chosen
    write_state(out, _state(reader, kept))
    result = {"name": name, "family": kept.family, "hands": kept.hands, "file": str(out)}
    words = tr("model of '{name}' from {hands} saved as {file}")
    line = words.format(hands=hands_text(kept.hands), name=name, file=out)
    report(result, as_json, [line])


def _chosen(reader: OpponentReader, name: str, game: str | None) -> list[KeptOpponent]:
    """Return the rows of an opponent, of one game if it is named.

    Raises:
        PokerError: if there are none, naming the existing ones.
    """
    kept = reader.list()
    named = [row for row in kept if row.name == name]
    if not named:
        if not kept:
            raise PokerError("there is no model of '{name}' yet", name=name[:60])
        raise PokerError(
            "there is no model of '{name}'; there are models of {names}",
            name=name[:60],
            names=", ".join(dict.fromkeys(row.name for row in kept)),
        )
    if game is None:
        return named
    family = situations_of(get_game(game)).key
    chosen = [row for row in named if row.family == family]
    if not chosen:
        games = ", ".join(_game_name(row.family) or row.family for row in named)
        raise PokerError(
            "there is no model of '{name}' in {game}, only in {games}",
            name=name[:60],
            game=game,
            games=games,
        )
    return chosen


def _model(reader: OpponentReader, kept: KeptOpponent) -> BehaviourModel | None:
    """Return what is kept as a model, None for a game that is not built in."""
    state, game = _state(reader, kept), family_game(kept.family)
    if game is None:
        return None
    model = BehaviourModel(game)
    model.load_state(state)
    return model


def _state(reader: OpponentReader, kept: KeptOpponent) -> ModelState:
    """Return what was learned about an opponent of the list.

    Raises:
        StoreError: if it is gone meanwhile, or hidden by damage.
    """
    state = reader.load(kept.name, kept.family)
    if state is None:
        raise StoreError(
            "the model of '{name}' is missing, or the database is damaged: check with"
            " 'pokergui hands verify'",
            name=kept.name[:60],
        )
    return state


def _game_name(family: str) -> str | None:
    game: Game | None = family_game(family)
    return None if game is None else game.name


def _title(family: str) -> str:
    game = family_game(family)
    return family if game is None else name_text(game.title)
