"""The choices at the top of Study: engine, game and depth."""

from __future__ import annotations

from dataclasses import replace

from pokergui.formatting.choices import PlayChoice, engine_choices, table_games, top_bar
from pokergui.formatting.ladder import ladder_caption
from pokergui.formatting.words import game_words
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.viewmodel.study import StudyTop
from pokergui.viewmodel import Choice, ChoiceList


def study_top(choice: StudyChoice, spot: bool = False) -> StudyTop:
    """Return the current choices; values missing in the lists are added to them.

    While a ``spot`` is shown it takes the place of the engine; choosing an engine leaves it.
    """
    games = table_games()
    listed = choice.name in [game.name for game in games]
    name = choice.name if listed else games[0].name
    played = PlayChoice(name, choice.depth).against(choice.engine)
    bar = top_bar(played, choice.home, games)
    shown = Choice("", tr("Solved spot")) if spot else Choice(choice.engine, choice.title)
    entries = engine_choices(choice.game, choice.home)
    # A spot belongs to no engine, so there is no result against one.
    caption = "" if spot else ladder_caption(choice.game)
    engine = _with_current(ChoiceList(tr("Engine"), entries, shown.key, caption), shown)
    game = _with_current(
        replace(bar.game, current=choice.name), Choice(choice.name, game_words(choice.game))
    )
    return StudyTop(engine, game, bar.depth if choice.game.has_stacks else None)


def _with_current(entries: ChoiceList, current: Choice) -> ChoiceList:
    if any(choice.key == current.key for choice in entries.choices):
        return entries
    return replace(entries, choices=(*entries.choices, current))
