"""Pairs of documents to be compared, the same ones each time."""

import json
import random
from collections.abc import Callable

import writing

Pair = tuple[bytes, bytes]
GLYPHS = "🐝 🌻 ☀️ 👨‍👩‍👧 🌳 🐿️ 🚗 🏡 🌧️ 🦋".split()


def line(source: random.Random, words: int = 8) -> str:
    return " ".join(source.choice(writing.WORDS) for _ in range(words))


def text(lines: int, edits: int) -> Pair:
    """Two texts; one becomes the other by edits of a line each, anywhere."""
    source = random.Random(lines)
    present = [line(source) for _ in range(lines)]
    old = joined(present)
    for _ in range(edits):
        place = source.randrange(len(present))
        kind = source.choice(("change", "remove", "insert"))
        if kind == "change":
            present[place] = line(source)
        elif kind == "remove":
            del present[place]
        else:
            present.insert(place, line(source))
    return old, joined(present)


def joined(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def one_line(words: int) -> Pair:
    """Two texts of a single line each, which have no word in common."""
    source = random.Random(words)
    numbers = list(range(2 * words))
    source.shuffle(numbers)
    names = [name(number) for number in numbers]
    return joined([" ".join(names[:words])]), joined([" ".join(names[words:])])


def name(number: int) -> str:
    letters = ""
    while number > 0 or not letters:
        number, digit = divmod(number, 26)
        letters += chr(ord("a") + digit)
    return letters


def drawing(emojis: int, identified: bool, moved: float) -> Pair:
    """Two drawings of the same emojis, shuffled, of which a share has moved a little."""
    source = random.Random(emojis)
    present = [
        {
            "text": source.choice(GLYPHS), "x": source.randrange(-2000, 2000),
            "y": source.randrange(-2000, 2000), "size": source.randrange(20, 120),
        }
        for _ in range(emojis)
    ]
    if identified:
        for number, emoji in enumerate(present, 1):
            emoji["id"] = number

    def written() -> bytes:
        document: dict = {"background": {"url": {"_0": "https://example.org/meadow.jpg"}}}
        document["emojis"] = present
        if identified:
            document["uniqueEmojiId"] = emojis
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    old = written()
    for emoji in source.sample(present, max(1, round(emojis * moved))):
        emoji["x"] += source.randrange(1, 50)
        emoji["y"] += source.randrange(1, 50)
    source.shuffle(present)
    return old, written()


def structured(size: int) -> Pair:
    """Two JSON documents of about so many bytes, in which one element is another."""
    source = random.Random(size)

    def element(number: int) -> dict:
        return {
            "id": number, "name": line(source), "done": source.random() < 0.5,
            "tags": [source.choice(writing.WORDS) for _ in range(4)],
            "place": {"x": source.random(), "y": source.randrange(1000)},
        }

    write: Callable[[object], str] = json.JSONEncoder(separators=(",", ":")).encode
    elements: list[str] = []
    length = 0
    while length < size:
        elements.append(write(element(len(elements))))
        length += len(elements[-1]) + 1
    old = "[" + ",".join(elements) + "]"
    middle = len(elements) // 2
    elements[middle] = write(element(middle))
    return old.encode(), ("[" + ",".join(elements) + "]").encode()
