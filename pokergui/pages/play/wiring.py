"""Wiring of the Play page: its intents reach its presenters, and their scenes reach it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.play.presenters.hand_reading import ModelPresenter as LearnedPresenter
    from pokergui.pages.play.presenters.hands import Stakes as StakesPresenter
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.play.views.page import PlayPage
    from pokergui.settings import Settings
    from pokergui.store import Store


def start_play(
    runner: Runner, store: Store, settings: Settings, page: PlayPage, parent: QObject
) -> PlayPresenter:
    """Connect presenter and page; ``PlayPresenter.start`` deals."""
    from pokergui.formatting.choices import PlayChoice  # after the first paint, with numba
    from pokergui.formatting.words import hand_files  # as above
    from pokergui.pages.play.presenters.play import PlayPresenter  # as above

    remembered = {
        game: PlayChoice(
            game,
            settings.depths.get(game, PlayChoice.depth),
            opponent,
            settings.others.get(game, ()),
            settings.stacks.get(game, ()),
            settings.options.get(game, ""),
            settings.rakes.get(game, ""),
            settings.plans.get(game, ""),
        )
        for game, opponent in settings.opponents.items()
    }
    choice = remembered.get(settings.game, PlayChoice(settings.game))
    presenter = PlayPresenter(runner, store, strategies_dir(), choice, remembered, parent)
    connect_play(presenter, page)
    page.learned.set_file_kinds(hand_files())
    return presenter


def connect_play(presenter: PlayPresenter, page: PlayPage) -> None:
    hands, advisor, bar = presenter.hands, presenter.advisor, page.bar
    presenter.top.connect(page.set_choices)
    presenter.explainer.connect(page.set_explainer)
    presenter.opponents.notice.connect(page.set_notice)
    presenter.opponents.thought.connect(page.table.set_thought)
    page.table.stop.clicked.connect(presenter.opponents.hasten)
    hands.line.connect(page.line.set_scene)
    hands.frames.connect(page.table.play)
    hands.bar.scene.connect(page.set_actions)
    hands.session.connect(page.session.set_scene)
    hands.last_hand.connect(page.last_hand.set_scene)
    presenter.reviews.scene.connect(page.last_hand.set_scene)
    page.look_back.connect(presenter.reviews.study)
    page.last_hand.study.clicked.connect(presenter.reviews.study)
    page.last_hand.line.chosen.connect(presenter.reviews.choose)
    page.hands_wanted.connect(presenter.reviews.show_hands)
    page.all_hands.back.clicked.connect(presenter.reviews.hide_hands)
    presenter.reviews.hands.connect(page.all_hands.set_scene)
    presenter.reviews.hands_shown.connect(partial(page.show_sheet, page.all_hands))
    presenter.partner.scene.connect(page.partner.set_scene)
    page.partner.play.clicked.connect(presenter.partner.accept)
    page.partner.close_button.clicked.connect(presenter.partner.dismiss)
    page.shown.connect(presenter.partner.show_page)
    hands.notice.connect(page.set_notice)
    advisor.scene.connect(page.advisor.set_scene)
    presenter.belief.scene.connect(page.advisor.set_belief)
    page.advisor.engine.chosen.connect(advisor.choose_engine)
    page.advisor.problem.pressed.connect(advisor.choose_engine)
    page.advisor.side_chosen.connect(advisor.choose_side)
    page.advisor.size_chosen.connect(partial(hands.bar.change, "text"))
    bar.action_requested.connect(hands.act)
    bar.sized.connect(hands.bar.change)
    bar.next_button.clicked.connect(presenter.next_hand)
    page.top_bar.undo.clicked.connect(hands.undo)
    page.line.chosen.connect(hands.play_from_crumb)
    page.table.settled.connect(hands.table_settled)
    for button in (page.top_bar.study, page.advisor.study):
        button.clicked.connect(presenter.study)
    page.top_bar.controls.changed.connect(presenter.choose)
    page.seats.chosen.connect(presenter.choose_seat)
    page.seats.random.clicked.connect(presenter.choose_random)
    page.notice.pressed.connect(presenter.press_notice)
    connect_stakes(presenter.stakes, page)
    page.stakes.controls.changed.connect(presenter.choose)
    connect_learned(presenter.learned, page)
    presenter.reasons.scene.connect(page.learned.set_reasons)
    presenter.reasons.known.connect(page.top_bar.set_reasons)
    page.learned.reasons.back.clicked.connect(presenter.reasons.back)
    page.learned.reasons.forward.clicked.connect(presenter.reasons.forward)


def connect_stakes(presenter: StakesPresenter, page: PlayPage) -> None:
    strip = page.stakes
    presenter.scene.connect(strip.set_scene)
    presenter.chosen.connect(page.close_stakes)
    for box in strip.boxes:
        box.edited.connect(presenter.edit)
    strip.equal.clicked.connect(presenter.level)
    strip.deal.clicked.connect(presenter.enter)
    strip.left.connect(presenter.reset)


def connect_learned(presenter: LearnedPresenter, page: PlayPage) -> None:
    sheet = page.learned
    presenter.scene.connect(sheet.set_scene)
    presenter.opened.connect(partial(page.show_sheet, sheet))
    for button, part in ((page.advisor.belief.look, "learned"), (page.top_bar.reasons, "reasons")):
        button.clicked.connect(partial(sheet.show_part, part))
        button.clicked.connect(presenter.open)
    sheet.back.clicked.connect(presenter.close)
    sheet.opponents.chosen.connect(presenter.choose)
    sheet.reset_button.clicked.connect(presenter.reset)
    sheet.export_requested.connect(presenter.export)
    sheet.fit_requested.connect(presenter.fit)
    sheet.notice.pressed.connect(presenter.press_notice)
