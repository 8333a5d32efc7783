"""Charts of a blueprint before the flop: every line that it reaches, and how well it knows it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.game import Game, get_game
from engine.lines import line_text
from engine.player import FOLD, PublicState
from engine.positions import positions_of
from engine.ranges import range_text
from pokergui.csvtable import ComboRange, Table, combo_table
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import menu_of
from pokergui.formatting.words import NOTHING, combos_text, percent, signed
from pokergui.language import tr_preflop as tr
from pokergui.language.joins import enumerated, full_stop, labelled
from pokergui.links import StudyLink
from pokergui.pages.preflop.scenes.jamfold import PreflopDraft, depth_of, source_list
from pokergui.pages.preflop.viewmodel import ChartLine, HandFigures, PreflopScene
from pokergui.pages.preflop.work import BLUEPRINT, LEAST_REACH, BlueprintCharts
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView, RangeCells
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import measured_words, quality_note, reach_share
from pokergui.viewmodel.grid import GridAction

_MOST_ROWS = 5
_OFTEN = 0.005


def key_of(reading: Reading) -> str:
    return line_text(reading.place.game, reading.place.actions)


def line_at(charts: BlueprintCharts, key: str) -> Reading:
    """Return the line of a key; the first decision if there is none."""
    return next((one for one in charts.lines if key_of(one) == key), charts.lines[0])


def reading_words(reading: Reading) -> str:
    """Return the actions before a decision, raises in big blinds: "call, 3 bb".

    At a table of three and more, who entered the pot: "UTG 2.5, BTN call".
    """
    place, words = reading.place, []
    several = not place.game.is_heads_up
    for count, action in enumerate(place.actions):
        if several and action == FOLD:
            continue
        (item,) = menu_of(place.decisions[count], [action], "bb")
        short = item.head.short or item.head.title
        done = short if action.raise_to else item.head.title.split()[0].lower()
        entered = f"{_seat(place.decisions[count])} {done.split()[0].lower()}"
        words.append(entered if several else done)
    return enumerated(words) or (
        tr("first in") if several and place.actions else tr("first to act")
    )


def reading_title(reading: Reading) -> str:
    spot = reading.spots[0]
    return labelled(player_names(spot.game)[spot.to_act], reading_words(reading))


def chart_of(reading: Reading) -> BoardRange:
    """Return the range that comes to a decision, how it acts, and its EVs as far as known."""
    seat, answer, worth = reading.spots[0].to_act, reading.valued[0], reading.worth
    held = BoardRange((), reading.ranges[0][seat], answer)
    if answer.values is None:
        return held
    # Without a worth the engine's own values of the actions that it takes.
    taken = np.where(answer.probabilities > 0.0, answer.probabilities * answer.values, 0.0)
    ev = taken.sum(axis=1) if worth is None else worth.ev[0, seat]
    if answer.rare is not None:
        ev = np.where(answer.rare, np.nan, ev)
    return replace(held, ev=ev, equity=None if worth is None else worth.equity[0, seat])


def blueprint_scene(
    draft: PreflopDraft, line: str, charts: BlueprintCharts | None, progress: float | None = None
) -> PreflopScene:
    """Return the page of a blueprint.

    Args:
        line: key of the decision shown.
        charts: None while they are read.
    """
    scene = PreflopScene(
        source=source_list(draft.source),
        acts=tr("Raise"),
        shown=draft.shown,
        progress=progress,
        state=tr("Reading…") if progress is not None else "",
        about=(_title(get_game(draft.source)),),
    )
    if charts is None or charts.game.name != draft.source:
        return scene
    reading = line_at(charts, line)
    spot = reading.spots[0]
    grid = RangeMatrix(spot, [chart_of(reading)])
    view = GridView("ev" if draft.shown == "ev" else "strategy", heights="normalised")
    combos = float(reading.ranges[0][spot.to_act].sum())
    return replace(
        scene,
        about=_about(charts),
        lines=tuple(map(_line, charts.lines)),
        current=key_of(reading),
        heading=reading_title(reading),
        summary=combos_text(combos),
        grid=grid.scene(view=view),
        actions=_played(reading),
        hands=_hands(grid.cells),
        note=quality_note(reading),
        offers=frozenset({"copy", "export", "practise", "study"}),
    )


def _title(game: Game) -> str:
    if game.is_heads_up:
        return tr("Blueprint for {depth} big blinds").format(depth=depth_of(game))
    title = tr("Blueprint for {count} players with {depth} big blinds")
    return title.format(count=game.num_players, depth=depth_of(game))


def _played(reading: Reading) -> tuple[GridAction, ...]:
    """Return the actions that the range takes at all, for the legend."""
    assert reading.present is not None
    shares = zip(reading.present.menu, reading.present.shares, strict=True)
    return tuple(item.head for item, share in shares if share >= _OFTEN)


def _about(charts: BlueprintCharts) -> tuple[str, ...]:
    record = charts.lines[0].record
    words = [_title(charts.game)]
    lines = tr("{count} decisions before the flop are reached in {share} of hands or more.")
    words.append(lines.format(count=len(charts.lines), share=f"{100 * LEAST_REACH:g}%"))
    if record is not None:
        deals = tr("Trained by {deals} deals").format(deals=f"{record.iterations:,}")
        words.append(full_stop(deals))
        if measured := measured_words(record):
            words.append(full_stop(measured))
    words.append(
        tr(
            "EVs are its own estimates, in big blinds from the decision on. A dash: training hardly"
            " visited what follows, so the EV is not known."
        )
    )
    if not charts.game.is_heads_up:
        words.append(tr("From a 4-bet on EVs are known only where a call ends the betting."))
    return tuple(words)


def _seat(spot: PublicState) -> str:
    if spot.game.is_heads_up:
        return tr("BB") if spot.to_act == 0 else tr("SB")
    return positions_of(spot.game)[spot.to_act]


def _line(reading: Reading) -> ChartLine:
    assert reading.present is not None
    spot, present = reading.spots[0], reading.present
    raised = sum(
        share
        for item, share in zip(present.menu, present.shares, strict=True)
        if item.action.raise_to and share == share
    )
    reach, words = percent(reach_share(reading)), reading_words(reading)
    name = player_names(spot.game)[spot.to_act]
    tip = tr("{seat} after {line}: raises {percent}; play comes here in {reach}")
    return ChartLine(
        key_of(reading),
        _seat(spot),
        words,
        percent(raised),
        reach,
        raised,
        tip=tip.format(seat=name, line=words, percent=percent(raised), reach=reach),
    )


def _hands(cells: RangeCells) -> tuple[HandFigures, ...]:
    possible, reach, shares = cells.averages
    unit, values = cells.game.big_blind, cells.values
    known = np.full(shares.shape, np.nan)
    if values is not None:
        known = np.stack([cells.mean_known(column) for column in values.T], axis=1) / unit
    made = []
    for cell, label in enumerate(cells.shape.labels):
        often = [at for at in np.argsort(-shares[cell]) if shares[cell, at] >= _OFTEN]
        rows = tuple(
            (
                cells.menu[at].head,
                percent(float(shares[cell, at])),
                NOTHING if np.isnan(known[cell, at]) else signed(float(known[cell, at]), 2),
            )
            for at in sorted(often[:_MOST_ROWS])
        )
        note = tr("{combos}, reach {share}").format(
            combos=combos_text(int(possible[cell])), share=percent(float(reach[cell]))
        )
        made.append(HandFigures(label, note, rows))
    return tuple(made)


def reading_text(reading: Reading) -> str:
    """Return the hands that go on at a decision as range text."""
    held = chart_of(reading)
    assert held.answer is not None
    fold = [at for at, action in enumerate(held.answer.actions) if action.kind.name == "FOLD"]
    folded = held.answer.probabilities[:, fold].sum(axis=1)
    return range_text(np.clip(held.weights * (1.0 - folded), 0.0, 1.0).round(3))


def reading_table(charts: BlueprintCharts) -> Table:
    """Return every combo at every decision."""
    return combo_table(
        [
            ComboRange(BLUEPRINT, one.spots[0], one.spots[0].to_act, chart_of(one))
            for one in charts.lines
        ]
    )


def study_link(reading: Reading) -> StudyLink:
    return StudyLink(
        reading.place.game, reading.place.actions, (), engine=BLUEPRINT, page="preflop"
    )
