"""The table of a spot that is asked, as the user sees it."""

from __future__ import annotations

from ai.drill.deals import DealtSpot
from engine.hand import HandState
from engine.player import PublicState
from pokergui.felt.frames import frames_of
from pokergui.felt.table_scene import TableSceneBuilder
from pokergui.formatting.handname import hand_name
from pokergui.formatting.players import player_names
from pokergui.formatting.words import blinds_text
from pokergui.language import tr_play as tr
from pokergui.language.joins import broken, sentences
from pokergui.pages.play.scenes.decision import price_note, status_text
from pokergui.viewmodel import Note, TableFrame, TableScene
from pokergui.viewmodel.settings import AmountUnit


def names_at(spot: PublicState) -> tuple[str, ...]:
    """Return players by position: "You", and the others by the names of their positions."""
    names = enumerate(player_names(spot.game))
    return tuple(tr("You") if seat == spot.to_act else name for seat, name in names)


def spot_frame(
    dealt: DealtSpot, title: str, subtitle: str, unit: AmountUnit = "chips", dice: int = 0
) -> TableFrame:
    """Return the table of a spot.

    Args:
        dealt: the spot, with the user's cards.
        title: heading above the table: "Spot 12 of 20".
        subtitle: source of the spot.
        unit: unit of amounts.
        dice: the number that was rolled; 0 for none.
    """
    spot, hero = dealt.spot, dealt.spot.to_act
    game = spot.game
    picture = TableSceneBuilder(
        game, names_at(spot), frozenset({hero}), frozenset({hero}), hero, unit
    )
    holes = [dealt.hole if seat == hero else None for seat in range(game.num_players)]
    hand = HandState(game, holes, spot.board)
    for events in (hand.opening_events, *map(hand.apply, spot.actions)):
        frames_of(picture, events, lambda: TableScene((), ()))
    picture.dealt = [True] * game.num_players
    scene = TableScene(
        seats=tuple(picture.seat_scene(seat, to_act=seat == hero) for seat in picture.order),
        bets=picture.bet_scenes(),
        board=picture.board_scene(),
        pot=picture.pot_scene(),
        left=price_note(spot, unit),
        right=_best_hand(dealt),
        title=title,
        subtitle=subtitle or blinds_text(game),
        tag=tr("Dice {number}").format(number=dice) if dice else "",
        status=sentences((title, status_text(spot, _board_words(picture), None, unit))),
    )
    return TableFrame(scene)


def _board_words(picture: TableSceneBuilder) -> str:
    return " ".join(card.name for card in picture.board_scene() if card is not None)


def _best_hand(dealt: DealtSpot) -> Note:
    if not dealt.spot.board:
        return Note()
    return Note("\n".join(broken(hand_name(dealt.spot.game, (*dealt.hole, *dealt.spot.board)))))
