"""Win probabilities at a table for more than two, and their course through a hand."""

from __future__ import annotations

from collections.abc import Sequence

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel import SIDES, WinPart, WinScene
from pokergui.pages.watch.work.match import Moved


class SeveralChances:
    """Each engine's share of the main pot, street by street."""

    def __init__(self) -> None:
        self._streets: list[str] = []
        self._shares: list[dict[int, float]] = []

    def note(self, moved: Moved, street: str) -> None:
        """Take the shares with the current cards; on one street the newest replace earlier ones."""
        if moved.chances is None:
            return
        players = moved.spot.game.num_players
        live = [seat for seat in range(players) if not moved.spot.folded(seat)]
        shares = moved.chances.shares(live)
        if self._streets and self._streets[-1] == street:
            self._streets.pop()
            self._shares.pop()
        self._streets.append(street)
        seated = zip(live, shares, strict=True)
        self._shares.append({(seat - moved.seat_a) % players: share for seat, share in seated})

    def scene(self, titles: Sequence[str], come: str) -> WinScene | None:
        """Return the current shares, or those before all but one had folded."""
        if not self._shares:
            return None
        now = self._shares[-1]
        return WinScene(
            note=tr("win probability, {come}").format(come=come),
            parts=tuple(
                WinPart(
                    title,
                    f"{100 * now[player]:.0f}%" if player in now else tr("folded"),
                    now.get(player, 0.0),
                    side,
                    tuple(shares.get(player, 0.0) for shares in self._shares),
                )
                for player, (title, side) in enumerate(zip(titles, SIDES, strict=False))
            ),
            streets=tuple(self._streets),
        )
