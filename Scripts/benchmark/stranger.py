"""Writes libraries in storage format 1 with nothing but `git fast-import` and `git update-ref`.

This is how a stranger would do it who has only the page on the storage format: no code of this
project takes part, apart from `versions init`, which makes the empty library.
"""

import hashlib
import os
import random
import subprocess
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path

import writing

PERSON = "Anna Berg <anna@example.org>"
BEGINNING = 1_700_000_000


def git(folder: Path | str, *words: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run(["git", "-C", str(folder), *words], check=True, **options)


def encoded(text: str) -> str:
    """A path in a message, or a name in a tree: what is written here needs only this."""
    return text.replace("%", "%25")


def commit(
    document: uuid.UUID, number: int, event: str, path: str, content: bytes, source: random.Random,
    replica: str, label: str | None = None,
) -> bytes:
    """One version, as a command of fast-import; it follows the reference's present commit."""
    seconds = BEGINNING + number * 600 + source.randrange(500)
    modified = datetime.fromtimestamp(seconds - 2, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    trailers = {
        "Document": document,
        "Version": number,
        "Version-Id": uuid.UUID(int=source.getrandbits(128), version=4),
        "Event": event,
        "Path": encoded(path),
        "Size": len(content),
        "Type": "public.plain-text",
        "Permissions": "0644",
        "Modified": f"{modified}.{source.randrange(10**9):09}+00:00",
        "Host": "elsewhere",
        "App": "stranger 1.0",
        "Replica": replica,
    }
    paragraphs = [f"{event} {encoded(path)}"] + ([label] if label else [])
    lines = "".join(f"{key}: {value}\n" for key, value in trailers.items())
    message = ("\n\n".join(paragraphs) + "\n\n" + lines).encode()
    name = encoded(path.rsplit("/")[-1])
    return b"".join([
        f"commit {chain(document)}\n".encode(),
        f"author {PERSON} {seconds - 2} +0000\n".encode(),
        f"committer {PERSON} {seconds} +0000\n".encode(),
        b"data %d\n" % len(message), message, b"\n",
        f"M 100644 inline {name}\n".encode(),
        b"data %d\n" % len(content), content, b"\n",
    ])


def chain(document: uuid.UUID) -> str:
    return f"refs/documents/{document.hex[:2]}/{document.hex[2:]}"


def alias(path: str) -> str:
    digest = hashlib.sha1(path.encode()).hexdigest()
    return f"refs/paths/{digest[:2]}/{digest[2:]}"


def blob(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def import_stream(repository: Path, pieces: Iterator[bytes]) -> None:
    importer = subprocess.Popen(
        ["git", "-C", str(repository), "fast-import", "--quiet", "--force", "--date-format=raw"],
        stdin=subprocess.PIPE)
    assert importer.stdin is not None
    for piece in pieces:
        importer.stdin.write(piece)
    importer.stdin.close()
    if importer.wait() != 0:
        raise SystemExit("git fast-import failed")


def library(
        command: str, folder: Path, counts: list[int],
        place: Callable[[int], str] = writing.path) -> None:
    """Makes a library; `counts` says how many versions each document has, `place` where it is."""
    subprocess.run([command, "init", str(folder)], check=True, stdout=subprocess.DEVNULL)
    store = folder / ".versions"
    replica = git(
        store, "config", "versions.replica", capture_output=True, text=True).stdout.strip()
    source = random.Random(len(counts))
    aliases: list[str] = []

    def pieces() -> Iterator[bytes]:
        for number, count in enumerate(counts):
            document = uuid.UUID(int=source.getrandbits(128), version=4)
            path = place(number)
            identity = f"{document}\n".encode()
            yield b"blob\ndata %d\n%s\n" % (len(identity), identity)
            aliases.append(f"create {alias(path)} {blob(identity)}\n")
            text = writing.Writing(number)
            content = b""
            for version in range(1, count + 1):
                content = text.next()
                event = "save" if version == 1 or version % 10 == 0 else "autosave"
                label = f"draft {version // 50}" if version % 50 == 0 else None
                yield commit(
                    document, version, event, path, content, source, replica, label)
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    import_stream(store, pieces())
    fast = ("-c", "core.fsync=none")
    git(store, *fast, "update-ref", "--stdin", input="".join(aliases), text=True)
    git(store, *fast, "pack-refs", "--all")
    git(store, *fast, "repack", "-adq")


def one(command: str, folder: Path, path: str, contents: list[bytes]) -> None:
    """Makes a library with one document that has these contents as its versions."""
    subprocess.run([command, "init", str(folder)], check=True, stdout=subprocess.DEVNULL)
    store = folder / ".versions"
    replica = git(
        store, "config", "versions.replica", capture_output=True, text=True).stdout.strip()
    source = random.Random(len(contents))
    document = uuid.UUID(int=source.getrandbits(128), version=4)
    identity = f"{document}\n".encode()

    def pieces() -> Iterator[bytes]:
        yield b"blob\ndata %d\n%s\n" % (len(identity), identity)
        for version, content in enumerate(contents, 1):
            yield commit(document, version, "save", path, content, source, replica)

    import_stream(store, pieces())
    (folder / path).write_bytes(contents[-1])
    fast = ("-c", "core.fsync=none")
    git(store, *fast, "update-ref", alias(path), blob(identity))
    git(store, *fast, "pack-refs", "--all")
    git(store, *fast, "repack", "-adfq", "--depth=50")
    for version in {1, len(contents) // 2 + 1, len(contents)}:
        if answer(command, folder, "show", path, str(version)) != contents[version - 1]:
            raise SystemExit(f"version {version} of {path} is not what was written")


def reference(folder: Path, path: str) -> str:
    """The reference of a document, found as a stranger finds it: by its path's alias."""
    store = folder / ".versions"
    return chain(uuid.UUID(answer("git", store, "cat-file", "blob", alias(path)).decode().strip()))


def unpacked(bundle: Path, folder: Path) -> None:
    """Makes a git repository of a bundle with one branch, and everything that makes git fast in it."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    git(folder, "fetch", "-q", str(bundle), "refs/heads/*:refs/bundle/*")
    names = answer("git", folder, "for-each-ref", "--format=%(refname)", "refs/bundle")
    git(folder, "reset", "-q", "--hard", names.decode().splitlines()[0])
    tidy(folder)


def peer(folder: Path, counts: list[int]) -> None:
    """Makes a git repository with the same documents and contents, one commit for each version,
    as a person would have made them, and everything that makes git fast in it."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    source = random.Random(len(counts))

    def pieces() -> Iterator[bytes]:
        texts = [writing.Writing(number) for number in range(len(counts))]
        seconds = BEGINNING
        for version in range(1, max(counts) + 1):
            for number, text in enumerate(texts):
                if version > counts[number]:
                    continue
                seconds += source.randrange(3)
                path = writing.path(number)
                content = text.next()
                message = f"autosave {path}\n".encode()
                yield b"".join([
                    b"commit refs/heads/main\n",
                    f"author {PERSON} {seconds} +0000\n".encode(),
                    f"committer {PERSON} {seconds} +0000\n".encode(),
                    b"data %d\n" % len(message), message, b"\n",
                    f"M 100644 inline {path}\n".encode(),
                    b"data %d\n" % len(content), content, b"\n",
                ])

    import_stream(folder, pieces())
    git(folder, "checkout", "-q", "-f", "main")
    tidy(folder)


def tidy(folder: Path) -> None:
    """Leaves a git repository as git is fastest with it, and set to write as safely as we do."""
    git(folder, "pack-refs", "--all")
    git(folder, "repack", "-adq", "--depth=50")
    git(folder, "commit-graph", "write", "--reachable", "--changed-paths", "--no-progress")
    for name, value in {
        "core.fsync": "all", "gc.auto": "0", "maintenance.auto": "false",
        "user.name": "Anna Berg", "user.email": "anna@example.org",
    }.items():
        git(folder, "config", name, value)


def check(command: str, folder: Path, counts: list[int]) -> None:
    """Makes sure that both git and this project take the library for what it is."""
    store = folder / ".versions"
    git(store, "fsck", "--strict", "--no-progress", stderr=subprocess.DEVNULL)
    for number in {0, 1, 2, len(counts) - 1}:
        if number >= len(counts):
            continue
        path = writing.path(number)
        text = writing.Writing(number)
        contents = [text.next() for _ in range(counts[number])]
        listed = answer(command, folder, "list", "--json", path).splitlines()
        if len(listed) != len(contents):
            raise SystemExit(f"{path} has {len(listed)} versions and not {len(contents)}")
        for version in {1, len(contents) // 2 + 1, len(contents)}:
            if answer(command, folder, "show", path, str(version)) != contents[version - 1]:
                raise SystemExit(f"version {version} of {path} is not what was written")


def answer(command: str, folder: Path, *words: str) -> bytes:
    return subprocess.run([command, *words], cwd=folder, check=True, capture_output=True).stdout
