"""Contents of Train's presenters, by the part of the page that shows them."""

from __future__ import annotations

from typing import Any

from pokergui.pages.train.presenters.train import TrainPresenter


def said(presenter: TrainPresenter, part: str) -> Any:
    """Return the signal with the new content of a part, or with the choice to remember."""
    owner = {"top": presenter.next, "choice_made": presenter.next, "notice": presenter.teller}
    return getattr(owner.get(part, presenter.show), part)
