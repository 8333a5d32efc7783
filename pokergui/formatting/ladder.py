"""An engine's ladder entry as shown in lists: its figures and its group."""

from __future__ import annotations

from functools import lru_cache

from ai.agents.entry import AIVAT, RANDOM, TRAINED, Engine, Measured, TableResult
from ai.registry import find_engine, reference
from ai.strength.ladder import (
    BE_BEATEN,
    LEARN,
    WIN,
    Rung,
    best_response,
    fold_loss,
    won_from_folders,
)
from ai.strength.tables import MIXED, RIVAL, line_ups, result_at
from engine.errors import GameError
from engine.game import Game, get_game
from pokergui.formatting.numbers import thousandths
from pokergui.formatting.words import MINUS, chips, phrase, signed
from pokergui.language import kept_words, name_text, tr
from pokergui.language.joins import enumerated, full_sentences
from pokergui.units import unit_of
from pokergui.viewmodel import Choice

_EXACT = 1e-5
"""Number of mA below which a figure is written as 0."""
_MOST_GAMES = 64
_MOST_KEPT = 10_000
"""Entries of lists that are kept while the engines stay."""


def ladder_caption(game: Game) -> str:
    rival = reference(game)
    if rival is None:
        return tr("at a mixed table") if line_ups(game) else ""
    return tr("v. {engine}").format(engine=name_text(rival.title))


def title_of(name: str, game: Game) -> str:
    engine = find_engine(name, None, game)
    return name if engine is None else name_text(engine.title)


def engine_note(engine: Engine) -> str:
    if engine.path is not None:
        return engine.name.removeprefix(TRAINED)
    return phrase(name_text(str(engine.character)).rstrip(".。"))


@kept_words(_MOST_KEPT)
def engine_choice(rung: Rung, game: Game) -> Choice:
    engine, rival = rung.engine, rung.rival
    value, unit = _result(rung, game)
    about = (
        _about_result(rung, game),
        *about_tables(rung.figures, game),
        "" if rival is None else _about_best_response(rung, game),
    )
    named = tr("Command line: {name}").format(name=engine.name)
    return Choice(
        engine.name,
        name_text(engine.title),
        engine_note(engine),
        value,
        unit,
        "\n".join(filter(None, (*about, named))),
        command=engine.name if engine.path is None else "",
        group=_group(rung, game),
        second=_at_rivals(rung, game) or _best_response(rung, game),
        caution=rung.worse_than_folding and WIN not in rung.roles,
        usable=not engine.problem,
    )


def _group(rung: Rung, game: Game) -> str:
    rival = rung.rival
    if rung.engine.added:
        return tr("Added by you")
    if rival is None and not line_ups(game):
        return ""
    if LEARN in rung.roles:
        return tr("Strongest: hard to beat, good to study")
    if BE_BEATEN in rung.roles:
        return tr("Strongest here: hard to beat")
    if rung.engine.learns:
        return tr("Learns from you: no fixed strength")
    if WIN in rung.roles:
        title = title_of(RIVAL, game) if rival is None else name_text(rival.title)
        return tr("Beatable: clearly loses to {engine}").format(engine=title)
    return tr("No clear result") if rung.measured else tr("Not measured")


def _result(rung: Rung, game: Game) -> tuple[str, str]:
    measured, unit = rung.figures, tr("{unit}/hand").format(unit=unit_of(game))
    if rung.engine.learns:
        return tr("learns"), ""
    if rung.is_reference:
        return tr("reference"), ""
    mixed = result_at(measured, MIXED)
    if rung.rival is None and mixed is not None:
        return table_figure(mixed), tr("bb/100")
    if measured is None or measured.mbb is None or not rung.measured:
        unranked = rung.rival is None and not line_ups(game)
        return ("", "") if unranked else (tr("not measured"), "")
    if measured.ci95 is None:
        return _exactly(measured.mbb), unit
    return f"{signed(measured.mbb, 0)} ± {measured.ci95:,.0f}", unit


def table_figure(result: TableResult | None) -> str:
    """Return a result at a table in big blinds per 100 hands; empty if there is none."""
    if result is None:
        return ""
    if result.ci95 is None:
        return "0"
    return f"{signed(result.mbb / 10, 0)} ± {result.ci95 / 10:,.0f}"


def table_lbr(measured: Measured | None) -> str:
    """Return what local best response wins in one seat, in big blinds per 100 hands; or empty."""
    if measured is None or measured.lbr is None:
        return ""
    return f"{signed(measured.lbr / 10, 0)} ± {(measured.lbr_ci95 or 0.0) / 10:,.0f}"


def _at_rivals(rung: Rung, game: Game) -> str:
    result = result_at(rung.figures, RIVAL)
    if result is None or result.ci95 is None:
        return ""
    words = tr("{figure} v. {engine}")
    return words.format(figure=table_figure(result), engine=title_of(RIVAL, game))


def _exactly(mbb: float) -> str:
    if abs(mbb) < _EXACT:
        return "0"
    return f"{MINUS if mbb < 0 else '+'}{thousandths(abs(mbb))}"


def _best_response(rung: Rung, game: Game) -> str:
    lost = best_response(rung.figures, game)
    if lost is None:
        return ""
    words = tr("exploitability {figure}").format(figure=_figure(*lost))
    if rung.figures is not None and rung.figures.lbr is not None:
        words = tr("LBR {figure}").format(figure=_figure(*lost))
    if rung.worse_than_folding:
        return tr("{figure}: worse than folding").format(figure=words)
    return words


def _figure(mean: float, half: float) -> str:
    if half == 0.0:
        return thousandths(mean) if mean >= _EXACT else "0"
    return f"{mean:,.0f} ± {half:,.0f}".replace("-", MINUS)


def _about_result(rung: Rung, game: Game) -> str:
    measured, rival = rung.figures, rung.rival
    if rung.engine.learns:
        return tr("Learns as it plays, so it has no fixed strength.")
    if rung.is_reference:
        return tr("The reference: results of the others are against it.")
    if measured is not None and measured.method == RANDOM:
        return _against(measured, game, tr("random players"))
    if rival is None and (rung.measured or not line_ups(game)):
        return ""
    if measured is None or not rung.measured:
        words = tr("Its results at tables have not been measured.")
        if rival is not None:
            words = tr("Its result against {rival} has not been measured.")
            words = words.format(rival=name_text(rival.title))
        how = tr("To measure it: pokergui engines measure {game} {name}")
        how = how.format(game=game.name, name=rung.engine.name)
        return full_sentences((words, how)) if _is_named(game.name, game) else words
    assert rival is not None
    return _against(measured, game, name_text(rival.title))


def about_tables(measured: Measured | None, game: Game) -> list[str]:
    """Return the results at tables of three and more, a sentence each."""
    results = () if measured is None else measured.tables
    lines = [table_sentence(one, game) for one in results if one.ci95 is not None]
    if measured is None or measured.lbr is None or not lines:
        return lines
    figure, folders = table_lbr(measured), f"{won_from_folders(game) / 10:,.0f}"
    words = tr(
        "LBR: local best response, one player who knows the strategy of all others but looks only"
        " one action ahead, wins {figure} bb/100 if they play this one, {folders} if they always"
        " fold: {hands} hands, 95% interval. A best response wins at least that."
    )
    hands = chips(measured.lbr_hands or 0)
    return [*lines, words.format(figure=figure, folders=folders, hands=hands)]


def table_sentence(result: TableResult, game: Game) -> str:
    """Return a result in words: "Wins 12 ± 3 bb/100 at a mixed table of 6: 240 hands..."."""
    assert result.ci95 is not None
    titles = [title_of(name, game) for name in line_ups(game).get(result.line_up, ())]
    if result.line_up == MIXED:
        words = tr("Wins {figure} bb/100 at a mixed table of {players} ({engines})")
        if result.mbb < 0.0:
            words = tr("Loses {figure} bb/100 at a mixed table of {players} ({engines})")
    else:
        words = tr("Wins {figure} bb/100 at a table of {players} with {engine} in all other seats")
        if result.mbb < 0.0:
            words = tr(
                "Loses {figure} bb/100 at a table of {players} with {engine} in all other seats"
            )
    words = words.format(
        figure=f"{abs(result.mbb) / 10:,.0f} ± {result.ci95 / 10:,.0f}",
        players=game.num_players,
        engines=enumerated(titles),
        engine=title_of(result.line_up, game),
    )
    return _with_method(words, result)


def _with_method(words: str, result: Measured | TableResult) -> str:
    how = tr("{words}: {hands} duplicate hands, 95% interval.")
    if result.method == AIVAT:
        how = tr("{words}: {hands} duplicate hands, luck-adjusted (AIVAT), 95% interval.")
    return how.format(words=words, hands=chips(result.hands or 0))


@lru_cache(_MOST_GAMES)
def _is_named(name: str, game: Game) -> bool:
    """Return whether commands know a game by a name; games of equal rules may have several."""
    try:
        return get_game(name) == game
    except GameError:
        return False


def _against(measured: Measured, game: Game, rival: str) -> str:
    assert measured.mbb is not None
    figure = thousandths(abs(measured.mbb)) if abs(measured.mbb) >= _EXACT else "0"
    words = tr("Wins {figure} {unit} per hand against {rival}")
    if measured.mbb < 0.0:
        words = tr("Loses {figure} {unit} per hand to {rival}")
    if measured.ci95 is not None:
        figure = f"{abs(measured.mbb):,.0f} ± {measured.ci95:,.0f}"
    words = words.format(figure=figure, unit=unit_of(game), rival=rival)
    if measured.ci95 is None:
        return tr("{words}, exactly, as the mean of both positions.").format(words=words)
    words = _with_method(words, measured)
    if abs(measured.mbb) <= measured.ci95:
        words += " " + tr("The interval includes 0: neither is shown to be better.")
    return words


def _about_best_response(rung: Rung, game: Game) -> str:
    measured, lost = rung.figures, best_response(rung.figures, game)
    if measured is None or lost is None:
        return ""
    unit = unit_of(game)
    if measured.lbr is None:
        words = tr("Exploitability: a perfect opponent wins {figure} {unit} per hand from it.")
        words = words.format(figure=_figure(*lost), unit=unit)
    else:
        words = tr(
            "LBR: local best response, an opponent who knows its strategy but looks only one"
            " action ahead, wins {figure} {unit} per hand from it over {hands} hands. A perfect"
            " opponent wins at least that."
        ).format(figure=_figure(*lost), unit=unit, hands=chips(measured.lbr_hands or 0))
    if rung.worse_than_folding:
        folds = tr("That is more than the {figure} {unit} that always folding loses.")
        loss = folds.format(figure=f"{fold_loss(game):,.0f}", unit=unit)
        words = full_sentences((words, loss))
    return words
