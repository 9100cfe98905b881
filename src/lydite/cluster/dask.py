"""Work on a Dask cluster: one that is started on this machine, or one that is there.

Whoever reaches the port of a scheduler runs code on its workers. A cluster that is started here therefore
listens on loopback alone, and one on another machine is joined by TLS, or if users say that they trust it.
"""

from __future__ import annotations

import contextlib
import ipaddress
import itertools
import logging
import tempfile
import threading
import uuid
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lydite import __version__
from lydite.core.errors import InputError, MissingExtra
from lydite.core.io.files import reading_errors
from lydite.core.spec import Resource, param
from lydite.places.base import ATTEMPTS, Crew, LostTask, Place
from lydite.places.processes import no_interrupt
from lydite.version import commit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lydite.places.base import Prepare

_PATIENCE = 10  # seconds until a cluster must have answered
_AHEAD = 2  # tasks for each worker that are sent ahead, so that none waits for the next


@dataclass(frozen=True)
class Dask(Place):
    """A Dask cluster: ``workers`` starts one on this machine, ``address`` joins one.

    A task whose worker dies is given to another, three times at most.
    """

    name = "dask"

    workers: int | None = param(None, help="how many workers to start on this machine", low=1, high=1024)
    address: str | None = param(None, help='the scheduler to join, "tcp://127.0.0.1:8786"')
    folder: str | None = param(None, help="a folder that all workers see, for the files they share")
    ca: Resource | None = param(None, help="the certificate of the authority, for tls://")
    cert: Resource | None = param(None, help="the certificate of this client, for tls://")
    key: Resource | None = param(None, help="its key, where that is in another file")
    trusted: bool = param(False, help="join a scheduler on another machine without TLS")

    @contextlib.contextmanager
    def open(self, prepare: Prepare, *given: Any) -> Iterator[Crew]:
        """Start or join the cluster; workers that cannot do the work are refused at once."""
        if (self.workers is None) == (self.address is None):
            raise InputError('dask takes workers=2, or address="tcp://…"')
        if self.address is not None:
            self._ensure_trusted(self.address)
        try:
            import distributed
        except ImportError:
            raise MissingExtra("dask and distributed", "cluster") from None
        with contextlib.ExitStack() as stack:
            with no_interrupt():  # Ctrl-C is for this process, which ends the others
                client = stack.enter_context(self._joined() if self.address else self._started())
            _ensure_alike(client)
            yield _DaskCrew(client, distributed, prepare, given)

    def _ensure_trusted(self, address: str) -> None:
        if not (urlsplit(address).scheme == "tls" or self.trusted or _is_loopback(address)):
            raise InputError(
                "is not on this machine, and whoever reaches a scheduler runs code on its workers: join it "
                "by tls://… with ca=, cert= and key=, or say trusted=yes",
                address,
            )

    @contextlib.contextmanager
    def _started(self) -> Iterator[Any]:
        import dask
        from distributed import Client, LocalCluster

        quiet = {
            "distributed.scheduler.allowed-failures": ATTEMPTS - 1,
            "distributed.worker.memory.terminate": False,  # the system decides
            "logging": {"distributed": "critical"},
        }
        with (
            tempfile.TemporaryDirectory(prefix="lydite-dask-", ignore_cleanup_errors=True) as scratch,
            dask.config.set({**quiet, "temporary-directory": scratch}),
            LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                worker_dashboard_address="127.0.0.1:0",
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            ) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client

    @contextlib.contextmanager
    def _joined(self) -> Iterator[Any]:
        from distributed import Client
        from distributed.security import Security

        address = str(self.address)
        files = [None if f is None else str(f.path) for f in (self.ca, self.cert, self.key)]
        security = Security(
            tls_ca_file=files[0],
            tls_client_cert=files[1],
            tls_client_key=files[2] or files[1],
            require_encryption=urlsplit(address).scheme == "tls",
        )
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what is wrong is told here
        with reading_errors(address, "there is no Dask scheduler", also=(TypeError, RuntimeError)):
            client = Client(address, timeout=_PATIENCE, security=security, set_as_default=False)
        with client:
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError:
                raise InputError("the cluster has no workers", address) from None
            yield client


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _is_loopback(address: str) -> bool:
    """Whether a scheduler is on this machine.

    >>> [_is_loopback(a) for a in ("tcp://127.0.0.1:8786", "tcp://10.0.0.7:8786", "localhost:8786")]
    [True, False, True]
    """
    host = urlsplit(address if "://" in address else f"tcp://{address}").hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _asked() -> tuple[str, str]:
    """Return version and commit of lydite on a worker; it is sent as code, for there may be none."""
    try:
        import lydite
        from lydite.version import commit
    except ImportError:
        return "", ""
    return lydite.__version__, commit()


_asked.__module__ = "__main__"  # what is of no module is sent as code


def _ensure_alike(client: Any) -> None:
    """Refuse workers that have no lydite, or another."""
    here = commit()
    for worker, (version, there) in client.run(_asked).items():
        if not version:
            raise InputError(f"has no lydite: install lydite {__version__} there", worker)
        if version != __version__:
            raise InputError(f"has lydite {version}, and here is {__version__}: install the same", worker)
        if here and there and there != here:
            raise InputError(
                f"has lydite of commit {there[:12]}, and here is {here[:12]}: install the same", worker
            )


class _DaskCrew:
    """A client, and the work that it sends."""

    def __init__(self, client: Any, distributed: Any, prepare: Prepare, given: tuple[Any, ...]) -> None:
        self.client, self.distributed, self.prepare = client, distributed, prepare
        self.token = uuid.uuid4().hex
        self.given = client.submit(_same, given, pure=False)  # a lost copy is made again
        self.size = max(1, sum(client.nthreads().values()))

    def map(self, tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        """Send a few tasks ahead for each worker; give back what ends first."""
        coming = enumerate(tasks)
        numbers: dict[Any, int] = {}
        ended = self.distributed.as_completed(loop=self.client.loop)
        try:
            while True:
                for number, task in itertools.islice(coming, _AHEAD * self.size - len(numbers)):
                    future = self.client.submit(_work, self.token, self.prepare, self.given, task, pure=False)
                    numbers[future] = number
                    ended.add(future)
                if not numbers:
                    return
                future = next(ended)
                number = numbers.pop(future)
                try:
                    result = future.result()
                except self.distributed.scheduler.KilledWorker:
                    result = LostTask()
                except (CancelledError, self.distributed.comm.CommClosedError) as error:
                    address = self.client.scheduler.address
                    reason = getattr(error, "reason", None) or _first_line(error)
                    raise InputError(
                        f"the cluster is gone in the middle of the work ({reason})", address
                    ) from None
                yield number, result
        finally:
            for future in numbers:
                future.cancel()


def _same(given: Any) -> Any:
    return given


_prepared = threading.local()


def _work(token: str, prepare: Prepare, given: tuple[Any, ...], task: Any) -> Any:
    """Do one task on a worker; the work is prepared once in each of its threads."""
    if getattr(_prepared, "token", None) != token:
        _prepared.work = prepare(*given)
        _prepared.token = token
    return _prepared.work(task)
