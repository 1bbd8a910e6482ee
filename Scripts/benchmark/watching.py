"""Measures `versions watch`: how soon it saves, how fast it starts, and what it costs to do nothing."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import stranger

# How long a document is left alone before it is saved, which is no merit or fault of the watcher.
QUIET = 0.2


class Watcher:
    """A running `versions watch`; leaving the block stops it."""

    def __init__(self, command: str, folder: Path) -> None:
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [command, "watch", "--json", "--quiet-period", f"{QUIET}s"], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            said = json.loads(line)
            if said.get("progress", {}).get("task") == "caught up":
                break
        else:
            raise SystemExit(f"versions watch ended with {self.process.wait()}")
        self.start = time.perf_counter() - begin

    def __enter__(self) -> "Watcher":
        return self

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        if code := self.process.wait():
            raise SystemExit(f"versions watch ended with {code}")
        self.process.stdout.close()
        self.process.stderr.close()

    def save(self, write: Callable[[], None]) -> float:
        """Seconds from the closing of a file to the version on disk, the quiet period taken off."""
        write()
        begin = time.perf_counter()
        self.process.stdout.readline()
        seconds = time.perf_counter() - begin
        if seconds < QUIET:
            raise SystemExit("versions watch told of a version that was not waited for")
        return seconds - QUIET

    def processor_time(self) -> float:
        """Seconds that it has had a processor."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def idle_hour(self, seconds: float) -> float:
        """Seconds of a processor that an hour in which nothing happens takes, from a shorter time."""
        time.sleep(1)
        before = self.processor_time()
        time.sleep(seconds)
        # A clock tick is the least that shows.
        return (self.processor_time() - before) * 3600 / seconds


def start(command: str, folder: Path, cold: bool) -> float:
    """Seconds until a watcher knows that nothing changed, with or without what it knew before."""
    if cold:
        (folder / ".versions/versions/seen").unlink(missing_ok=True)
    with Watcher(command, folder) as watcher:
        return watcher.start


def place(number: int) -> str:
    """Where a document of the library with many folders is: ten to a folder."""
    return f"group-{number // 1000:03}/folder-{number // 10:05}/document-{number:06}.txt"


def spread(command: str, folder: Path, documents: int) -> None:
    """A library with ten documents to a folder, and the same files in a plain git repository."""
    stranger.library(command, folder, [1] * documents, place)
    quiet = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["git", "init", "-q"], **quiet)
    (folder / ".git/info/exclude").write_text("/.versions\n")
    fast = ["git", "-c", "core.fsync=none", "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*fast, "add", "-A"], **quiet)
    subprocess.run([*fast, "commit", "-q", "-m", "all"], **quiet)
