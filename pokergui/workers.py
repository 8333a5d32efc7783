"""Job executors: threads of this process, or the workers of a dask.distributed scheduler.

Jobs are module-level functions with plain data, so that they mean the same everywhere. This is the
only place that may reach other machines, and only if the user names a scheduler.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from engine.errors import PokerError
from engine.jobs import JobControl

CONNECT_S = 10.0


class WorkersError(PokerError):
    """No scheduler answers, or workers cannot do the job."""


@dataclass(frozen=True)
class Workers:
    """An executor with its number of slots and its location.

    Attributes:
        slots: number of jobs it does at once now.
        remote: whether jobs run in other processes; these get no control.
    """

    executor: Executor
    slots: Callable[[], int]
    remote: bool = False

    def submit(self, job: Callable[..., Any], plain: object, control: JobControl) -> Future[Any]:
        """Submit a job: a function of a module, its plain data, and the control to stop it here."""
        if self.remote:
            return self.executor.submit(job, plain)
        return self.executor.submit(job, plain, control)

    def outcome(self, future: Future[Any]) -> Any:
        """Return the outcome of a job that is done.

        Raises:
            PokerError: if it cannot be done.
        """
        try:
            return future.result()
        except PokerError:
            raise
        except (
            Exception
        ) as error:  # a library's error, raised remotely: worker lost, module missing
            if not self.remote:
                raise
            words = " ".join(str(error).split())[:300]
            raise WorkersError(
                "a worker failed: {name}: {words}", name=type(error).__name__, words=words
            ) from None


def check_network(scheduler: str) -> None:
    """Refuse a scheduler that is reached over a network without TLS.

    Whoever can reach it, or intercept the connection, can run code here and on its workers.

    Raises:
        WorkersError: saying what to do instead.
    """
    scheme, separator, place = scheduler.rpartition("://")
    place = place.partition("/")[0]
    host = place[1:].partition("]")[0] if place.startswith("[") else place.partition(":")[0]
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host.lower() == "localhost"
    if not (local or scheme == "tls" or (separator and scheme == "inproc")):
        raise WorkersError(
            "{scheduler} is on the network: anyone who reaches it can run programs here"
            " and on its workers. Give a tls:// address, or --trust-network if all"
            " machines there are yours",
            scheduler=scheduler[:200],
        )


@contextmanager
def threads(count: int | None = None) -> Iterator[Workers]:
    """Yield threads of this process, by default one per processor."""
    number = count or os.cpu_count() or 1
    with ThreadPoolExecutor(number, thread_name_prefix="jobs") as executor:
        yield Workers(executor, lambda: number)


@contextmanager
def workers(scheduler: str | None, count: int | None = None) -> Iterator[Workers]:
    """Yield the workers of a scheduler, or threads if none is named.

    Args:
        scheduler: its address, as in ``tls://10.0.0.1:8786``.

    Raises:
        WorkersError: if dask.distributed is not installed, or no scheduler answers.
    """
    if scheduler is None:
        with threads(count) as local:
            yield local
        return
    try:
        # Optional, and takes a second to import.
        from distributed import Client, Security
    except ImportError:
        raise WorkersError(
            "--scheduler needs dask.distributed: install the extra, as in"
            " 'pip install pokergui[cluster]'"
        ) from None
    try:
        # It reads the certificates that dask is configured with.
        security = Security()
        certified = security.get_connection_args("client")["ssl_context"] is not None
        if scheduler.startswith("tls://") and not certified:
            raise ValueError("dask is not configured with certificates for TLS")
        client = Client(scheduler, timeout=CONNECT_S, set_as_default=False, security=security)
    except (OSError, ValueError) as error:  # its timeout is an OSError
        words = " ".join(str(error).split())[:200]
        raise WorkersError(
            "no scheduler answers at {scheduler}: {words}", scheduler=scheduler, words=words
        ) from None
    with client:
        yield Workers(
            client.get_executor(pure=False),
            lambda: 2 * sum(client.nthreads().values()),  # the next job is there when one ends
            remote=True,
        )
