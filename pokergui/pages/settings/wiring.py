"""Wiring of the Settings page, and its content: the settings, and all folders."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ai.review.classes import USUAL_PERCENTS, Percents, Thresholds
from engine.errors import PokerError
from engine.typed_numbers import plain_number
from pokergui.betsize import AFTER_FLOP, BEFORE_FLOP, MOST_PRESETS, preset_texts, presets_problem
from pokergui.language import tr_settings as tr
from pokergui.language.joins import full_stop
from pokergui.paths import config_dir, data_dir, log_dir, strategies_dir
from pokergui.settings import Settings
from pokergui.version import version
from pokergui.viewmodel import FolderPlace, SettingsScene

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from engine.game import Game
    from pokergui.background.jobs import Runner
    from pokergui.pages.settings.presenters.data import DataPresenter
    from pokergui.pages.settings.presenters.engines import EnginesPresenter
    from pokergui.pages.settings.views.engines import EnginesSection
    from pokergui.pages.settings.views.sections import DataForm


def start_engines(
    runner: Runner, settings: Callable[[], Settings], section: EnginesSection, parent: QObject
) -> EnginesPresenter:
    """Start the presenter of the section Engines; ``settings`` is called on a worker."""
    # After the first paint, when numba is loaded.
    from pokergui.formatting.choices import DEFAULT_DEPTH, PlayChoice
    from pokergui.pages.settings.presenters.engines import EnginesPresenter  # as above

    def game() -> Game:
        known, home = settings(), strategies_dir()
        depth = known.depths.get(known.game, DEFAULT_DEPTH)
        return PlayChoice(known.game, depth).valid(home).build_game()

    presenter = EnginesPresenter(runner, strategies_dir(), game, parent)
    connect_engines(presenter, section)
    presenter.show_page(section.isVisible())
    return presenter


def connect_engines(presenter: EnginesPresenter, section: EnginesSection) -> None:
    side, detail = section.side, section.detail
    presenter.list.connect(side.set_scene)
    presenter.engine.connect(section.set_engine)
    presenter.report.connect(detail.report.set_scene)
    presenter.notice.connect(section.set_notice)
    section.shown.connect(presenter.show_page)
    side.list.moved.connect(presenter.choose)
    side.add.clicked.connect(presenter.begin_draft)
    detail.notice.pressed.connect(presenter.press_notice)
    for name, press in (
        ("cancel", presenter.cancel_draft),
        ("save", presenter.save_draft),
        ("remove", presenter.ask_remove),
        ("duplicate", presenter.duplicate),
        ("test", presenter.begin_test),
    ):
        detail.controls.button(name).clicked.connect(press)
    detail.report.stop.clicked.connect(presenter.stop_test)
    detail.report.game.chosen.connect(presenter.choose_test_game)
    detail.command.committed.connect(presenter.commit)
    detail.options.committed.connect(presenter.commit_option)
    detail.options.restore.clicked.connect(presenter.restore)


def start_data(runner: Runner, path: Path, section: DataForm, parent: QObject) -> DataPresenter:
    from pokergui.pages.settings.presenters.data import DataPresenter  # as above

    presenter, panel = DataPresenter(runner, path, parent), section.backups
    presenter.scene.connect(panel.set_scene)
    presenter.notice.connect(panel.set_notice)
    panel.shown.connect(presenter.show_page)
    panel.list.moved.connect(presenter.choose)
    panel.make.clicked.connect(presenter.back_up)
    panel.restore.clicked.connect(presenter.ask_restore)
    panel.folder_chosen.connect(presenter.ask_move)
    panel.notice.pressed.connect(presenter.press_notice)
    presenter.show_page(panel.isVisible())
    return presenter


def places() -> dict[str, tuple[str, Path]]:
    return {
        "data": (tr("Hands and strategies"), data_dir()),
        "config": (tr("Settings"), config_dir()),
        "logs": (tr("Logs"), log_dir()),
    }


_SHARED = {field.name for field in fields(Settings)} & {
    field.name for field in fields(SettingsScene)
} - {"limits"}
"""Settings that the page shows as they are in the file."""


def _shared(source: Settings | SettingsScene) -> dict[str, Any]:
    return {name: getattr(source, name) for name in _SHARED}


def settings_scene(settings: Settings) -> SettingsScene:
    return SettingsScene(
        **_shared(settings),
        bets=(", ".join(settings.bets_before), ", ".join(settings.bets_after)),
        bets_usual=(", ".join(BEFORE_FLOP), ", ".join(AFTER_FLOP)),
        limits=_limit_texts(settings.limits),
        limits_usual=_limit_texts(USUAL_PERCENTS),
        places=tuple(FolderPlace(key, text, str(path)) for key, (text, path) in places().items()),
        version=version(),
    )


def take_scene(scene: SettingsScene, settings: Settings) -> Settings:
    return replace(settings, **_shared(scene))


def take_bets(scene: SettingsScene, settings: Settings) -> tuple[SettingsScene, Settings]:
    """Return the scene with errors of its presets, and the settings with the valid ones."""
    before, after = map(preset_texts, scene.bets)
    errors = (_bets_error(before), _bets_error(after))
    taken = replace(
        settings,
        bets_before=settings.bets_before if errors[0] else before,
        bets_after=settings.bets_after if errors[1] else after,
    )
    return replace(scene, bets_errors=errors), taken


def take_limits(scene: SettingsScene, settings: Settings) -> tuple[SettingsScene, Settings]:
    """Return the scene with the error of its limits, and the settings with valid ones."""
    try:
        correct, wrong, blunder, blunder_bb = (_number(text) for text in scene.limits)
        percents = correct, wrong, blunder, blunder_bb
        Thresholds.of_percents(percents)
    except PokerError as error:
        words = str(error)
        said = full_stop(f"{words[:1].upper()}{words[1:]}")
        return replace(scene, limits_errors=(said,) * len(scene.limits)), settings
    fine = ("",) * len(scene.limits)
    return replace(scene, limits_errors=fine), replace(settings, limits=percents)


def _limit_texts(percents: Percents) -> tuple[str, ...]:
    return tuple(f"{one:g}" for one in percents)


def _number(text: str) -> float:
    try:
        return float(plain_number(text.strip().removesuffix("%").removesuffix("bb")) or "")
    except ValueError:
        words = tr("“{text}” is not a number")
        raise PokerError(words.format(text=text[:20])) from None


def _bets_error(texts: tuple[str, ...]) -> str:
    problem = presets_problem(texts)
    if not problem:
        return ""
    if len(texts) > MOST_PRESETS:
        words = tr("At most {count} sizes: one for each key.")
        return words.format(count=MOST_PRESETS)
    words = tr("“{size}” is not a size; write 33%, 2.5x, 3bb, pot or all-in.")
    return words.format(size=problem[:20])
