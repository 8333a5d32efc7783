"""Study's line of play: crumbs above the page, and the list of decisions and actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.lines import action_text
from engine.player import PublicState
from pokergui.formatting.line import action_crumb
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import MenuItem, menu_of
from pokergui.formatting.words import UNKNOWN, card_view, percent, street_name
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.viewmodel import LineRow
from pokergui.ranges.grid_values import shows_all_boards
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Decision, Reading
from pokergui.viewmodel import CardView, Crumb, LineScene

_KEPT = 4


def ending(place: Place) -> str:
    betting = place.betting
    if not betting.finished:
        return ""
    if betting.showdown:
        return tr("Showdown")
    names = player_names(place.game)
    if len(names) > 2:
        left = next(seat for seat in range(len(names)) if not betting.folded(seat))
        return tr("All but {name} have folded").format(name=names[left])
    folded = next(seat for seat in range(len(names)) if betting.folded(seat))
    return tr("{name} has folded").format(name=names[folded])


@lru_cache(maxsize=_KEPT)
def crumbs(place: Place) -> tuple[LineScene, tuple[int, ...]]:
    """Return the line of play, and the number of actions before each crumb."""
    names = player_names(place.game)
    parts, counts = [], []
    street = -1
    for count in range(len(place.actions) + 1):
        here = place.decisions[count]
        for new in range(street + 1, here.street + 1):
            cards = street_cards(place, new)
            parts.append(Crumb(street_name(place.game, new), kind="street", cards=cards))
            counts.append(count)
        street = here.street
        if count < len(place.actions):
            parts.append(action_crumb(here, place.actions[count], names, -1))
        else:
            text = ending(place) or tr("{name} to act").format(name=names[here.to_act])
            parts.append(Crumb(text, kind="present"))
        counts.append(count)
    return LineScene(tuple(parts)), tuple(counts)


def street_cards(place: Place, street: int) -> tuple[CardView, ...]:
    cards = place.slots_of(street)
    return tuple(card_view(place.game, card) for card in cards if card is not None)


@lru_cache(maxsize=_KEPT)
def rows(place: Place, reading: Reading | None, unknown: str = UNKNOWN) -> tuple[LineRow, ...]:
    """Return the streets, and the decisions of the line with their actions and total frequencies.

    Frequencies are those of the whole range, each combo weighted by its own reach and by how
    often the ranges of the others leave it possible, as in ``matchups``. Unknown frequencies are
    shown as ``unknown``.
    """
    names = player_names(place.game)
    lines: list[LineRow] = []
    street = -1
    for count in range(len(place.actions) + 1):
        here = place.decisions[count]
        lines += [_street_row(place, new, count) for new in range(street + 1, here.street + 1)]
        street = here.street
        current = count == len(place.actions)
        if here.finished:
            lines.append(LineRow(f"at:{count}", ending(place), "decision", depth=1, current=True))
            break
        name = names[here.to_act]
        title = tr("{name} to act").format(name=name) if current else name
        lines.append(LineRow(f"at:{count}", title, "decision", depth=1, current=current))
        lines += _action_rows(place, here, count, _decision_at(reading, place, count), unknown)
    return tuple(lines)


def _street_row(place: Place, street: int, count: int) -> LineRow:
    title = street_name(place.game, street)
    if place.game.num_board[street] and shows_all_boards(place.game):
        title = tr("{street}, every board").format(street=title)
    return LineRow(f"at:{count}", title, "street", cards=street_cards(place, street))


def _decision_at(reading: Reading | None, place: Place, count: int) -> Decision | None:
    if reading is None:
        return None
    if count < len(reading.past):
        same = reading.place.actions[:count] == place.actions[:count]
        return reading.past[count] if same else None
    return reading.present if reading.place == place and count == len(place.actions) else None


def _action_rows(
    place: Place, spot: PublicState, count: int, decision: Decision | None, unknown: str
) -> list[LineRow]:
    done = place.actions[count] if count < len(place.actions) else None
    menu: Sequence[MenuItem] = decision.menu if decision else ()
    if done is not None and not any(done in item.actions for item in menu):
        menu = (*menu, *menu_of(spot, (done,)))
    shares = decision.shares if decision else ()
    rows = []
    for at, item in enumerate(menu):
        share = shares[at] if at < len(shares) else None
        known = share is not None and share == share
        here = done is not None and done in item.actions
        action = done if done is not None and here else item.action
        rows.append(
            LineRow(
                f"do:{count}:{action_text(spot, action)}",
                item.head.title,
                "action",
                item.head.tone,
                2,
                share if known else None,
                percent(share) if share is not None else unknown,
                here,
                rank=item.head.rank,
                size=item.head.size,
            )
        )
    return rows
