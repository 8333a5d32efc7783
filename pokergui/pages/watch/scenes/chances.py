"""Win probabilities with the current cards, and their course through a hand."""

from __future__ import annotations

from collections.abc import Sequence

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel import SIDES, WinPart, WinScene
from pokergui.pages.watch.work.match import Moved


class Chances:
    """Each engine's share of the main pot, street by street."""

    def __init__(self) -> None:
        self._streets: list[str] = []
        self._shares: list[dict[int, float]] = []

    def note(self, moved: Moved, street: str) -> None:
        """Take the shares with the current cards; on one street the newest replace earlier ones."""
        shares = _shares(moved)
        if not shares:
            return
        if self._streets and self._streets[-1] == street:
            self._streets.pop()
            self._shares.pop()
        self._streets.append(street)
        self._shares.append(shares)

    def scene(self, titles: Sequence[str], come: str) -> WinScene | None:
        """Return the current shares, or those before all but one had folded."""
        if not self._shares:
            return None
        now = self._shares[-1]
        percents = {player: f"{100 * share:.0f}%" for player, share in now.items()}
        if len(titles) == 2:  # both figures add up
            first = round(100 * now[0], 1)
            percents = {0: f"{first:.1f}%", 1: f"{100 - first:.1f}%"}
        return WinScene(
            tr("win probability, {come}").format(come=come),
            tuple(
                WinPart(
                    title,
                    percents.get(player, tr("folded")),
                    now.get(player, 0.0),
                    side,
                    tuple(shares.get(player, 0.0) for shares in self._shares),
                )
                for player, (title, side) in enumerate(zip(titles, SIDES, strict=False))
            ),
            tuple(self._streets),
        )


def _shares(moved: Moved) -> dict[int, float]:
    """Return the shares of the engines that are still in; empty once only one is."""
    if moved.share is not None:
        return {0: moved.share, 1: 1 - moved.share}
    if moved.chances is None:
        return {}
    players = moved.spot.game.num_players
    live = [seat for seat in range(players) if not moved.spot.folded(seat)]
    seated = zip(live, moved.chances.shares(live), strict=True)
    return {(seat - moved.seat_a) % players: share for seat, share in seated}
