"""Which of the Play page's intents reach which slot of its presenter, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.play.presenters.learned import LearnedSheet as LearnedPresenter
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.play.views.page import PlayPage
    from pokergui.settings import Settings
    from pokergui.store import Store


def start_play(
    runner: Runner, store: Store, settings: Settings, page: PlayPage, parent: QObject
) -> PlayPresenter:
    """Join presenter and page; ``PlayPresenter.start`` deals, once the other pages are there."""
    from pokergui.formatting.choices import PlayChoice  # after the first paint, with numba
    from pokergui.formatting.words import hand_files  # as above
    from pokergui.pages.play.presenters.play import PlayPresenter  # as above

    remembered = {
        game: PlayChoice(game, settings.depths.get(game, PlayChoice.depth), opponent)
        for game, opponent in settings.opponents.items()
    }
    choice = remembered.get(settings.game, PlayChoice(settings.game))
    presenter = PlayPresenter(runner, store, strategies_dir(), choice, remembered, parent)
    connect_play(presenter, page)
    page.learned.set_file_kinds(hand_files())
    return presenter


def connect_play(presenter: PlayPresenter, page: PlayPage) -> None:
    """Join the two; neither knows the other."""
    presenter.top.connect(page.set_top)
    presenter.line.connect(page.set_line)
    presenter.explainer.connect(page.set_explainer)
    presenter.frames.connect(page.play_table)
    presenter.actions.connect(page.set_actions)
    presenter.session.connect(page.set_session)
    presenter.last_hand.connect(page.set_last_hand)
    presenter.notice.connect(page.set_notice)
    hands, advisor = presenter.hands, presenter.advisor
    advisor.scene.connect(page.set_advice)
    presenter.mind.scene.connect(page.set_mind)
    connect_learned(presenter.learned, page)
    page.advisor.engine_chosen.connect(advisor.choose_engine)
    page.advisor.side_chosen.connect(advisor.choose_side)
    page.advisor.size_chosen.connect(hands.edit_amount)
    page.action_requested.connect(hands.act)
    page.preset_chosen.connect(hands.choose_preset)
    page.amount_edited.connect(hands.edit_amount)
    page.slider_moved.connect(hands.move_slider)
    page.amount_stepped.connect(hands.step_amount)
    page.undo_requested.connect(hands.undo)
    page.crumb_chosen.connect(hands.play_from_crumb)
    page.settled.connect(hands.table_settled)
    page.next_hand_requested.connect(presenter.next_hand)
    page.study_requested.connect(presenter.study)
    page.game_chosen.connect(presenter.choose_game)
    page.depth_chosen.connect(presenter.choose_depth)
    page.opponent_chosen.connect(presenter.choose_opponent)
    page.notice_pressed.connect(presenter.press_notice)


def connect_learned(presenter: LearnedPresenter, page: PlayPage) -> None:
    """Join the sheet of what was learned and its presenter."""
    sheet = page.learned
    presenter.scene.connect(sheet.set_scene)
    presenter.opened.connect(page.show_learned)
    page.advisor.look_requested.connect(presenter.open)
    sheet.closed.connect(presenter.close)
    sheet.opponent_chosen.connect(presenter.choose)
    sheet.reset_requested.connect(presenter.reset)
    sheet.export_requested.connect(presenter.export)
    sheet.fit_requested.connect(presenter.fit)
    sheet.notice_pressed.connect(presenter.press_notice)
