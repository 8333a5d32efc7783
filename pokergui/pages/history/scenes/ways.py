"""The replayer's place in the hand, and the pages that can continue from it."""

from __future__ import annotations

from ai.solver.spot_of_hand import no_spot
from engine.player import PublicState
from pokergui.formatting.choices import table_games
from pokergui.formatting.notices import capital
from pokergui.formatting.words import street_name
from pokergui.language import tr_history as tr
from pokergui.pages.history.scenes.replay import Replay
from pokergui.pages.history.viewmodel.history import ReplayScene, WayOn


def replay_scene(replay: Replay, *, playing: bool) -> ReplayScene:
    """Build the replayer; ``playing`` while the hand is replayed automatically."""
    play, study, solve = _ways_on(replay)
    return ReplayScene(
        dots=replay.dots(),
        position=replay.position,
        label=replay.label(),
        playing=playing,
        show_all=replay.show_all,
        can_show_all=replay.can_show_all,
        play=play,
        study=study,
        solve=solve,
    )


def _ways_on(replay: Replay) -> tuple[WayOn, WayOn, WayOn]:
    """Build the buttons for playing on, Study, and solving the street."""
    play, act = replay.act_to_play(), replay.act_in_view()
    if play is None or act is None:
        nobody = WayOn(tr("Nobody had a decision to make in this hand"))
        return nobody, nobody, nobody
    words = tr("Play on from {where}, in training mode")
    if len(replay.record.deck) < len(replay.game.deck):
        words = tr("Play on from {where}, in training mode; unknown cards are drawn")
    spot = replay.stops[act].spot
    where, problem = _where(replay, spot), no_spot(spot)
    street = tr("Solve the street of {where}").format(where=where)
    study = WayOn(tr("Open {where} in Study").format(where=where), can=True)
    on = WayOn(words.format(where=_where(replay, replay.stops[play].spot)), can=True)
    if spot.game.num_players not in {game.num_players for game in table_games()}:
        on = WayOn(tr("Play has tables for two, three and six players"))
    return (
        on,
        study,
        WayOn(capital(str(problem)) if problem else street, can=not problem),
    )


def _where(replay: Replay, spot: PublicState) -> str:
    """Describe a decision by its player and street."""
    street = street_name(spot.game, spot.street).lower()
    if spot.to_act == replay.hero:
        return tr("your decision ({street})").format(street=street)
    name = replay.names[spot.to_act]
    return tr("the decision of {name} ({street})").format(name=name, street=street)
