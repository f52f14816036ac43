"""Pools: the same results on any number of processes, and on a real cluster."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.counting.resources import CountingOptions
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.own.permission import ALLOW
from knightwatch.engine.pool import Pool, cluster, processes
from knightwatch.engine.queens.questions.count import QueensCount
from knightwatch.engine.store.outcomes import Store
from knightwatch.engine.tour.questions.count import Count, CountOptions
from tests.support.inline import Bare, Inline, bare, drive, inline, sweep
from tests.support.own import COUNT, write

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Bare:
    with Store(tmp_path_factory.mktemp("store") / "store.sqlite") as store:
        return bare(drive(Experiment(sweep(), store, inline())))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a scheduler and two worker processes; return the scheduler's address. A busy machine answers late."""
    file = tmp_path_factory.mktemp("cluster") / "scheduler.json"

    def started(*words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", *words, "--scheduler-file", str(file), "--no-dashboard"]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    worker = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")
    with ExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).setattr("knightwatch.engine.pool.ANSWER_SECONDS", 60)
        for words in (("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"), worker, worker):
            process = stack.enter_context(started(*words))
            stack.callback(process.kill)
        from distributed import Client

        with Client(scheduler_file=str(file), timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            yield str(client.scheduler.address)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_results_do_not_depend_on_the_number_of_processes(workers: int, expected: Bare, tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store, processes(workers) as pool:
        assert pool.width == workers
        assert bare(drive(Experiment(sweep(), store, pool))) == expected


def test_results_are_the_same_on_a_cluster(address: str, expected: Bare, tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store, cluster(address) as pool:
        assert (pool.width, pool.description) == (2, "2 threads of a cluster")
        assert bare(drive(Experiment(sweep(), store, pool))) == expected


def test_a_users_file_runs_on_a_cluster_only_where_its_workers_allow_it(address: str, tmp_path: Path) -> None:
    from distributed import Client

    path = write(tmp_path / "count.py", COUNT)
    mine = sweep("most=2,5", solver=str(path), n="4", repeat=2)
    path.unlink()  # the file travels with the task
    with Store(tmp_path / "store.sqlite") as store, Client(address, set_as_default=False) as client:
        with pytest.raises(BadInput, match=f"{ALLOW}=1"), cluster(address) as pool:
            drive(Experiment(mine, store, pool))
        client.run(exec, f"import os; os.environ['{ALLOW}'] = '1'")
        try:
            with cluster(address) as pool:
                assert {steps for _, steps, _ in bare(drive(Experiment(mine, store, pool))).values()} == {2, 5}
        finally:
            client.run(exec, f"import os; del os.environ['{ALLOW}']")


def test_tours_are_counted_on_a_cluster(address: str) -> None:
    count = Count(np.ones((5, 6), np.bool_), None, True, CountOptions(scheduler=address))
    for _ in count.slices():
        pass
    assert count.answer()["closed"] == {"directed": 16, "undirected": 8}


@pytest.mark.parametrize(("n", "solutions", "classes"), [(12, 14_200, 1_787), (14, 365_596, 45_752)])
def test_queens_are_counted_on_a_cluster(address: str, n: int, solutions: int, classes: int) -> None:
    count, here = (QueensCount(n, CountingOptions(scheduler=each)) for each in (address, None))
    for inquiry in (count, here):
        for _ in inquiry.slices():
            pass
    assert (count.solutions, count.classes) == (solutions, classes)
    assert (count.nodes, count.tally.tolist()) == (here.nodes, here.tally.tolist())


def test_a_cluster_with_another_version_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        if os.getpid() != here:
            raise ModuleNotFoundError
        return "0.1"

    here = os.getpid()
    monkeypatch.setattr("knightwatch.engine.pool.package_version", missing)
    words = r"must run knightwatch 0\.1, but run none that answers \(ModuleNotFoundError\): install"
    with pytest.raises(BadInput, match=words), cluster(address):
        pass
    monkeypatch.setattr("knightwatch.engine.pool.package_version", lambda: "0.1" if os.getpid() == here else "99")
    with pytest.raises(BadInput, match=r"must run knightwatch 0\.1, but run 99: install"), cluster(address):
        pass


def test_worker_processes_end_with_the_pool() -> None:
    with processes(2) as pool:
        ids = {pool.executor.submit(os.getpid).result() for _ in range(20)}
    assert os.getpid() not in ids
    assert 1 <= len(ids) <= 2
    for each in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)


def test_a_process_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.pool.GRACE", 0.1)
    with processes(1) as pool:
        pool.executor.submit(os.getpid).result()
        asleep = pool.executor.submit(time.sleep, 1000)
        while not asleep.running():
            time.sleep(0.01)
    assert isinstance(asleep.exception(), BrokenExecutor)


def test_leaving_an_endless_run_is_immediate(tmp_path: Path) -> None:
    endless = sweep("pop=2", solver="evolve", n="64", pc="0", pm="0", generations="1000000000", repeat=1)
    with Store(tmp_path / "store.sqlite") as store, processes(1) as pool:
        experiment = Experiment(endless, store, pool)
        slices = experiment.slices()
        for _ in range(100):
            next(slices)
        del slices
    with Store(tmp_path / "store.sqlite") as store:
        assert Experiment(endless, store, inline()).done == 0


def test_an_open_pool_does_not_block_the_exit() -> None:
    program = "from knightwatch.engine.pool import processes; left = processes(1); left.__enter__()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("workers", ["0", "many", "1.5", "1000"])
def test_a_wrong_number_of_workers_is_refused(workers: str) -> None:
    with (
        pytest.raises(BadInput, match=rf"^workers is {workers}, but must be a whole number from 1 to 256$"),
        processes(workers),
    ):
        pass


def test_a_scheduler_that_does_not_answer_is_reported_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.pool.ANSWER_SECONDS", 0.5)
    with (
        pytest.raises(BadInput, match=r"^scheduler is .*, where no Dask scheduler answers"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass


@contextmanager
def service(greeting: bytes) -> Iterator[str]:
    """Start a service that sends a greeting and then nothing; return its address."""

    def serve() -> None:
        with suppress(OSError):
            while True:
                lines.append(listener.accept()[0])
                lines[-1].sendall(greeting)

    lines: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    "greeting", [b"", b"220 mail ready", b"\xff" * 99, b"\x09"], ids=["http", "mail", "big", "cut"]
)
def test_another_service_is_reported_soon(greeting: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.pool.ANSWER_SECONDS", 0.5)
    words = r"^scheduler is .*, where no Dask scheduler answers"
    with service(greeting) as address, pytest.raises(BadInput, match=words), cluster(address):
        pass


@pytest.mark.parametrize(
    "address", ["inproc://127.0.0.1:1", "tls://127.0.0.1:1", "ucx://127.0.0.1:1", "http://[::1]:1"]
)
def test_only_tcp_addresses_are_allowed(address: str) -> None:
    with (
        pytest.raises(BadInput, match=r"^scheduler is .*, but must be an address with a port, as tcp"),
        cluster(address),
    ):
        pass


def out_of_reach() -> bool:
    raise BrokenExecutor


@pytest.mark.parametrize("alive", [lambda: False, out_of_reach])
def test_losing_the_last_worker_is_shown_and_ends_the_sweep(
    alive: Callable[[], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoWorkers(Inline):
        def submit(self, *_: Any, **__: Any) -> "Future[Any]":
            return Future()

    messages: set[str] = set()
    monkeypatch.setattr("knightwatch.engine.lab.sweeps.experiment.LOOK_SECONDS", 0.02)
    monkeypatch.setattr("knightwatch.engine.lab.sweeps.experiment.ALONE_SECONDS", 0.2)
    with Store(tmp_path / "store.sqlite") as store:
        experiment = Experiment(sweep(), store, Pool(NoWorkers(), 1, "no workers", alive=alive))
        doing = (experiment.doing() for _ in experiment.slices())
        with pytest.raises(BadInput, match=r"^the cluster has lost all workers; finished runs are stored"):
            deque(map(messages.add, doing))
    assert messages == {"", "waiting for workers: the cluster has lost all"}


def test_processes_are_spawned_if_forking_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.pool.get_all_start_methods", lambda: ["spawn"])
    with processes(1) as pool:
        assert pool.executor.submit(os.getpid).result() != os.getpid()


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "", "tcp://host"])
def test_a_malformed_address_is_reported(address: str) -> None:
    with pytest.raises(BadInput, match=r"^scheduler is .*, but must be an address with a port"), cluster(address):
        pass


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"pip install 'knightwatch\[cluster\]'"), cluster("tcp://127.0.0.1:8786"):
        pass
