"""A presenter of the Lab with a runner on this thread, and the contents of its tab."""

from __future__ import annotations

from typing import Any

from tests.sync_runner import SyncRunner


class Seen:
    """A tab that is visible; ``make`` builds its presenter for a runner."""

    def __init__(self, make: Any, *rest: Any) -> None:
        self.runner = SyncRunner()
        self.lab = make(self.runner, *rest)
        self.scenes: list[Any] = []
        self.lab.scene.connect(self.scenes.append)
        self.do(self.lab.show_page, True)

    def do(self, intent: Any, *values: Any) -> Any:
        """Do what the person does; return what is shown then."""
        intent(*values)
        self.runner.run_all()
        return self.scenes[-1]
