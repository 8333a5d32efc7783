"""Which pages hear of trained engines that come and go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from pokergui.background.folder import TrainedFolder
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.study.presenters.study import StudyPresenter
    from pokergui.pages.train.presenters.train import TrainPresenter
    from pokergui.pages.watch.presenters.watch import WatchPresenter
    from pokergui.pages.watch.tournament.presenters.tournament import TournamentPresenter


def follow_engines(
    home: Path,
    owner: QObject,
    *pages: PlayPresenter
    | WatchPresenter
    | TournamentPresenter
    | StudyPresenter
    | TrainPresenter
    | None,
) -> TrainedFolder:
    """Renew the lists of engines of all pages at each change of the folder of strategies."""
    from pokergui.background.folder import TrainedFolder  # loaded with the pages by now

    folder = TrainedFolder(home, owner)
    for page in pages:
        if page is not None:
            folder.changed.connect(page.refresh_engines)
    return folder
