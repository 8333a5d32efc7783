"""The choices over Study: engine, game and depth."""

from __future__ import annotations

from dataclasses import replace

from pokergui.formatting.choices import PlayChoice, engine_choices, playable_games, top_bar
from pokergui.formatting.ladder import ladder_caption
from pokergui.formatting.words import tr
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.viewmodel.study import StudyTop
from pokergui.viewmodel import Choice, ChoiceList


def study_top(choice: StudyChoice, spot: bool = False) -> StudyTop:
    """The choices as they stand; what is not on the lists is added to them.

    While a ``spot`` is shown it stands in the place of the engine; any engine leaves it.
    """
    listed = choice.name in [game.name for game in playable_games()]
    name = choice.name if listed else playable_games()[0].name
    bar = top_bar(PlayChoice(name, choice.depth, choice.engine), choice.home, playable_games())
    rivals = bar.opponent
    if not listed:
        entries = engine_choices(choice.game, choice.home)
        rivals = replace(rivals, choices=entries, value_caption=ladder_caption(choice.game))
    shown = Choice("", tr("Solved spot")) if spot else Choice(choice.engine, choice.title)
    engine = _with_current(replace(rivals, caption=tr("Engine"), current=shown.key), shown)
    if spot:  # of no engine, so that it has no result against one
        engine = replace(engine, value_caption="")
    game = _with_current(
        replace(bar.game, current=choice.name), Choice(choice.name, choice.game.title)
    )
    return StudyTop(engine, game, bar.depth if choice.game.has_stacks else None)


def _with_current(entries: ChoiceList, current: Choice) -> ChoiceList:
    if any(choice.key == current.key for choice in entries.choices):
        return entries
    return replace(entries, choices=(*entries.choices, current))
