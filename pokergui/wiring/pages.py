"""What is done for a page only once somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.views.page import KeyedPage


def when_first_shown(page: KeyedPage, call: Callable[[], None]) -> None:
    """Call once, when the page comes to the front for the first time."""

    def shown(on: bool) -> None:
        page.shown.disconnect(shown)
        call()

    page.shown.connect(shown)
