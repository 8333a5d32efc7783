"""Notices of the History page on imports, exports, backups and verification."""

from __future__ import annotations

from pathlib import Path

from pokergui.formatting.notices import SALVAGE, go_on, sentence
from pokergui.formatting.words import chips
from pokergui.language import tr_history as tr
from pokergui.language.joins import enumerated, full_sentences, full_stop, labelled
from pokergui.store import Exported, Imported, Refusal, VerifyReport
from pokergui.viewmodel import Notice, NoticeButton

_MOST_NUMBERS = 12


def exported_notice(result: Exported, damaged: int, file: Path) -> Notice:
    title = tr.plural(
        "1 hand exported to {file}", "{count} hands exported to {file}", result.hands
    ).format(count=chips(result.hands), file=file.name)
    parts = []
    if result.left_out:
        words = tr("{count} left out, as the format cannot express their game: {numbers}.")
        count = chips(len(result.left_out))
        parts.append(words.format(count=count, numbers=_numbers(result.left_out)))
    if damaged:
        parts.append(tr("{count} left out, as they are damaged.").format(count=chips(damaged)))
    details = enumerated(map(str, result.left_out)) if len(result.left_out) > _MOST_NUMBERS else ""
    if not parts:
        return Notice("plain", title, str(file), (go_on(),))
    return Notice("warning", title, full_sentences(parts), (go_on(),), details)


def _numbers(numbers: tuple[int, ...]) -> str:
    shown = enumerated(chips(number) for number in numbers[:_MOST_NUMBERS])
    return enumerated((shown, "…")) if len(numbers) > _MOST_NUMBERS else shown


def verified_notice(report: VerifyReport) -> Notice:
    sound = tr("{count} hands are intact")
    if report.hands < report.written:
        sound = tr("{count} of {written} hands are intact")
    sound = sound.format(count=chips(report.hands), written=chips(report.written))
    if report.sound:
        text = tr("Their decks are those that were committed before play.")
        return Notice("plain", sound, text, (go_on(),))
    count = len(report.problems)
    title = tr.plural("1 problem found", "{count} problems found", count)
    details = "\n".join(problem.text for problem in report.problems)
    first = report.problems[0].text
    text = tr("{first}. {sound}.").format(first=first[:1].upper() + first[1:], sound=sound)
    buttons = (NoticeButton(SALVAGE, tr("Salvage")), go_on())
    return Notice("error", title.format(count=chips(count)), text, buttons, details)


def imported_notice(report: Imported) -> Notice:
    title = tr.plural("1 hand imported", "{count} hands imported", report.imported)
    title = title.format(count=chips(report.imported))
    parts = []
    if report.skipped:
        words = tr("{count} were imported before.")
        parts.append(words.format(count=chips(report.skipped)))
    parts += map(full_stop, report.remarks)
    if not report.refused:
        text = full_sentences(parts) or tr("They count in statistics if Imported is switched on.")
        return Notice("plain", title, text, (go_on(),))
    words = tr.plural("1 refused: {first}.", "{count} refused: {first}.", report.refused)
    first = _refusal(report.refusals[0]).rstrip(".")
    parts.append(words.format(count=chips(report.refused), first=first))
    details = "\n".join(_refusal(refusal) for refusal in report.refusals)
    return Notice("warning", title, full_sentences(parts), (go_on(),), details)


def _refusal(refusal: Refusal) -> str:
    where = refusal.file
    if not refusal.place and refusal.reason.startswith(where):
        return refusal.reason
    if refusal.place:
        word = tr("{file}, hand {place}") if refusal.where == "hand" else tr("{file}, line {place}")
        where = word.format(file=refusal.file, place=refusal.place)
    return labelled(where, refusal.reason)


def nothing_changed(title: str, error: Exception) -> Notice:
    text = tr("{reason}. No hand was changed.").format(reason=sentence(error))
    return Notice("error", title, text, (go_on(),), repr(error))


def match_not_exported() -> Notice:
    title = tr("The hands of a match cannot be exported here")
    text = tr("Nothing was written. Choose another kind to export hands.")
    return Notice("warning", title, text, (go_on(),))
