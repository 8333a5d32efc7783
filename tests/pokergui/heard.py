from concurrent.futures import Future
from typing import Any

from pokergui.background.jobs import Job
from tests.sync_runner import SyncRunner


def heard(*signals: Any) -> list[Any]:
    """Everything that signals emit from now on, in order; several values as a tuple."""
    said: list[Any] = []
    for signal in signals:
        signal.connect(lambda *values: said.append(values[0] if len(values) == 1 else values))
    return said


def latest(**signals: Any) -> dict[str, Any]:
    """The last value of each signal under its name, once emitted."""
    shown: dict[str, Any] = {}
    for name, signal in signals.items():
        signal.connect(lambda value, name=name: shown.__setitem__(name, value))
    return shown


def refuse(error: Exception) -> Any:
    """Return a function that raises an error, whatever it is given."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def number_in(words: str) -> float:
    return float(words.split()[0].replace("\u2212", "-").replace(",", "").rstrip("%"))


class AtOnce(SyncRunner):
    def start(self, *args: Any, **options: Any) -> Job:
        job = super().start(*args, **options)
        self.run_all()
        return job

    def watch(self, future: Future[Any], *args: Any, **options: Any) -> Job:
        job = super().watch(future, *args, **options)
        self.run_all()
        return job
