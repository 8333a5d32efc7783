from typing import Any

from tests.sync_runner import SyncRunner


class Seen:
    def __init__(self, make: Any, *rest: Any) -> None:
        self.runner = SyncRunner()
        self.lab = make(self.runner, *rest)
        self.scenes: list[Any] = []
        self.lab.scene.connect(self.scenes.append)
        self.do(self.lab.show_page, True)

    def do(self, intent: Any, *values: Any) -> Any:
        intent(*values)
        self.runner.run_all()
        return self.scenes[-1]
