"""Runs commands by turns and measures them."""

import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Work:
    """What is measured: one command, or several that make up one piece of work."""

    name: str
    commands: list[list[str]]
    folder: Path
    prepare: Callable[[], None] | None = None
    # What the last command ends with where all went well: 1 where it says that sides differ.
    exit: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def milliseconds(self) -> float:
        return statistics.median(self.seconds) * 1000


def spawn(command: list[str], folder: Path, output: int | None = None) -> int:
    """Starts a process with nothing to read, its output thrown away or sent to a descriptor."""
    actions: list[tuple] = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    if output is None:
        actions.append((os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0))
    else:
        actions.append((os.POSIX_SPAWN_DUP2, output, 1))
    os.chdir(folder)
    return os.posix_spawnp(command[0], command, os.environ, file_actions=actions)


def finish(process: int, command: list[str], expected: int = 0) -> None:
    _, status = os.waitpid(process, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != expected:
        raise SystemExit(f"{' '.join(command)} ended with {code}")


def once(work: Work) -> float:
    if work.prepare:
        work.prepare()
    begin = time.perf_counter()
    for command in work.commands:
        expected = work.exit if command is work.commands[-1] else 0
        finish(spawn(command, work.folder), command, expected)
    return time.perf_counter() - begin


def by_turns(works: list[Work], runs: int) -> None:
    """Measures all, one run of each after the other, so that what slows the machine slows all."""
    for work in works:
        once(work)
    for run in range(runs):
        for position in range(len(works)):
            work = works[(run + position) % len(works)]
            work.seconds.append(once(work))


def first_line(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds to the first line of output, and to the end."""
    reading, writing = os.pipe()
    begin = time.perf_counter()
    process = spawn(command, folder, writing)
    os.close(writing)
    first = 0.0
    while piece := os.read(reading, 1 << 16):
        if first == 0 and b"\n" in piece:
            first = time.perf_counter() - begin
    os.close(reading)
    finish(process, command)
    return first, time.perf_counter() - begin


def memory(command: list[str], folder: Path, expected: int = 0) -> float | None:
    """Most memory that was in use, in megabytes; None without the program `time`.

    Asking for it in this process would count the memory of this process, which the kernel hands
    on to its children.
    """
    program = shutil.which("time")
    if program is None:
        return None
    with tempfile.NamedTemporaryFile() as answer:
        code = subprocess.run(
            [program, "-f", "%M", "-o", answer.name, *command], cwd=folder,
            stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode
        if code != expected:
            raise SystemExit(f"{' '.join(command)} ended with {code}")
        return int(Path(answer.name).read_text().split()[-1]) / 1024


def syncs(work: Work) -> int | None:
    """Count of the calls that wait for the disk; None without `strace`."""
    program = shutil.which("strace")
    if program is None:
        return None
    if work.prepare:
        work.prepare()
    count = 0
    for command in work.commands:
        with tempfile.NamedTemporaryFile() as answer:
            subprocess.run(
                [program, "-f", "-qq", "-e", "trace=fsync,fdatasync,sync,syncfs,msync",
                 "-o", answer.name, *command],
                cwd=work.folder, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            count += len(re.findall(
                r"\b(?:fsync|fdatasync|sync|syncfs|msync)\(", Path(answer.name).read_text()))
    return count
