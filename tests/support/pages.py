"""The pages of the documentation and their parts: blocks of a language, commands, links, paths."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {
    str(page.relative_to(ROOT)): page.read_text("utf-8")
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
}
"""The text of every page, by its path."""

FILE = re.compile(r"^`([\w-]+\.\w+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file that a page shows: its name, then its contents."""
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Shown:
    """A command line on a page, with the output that the page shows."""

    line: str
    output: str = ""
    """Empty if the page shows no output."""

    @property
    def arguments(self) -> list[str]:
        """The arguments after the name of the program."""
        return shlex.split(self.line, comments=True)[1:]

    @property
    def code(self) -> int:
        """The exit code that a comment names; 0 by default."""
        named = re.search(r"# exit code (\d+)", self.line)
        return int(named[1]) if named else 0


def blocks(text: str, language: str) -> list[str]:
    """Return the contents of all blocks of a language."""
    return [block for named, block in BLOCK.findall(text) if named == language]


def run_on(text: str) -> Iterator[Shown]:
    """Return the commands of `console` blocks: each line with a dollar is run and must print the lines below it."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield Shown(line, output)


def opened_on(text: str) -> Iterator[Shown]:
    """Return the commands of `sh` blocks, which open a screen or take long."""
    for block in blocks(text, "sh"):
        yield from (Shown(line) for line in block.splitlines() if line.startswith("knightwatch"))


def write_files(text: str, folder: Path) -> None:
    """Write the files that a page shows: its commands use them."""
    for name, contents in FILE.findall(text):
        (folder / name).write_text(contents, "utf-8")


def headings(text: str) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(text: str) -> list[str]:
    """Return the targets of a page's links and pictures, except other sites."""
    return re.findall(r"\]\((?!https://)([^)\s]+)\)", BLOCK.sub("", text))


def paths(text: str) -> list[str]:
    """Return the files and folders of this project that a page names, except those of the example solver `guess`."""
    named = re.findall(r"`((?:engine|tui|tests|bench|docs|screenshots)/[\w/.]*)`", text)
    return [path for path in named if "guess" not in path]
