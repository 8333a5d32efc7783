"""The report of an engine's test in words."""

from __future__ import annotations

import datetime
from dataclasses import replace

from ai.external.program import Added
from ai.external.report import Report
from ai.external.testing import HANDS, usual_game
from engine.cards import RANKS
from engine.game import Game, get_game
from pokergui.formatting.choices import DEPTHS, table_games, table_words
from pokergui.formatting.dates import time_title
from pokergui.formatting.figures import shares_by_card, took
from pokergui.formatting.notices import capital
from pokergui.formatting.words import NOTHING, chips, hands_text
from pokergui.language import tr_settings as tr
from pokergui.language.joins import full_stop, phrases
from pokergui.pages.settings.viewmodel.engines import Mood, ReportRow, ReportScene
from pokergui.viewmodel import Choice, ChoiceList, ProgressScene

_MOST = 3
"""Maximum number of reasons that are shown; the log has all."""


def report_scene(entry: Added, now: datetime.datetime, game: str) -> ReportScene:
    """Build the last test of an engine, or the text that there was none.

    Args:
        entry: the engine.
        now: the time.
        game: name of the chosen game of the next test.
    """
    listed = tuple(Choice(one.name, table_words(one)) for one in test_games(entry))
    games = ChoiceList(tr("Game of the test"), listed, game)
    return replace(_last_test(entry, now), games=games)


def test_games(entry: Added) -> list[Game]:
    """Return the games that an engine can be tested with."""
    taken = [game for game in table_games() if entry.takes(game)]
    return [
        get_game(f"{game.name}@{depth}") if depth else game
        for game in taken
        for depth in (DEPTHS if game.has_stacks else (0,))
    ]


def first_game(entry: Added) -> str:
    """Return the name of the game that a test begins with: that of the last test."""
    names = [game.name for game in test_games(entry)]
    tested = "" if entry.report is None else entry.report.game
    return tested if tested in names else usual_game(entry.told).name


def _last_test(entry: Added, now: datetime.datetime) -> ReportScene:
    report = entry.report
    if report is None:
        note = tr(
            "A test plays a hundred hands, counts late and illegal answers, and repeats every"
            " question to see whether the same seed gives the same play."
        )
        return ReportScene("", tr("Not tested yet"), note)
    when = phrases(
        (
            hands_text(report.hands),
            table_words(get_game(report.game)),
            time_title(report.ended, now)[0],
            took(report.seconds),
        )
    )
    reasons = "\n".join(full_stop(capital(reason)) for reason in report.reasons[:_MOST])
    title, mood = _verdict(report)
    return ReportScene(when, title, reasons, mood, tuple(_rows(report)))


def running_scene(share: float, words: str) -> ReportScene:
    """Build the progress of a test."""
    progress = ProgressScene("", words or tr("Starting"), "", share, f"{share:.0%}")
    return ReportScene("", tr("Testing"), running=progress)


def _verdict(report: Report) -> tuple[str, Mood]:
    if not report.engine:
        return tr("Does not start"), "bad"
    if report.failed:
        return tr("Not ready to play"), "bad"
    if report.remarks:
        words = (
            tr("Ready to play, one remark")
            if report.remarks == 1
            else tr("Ready to play, two remarks")
        )
        return words, "remark"
    return tr("Ready to play"), "good"


def _rows(report: Report) -> list[ReportRow]:
    if not report.engine:
        return []
    asked = chips(report.decisions)
    share = report.answered / max(1, report.decisions)
    slowest = tr("{count} of {all} decisions, slowest {time}").format(
        count=chips(report.answered), all=asked, time=took(report.slowest)
    )
    return [
        ReportRow(
            "start",
            "good",
            tr("Starts and gives its name"),
            report.engine,
            took(report.start_seconds),
        ),
        ReportRow(
            "time",
            _mood(report.late + report.broken),
            tr("Answers in time"),
            slowest,
            f"{share:.0%}" if share in (0.0, 1.0) else f"{share:.1%}",
        ),
        ReportRow(
            "legal",
            _mood(report.illegal),
            tr("Illegal actions"),
            tr("every answer follows the rules")
            if not report.illegal
            else tr("each ends its hand with a check or fold"),
            chips(report.illegal),
        ),
        _ranges(report),
        _seed(report),
        _restart(report),
        *([_cards(report)] if report.raises else []),
    ]


def _cards(report: Report) -> ReportRow:
    """Return the raises with each card in display notation, which differs from the protocol's."""
    sent = RANKS[-len(report.raises) :]
    shown = "".join(rank for rank, _, _ in report.raises)
    note = tr("{shown} is sent as {sent}").format(shown=" ".join(shown), sent=" ".join(sent))
    return ReportRow("cards", "quiet", tr("Raises by card"), note, shares_by_card(report.raises))


def _restart(report: Report) -> ReportRow:
    title = tr("Survives a restart")
    if report.restarted:
        note = tr("stopped and started at hand {number}").format(number=HANDS // 2)
        return ReportRow("restart", "good", title, note, tr("yes"))
    if report.hands < HANDS // 2:
        return ReportRow("restart", "quiet", title, tr("not reached by the test"), NOTHING)
    return ReportRow("restart", "bad", title, tr("it did not start again"), tr("no"))


def _mood(count: int) -> Mood:
    return "bad" if count else "good"


def _ranges(report: Report) -> ReportRow:
    title = tr("Ranges")
    if not report.has_ranges:
        return ReportRow("ranges", "quiet", title, tr("it gives actions only"), tr("no"))
    if report.rangeless:
        note = tr("none at {count} of {all} decisions, which ended the hand")
        note = note.format(count=chips(report.rangeless), all=chips(report.decisions))
        return ReportRow("ranges", "bad", title, note, tr("no"))
    note = tr("given at {count} of {all} decisions, sum to 1")
    note = note.format(count=chips(report.ranges), all=chips(report.decisions))
    whole = report.ranges == report.decisions
    return ReportRow(
        "ranges", "good" if whole else "remark", title, note, tr("yes") if whole else tr("no")
    )


def _seed(report: Report) -> ReportRow:
    title = tr("Same seed, same play")
    if report.hands < HANDS:
        return ReportRow("seed", "quiet", title, tr("not reached by the test"), NOTHING)
    note = tr("the same at {count} decisions").format(count=chips(report.decisions))
    if report.differs:
        note = tr("differs at {count} of {all} decisions")
        note = note.format(count=chips(report.differs), all=chips(report.decisions))
    return ReportRow(
        "seed",
        "remark" if report.differs else "good",
        title,
        note,
        tr("no") if report.differs else tr("yes"),
    )
