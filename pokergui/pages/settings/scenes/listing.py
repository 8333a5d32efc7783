"""The list of engines: groups, strength or state, and the meaning of the figures."""

from __future__ import annotations

import datetime

from ai.external.report import Report
from pokergui.formatting.choices import table_words
from pokergui.formatting.dates import day_text
from pokergui.formatting.ladder import engine_choice, engine_note
from pokergui.formatting.words import NOTHING
from pokergui.language import name_text
from pokergui.language import tr_settings as tr
from pokergui.localtime import LOCAL
from pokergui.pages.settings.viewmodel.engines import EngineListScene, EngineRow, Mood
from pokergui.pages.settings.work.engines import Found, Listed, Own
from pokergui.units import unit_of


def list_scene(listed: Found, front: str, testing: str, now: datetime.datetime) -> EngineListScene:
    """Build the list of all engines in their groups.

    Args:
        listed: the engines.
        front: key of the selected one.
        testing: name of the added one being tested; empty for none.
        now: the current time, in the time zone of the display.
    """
    groups: tuple[tuple[str, list[EngineRow]], ...] = (
        (tr("Built in"), [_listed(one) for one in listed.built_in]),
        (tr("Trained here"), [_listed(one) for one in listed.trained]),
        (tr("Added by you"), [_own(one, testing, now) for one in listed.own]),
    )
    rows = []
    for heading, group in groups:
        for at, row in enumerate(group):
            rows.append(_placed(row, "" if at else heading, row.key == front))
    return EngineListScene(tuple(rows), _foot(listed))


def _placed(row: EngineRow, heading: str, front: bool) -> EngineRow:
    return EngineRow(row.key, row.title, row.detail, row.state, row.mood, row.tip, heading, front)


def _foot(listed: Found) -> str:
    if not listed.rival:
        return ""
    words = tr("Strength in {game}: {unit}/hand v. {engine}, 95% intervals")
    return words.format(
        game=table_words(listed.game), unit=unit_of(listed.game), engine=name_text(listed.rival)
    )


def _listed(one: Listed) -> EngineRow:
    engine = one.engine
    detail = engine_note(engine) if engine.game is None else table_words(engine.game)
    if one.game is None or one.rung is None:
        needs = str(engine.needs)
        return EngineRow(one.key, name_text(engine.title), detail, NOTHING, "quiet", needs)
    choice = engine_choice(one.rung, one.game)
    known = one.rung.measured and not one.rung.is_reference
    state = choice.value or choice.second
    if engine.game is not None and choice.second:
        state = choice.second
    return EngineRow(
        one.key,
        name_text(engine.title),
        detail,
        state,
        "plain" if known else "quiet",
        choice.detail,
    )


def _own(one: Own, testing: str, now: datetime.datetime) -> EngineRow:
    entry = one.entry
    state, mood = tested(entry.report, now)
    if one.problem:
        state, mood = tr("not usable"), "bad"
    if entry.name == testing:
        state, mood = tr("testing"), "busy"
    problem = str(one.problem) if one.problem else ""
    return EngineRow(one.key, entry.name, problem or _about(one), state, mood, problem)


def _about(one: Own) -> str:
    told = one.entry.told
    if told is None:
        return tr("never started")
    return tr("gives ranges") if told.hello.has_ranges else tr("gives actions only")


def tested(report: Report | None, now: datetime.datetime) -> tuple[str, Mood]:
    """Describe the last test: "tested today"."""
    if report is None:
        return tr("not tested"), "quiet"
    if report.failed:
        return tr("failed its test"), "bad"
    if day(report, now) == now.date():
        return tr("tested today"), "good"
    return tr("tested {date}").format(date=day_text(moment(report))), "plain"


def moment(report: Report) -> datetime.datetime:
    """Return the end of a test in local time."""
    return datetime.datetime.fromisoformat(report.ended).astimezone(LOCAL)


def day(report: Report, now: datetime.datetime) -> datetime.date:
    """Return the day on which a test ended."""
    return moment(report).astimezone(now.tzinfo).date()
