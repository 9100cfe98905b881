"""Work on a Dask cluster: one that is started on this machine, or one that is there.

Whoever reaches the port of a scheduler runs code on its workers. A cluster that is started here therefore
listens on loopback alone, and one on another machine is joined by TLS, or if users say that they trust it.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import ipaddress
import logging
import tempfile
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from lydite import __version__
from lydite.core.errors import InputError, MissingExtra
from lydite.core.executors.base import Place
from lydite.core.executors.process_executor import no_interrupt
from lydite.core.executors.tasks import ATTEMPTS, LostTaskError, SharedTask
from lydite.core.io.files import reading_errors
from lydite.core.spec import Resource, param
from lydite.version import commit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


_PATIENCE = 10  # seconds until a cluster must have answered
R = TypeVar("R")


@dataclass(frozen=True)
class Dask(Place):
    """A Dask cluster: ``workers`` starts one on this machine, ``address`` joins one.

    A task whose worker dies is given to another, three times at most.
    """

    name = "dask"

    workers: int | None = param(None, help="how many workers to start on this machine", low=1, high=1024)
    address: str | None = param(None, help='the scheduler to join, "tcp://127.0.0.1:8786"')
    ca: Resource | None = param(None, help="the certificate of the authority, for tls://")
    cert: Resource | None = param(None, help="the certificate of this client, for tls://")
    key: Resource | None = param(None, help="its key, where that is in another file")
    trusted: bool = param(False, help="join a scheduler on another machine without TLS")

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        """Start or join the cluster; workers that cannot do the work are refused at once."""
        with self._client() as client:
            yield DaskExecutor(client)

    @contextlib.contextmanager
    def _client(self) -> Iterator[Any]:
        if (self.workers is None) == (self.address is None):
            raise InputError('dask takes workers=2, or address="tcp://…"')
        if self.address is not None:
            self._ensure_trusted(self.address)
        if importlib.util.find_spec("distributed") is None:
            raise MissingExtra("dask and distributed", "cluster")
        with contextlib.ExitStack() as stack:
            with no_interrupt():  # Ctrl-C is for this process, which ends the others
                client = stack.enter_context(self._joined() if self.address else self._started())
            _ensure_alike(client)
            yield client

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
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # our own message says it
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


class DaskExecutor(Executor):
    """A client: sends what tasks share once, and says what became of lost tasks and of a lost cluster."""

    def __init__(self, client: Any) -> None:
        self.workers = max(1, sum(client.nthreads().values()))
        self._client, self._address = client, client.scheduler.address
        self._given: dict[str, Any] = {}

    def submit(self, task: Callable[..., R], /, *given: Any, **named: Any) -> Future[R]:
        """Do the task on a worker; if that dies, on another, three times at most."""
        if isinstance(task, SharedTask):
            sent = self._client.submit(_with_given, task.lighter(), self._sent(task), *given, pure=False)
        else:
            sent = self._client.submit(task, *given, **named, pure=False)
        if self._client.status != "running":  # what is sent from now on is neither done nor cancelled
            raise self._gone(self._client.status)
        future: Future[R] = Future()
        future.add_done_callback(lambda done: done.cancelled() and sent.cancel())
        sent.add_done_callback(functools.partial(self._pass_on, future))
        return future

    def _sent(self, task: SharedTask[Any, Any, Any]) -> Any:
        """Return where what is given to load is on the cluster; a lost copy is made again."""
        if task.token not in self._given:
            self._given[task.token] = self._client.submit(_same, task.given, pure=False)
        return self._given[task.token]

    def _gone(self, reason: str) -> InputError:
        return InputError(f"the cluster is gone in the middle of the work ({reason})", self._address)

    def _pass_on(self, future: Future[Any], done: Any) -> None:
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        with contextlib.suppress(InvalidStateError):  # it was cancelled: nobody waits for it
            try:
                future.set_result(done.result())
            except KilledWorker:
                future.set_exception(LostTaskError())
            except (CancelledError, CommClosedError) as error:
                future.set_exception(self._gone(getattr(error, "reason", None) or _first_line(error)))
            except BaseException as error:  # noqa: BLE001 - raised again by who asked
                future.set_exception(error)


def _same(given: Any) -> Any:
    return given


def _with_given(task: SharedTask[Any, Any, R], given: tuple[Any, ...], one: Any) -> R:
    return replace(task, given=given)(one)
