"""The pages of the documentation, and what stands in them: blocks of a language, commands, links, paths."""

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

BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Shown:
    """A command line on a page, with what is said to come of it."""

    line: str
    told: str = ""
    """What it prints; empty where that is not shown."""

    @property
    def arguments(self) -> list[str]:
        """What follows the name of the program."""
        return shlex.split(self.line, comments=True)[1:]

    @property
    def code(self) -> int:
        """The exit code that a comment names, or else 0."""
        named = re.search(r"# exit code (\d+)", self.line)
        return int(named[1]) if named else 0


def blocks(text: str, language: str) -> list[str]:
    """Return what stands in the blocks of a language."""
    return [block for named, block in BLOCK.findall(text) if named == language]


def run_on(text: str) -> Iterator[Shown]:
    """Return the commands of `console` blocks, which are run: each begins with a dollar, and what it prints follows."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, told = part.partition("\n")
            yield Shown(line, told)


def opened_on(text: str) -> Iterator[Shown]:
    """Return the commands of `sh` blocks, which open a screen or take long."""
    for block in blocks(text, "sh"):
        yield from (Shown(line) for line in block.splitlines() if line.startswith("knightwatch"))


def headings(text: str) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(text: str) -> list[str]:
    """Return where the links and pictures of a page lead."""
    return re.findall(r"\]\(([^)\s]+)\)", BLOCK.sub("", text))


def paths(text: str) -> list[str]:
    """Return the files and folders of this project that a page names; what is only an example is called guess."""
    named = re.findall(r"`((?:engine|tui|tests|bench|docs|screenshots)/[\w/.]*)`", text)
    return [path for path in named if "guess" not in path]
