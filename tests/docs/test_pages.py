"""The pages of the documentation: commands and examples work as shown, links and paths exist."""

import doctest
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from knightwatch.engine.own.template import template
from knightwatch.engine.pool import Pool
from knightwatch.tui.app import Knightwatch
from tests.support.commands import BAD_INPUT, Command
from tests.support.inline import inline
from tests.support.pages import (
    BLOCK,
    PAGES,
    ROOT,
    Shown,
    blocks,
    headings,
    links,
    opened_on,
    paths,
    run_on,
    write_files,
)

RUN = [(text, shown) for text in PAGES.values() for shown in run_on(text)]
OPENED = [(text, shown) for text in PAGES.values() for shown in opened_on(text)]
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

every_page = pytest.mark.parametrize("name", PAGES)


@pytest.mark.parametrize(("text", "shown"), RUN, ids=[" ".join(shown.arguments) for _, shown in RUN])
def test_a_command_prints_what_the_page_shows(text: str, shown: Shown, command: Command) -> None:
    write_files(text, Path.cwd())
    code, out, err = command(*shown.arguments)
    assert code == shown.code
    output = err if code == BAD_INPUT else out
    assert output
    assert not shown.output or doctest.OutputChecker().check_output(shown.output, output, ELLIPSIS), output


@pytest.mark.parametrize(("text", "shown"), OPENED, ids=[" ".join(shown.arguments) for _, shown in OPENED])
def test_a_command_opens_a_screen_or_a_long_job(
    text: str, shown: Shown, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []
    write_files(text, Path.cwd())
    if shown.arguments[:1] in (["tour"], ["swap"], ["queens"]):
        Path("mine.py").write_text(template(shown.arguments[0]), "utf-8")  # `knightwatch new` writes it on the page

    @contextmanager
    def pool(*_: object) -> Iterator[Pool]:
        yield inline()

    def begin(*_: object, **__: object) -> int:
        begun.append(shown)
        return 0

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setitem(os.environ, "TERM", "xterm-256color")
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    monkeypatch.setattr(Knightwatch, "run", begin)
    monkeypatch.setattr(Knightwatch, "return_code", 0)
    monkeypatch.setattr("knightwatch.tui.cli.headless.ask", begin)
    monkeypatch.setattr("knightwatch.tui.web.follow.start.followed", nullcontext)
    for place in ("processes", "cluster"):
        monkeypatch.setattr(f"knightwatch.engine.lab.sweeps.experiment.{place}", pool)
    code, output, messages = command(*shown.arguments)
    assert (code, output) == (0, "")
    assert messages == "" or ("--host" in shown.arguments and "other machines can connect" in messages)
    assert begun == [shown]


@every_page
def test_every_command_is_in_a_tested_block(name: str) -> None:
    text = PAGES[name]
    for language, block in BLOCK.findall(text):
        sign = {"console": "$ knightwatch", "sh": "knightwatch"}.get(language)
        commands = re.findall(r"^ *(?:\$ )?knightwatch(?= |$)", block, re.MULTILINE)
        assert set(commands) <= {sign}, block


@pytest.mark.parametrize("name", [name for name, text in PAGES.items() if blocks(text, "python")])
def test_python_examples_hold(name: str) -> None:
    examples = doctest.DocTestParser().get_doctest("".join(blocks(PAGES[name], "python")), {}, name, name, 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=ELLIPSIS).run(examples, out=report.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(report)


@every_page
def test_links_and_paths_exist(name: str) -> None:
    here = ROOT / name
    for link in links(PAGES[name]):
        path, _, anchor = link.partition("#")
        there = (here.parent / path).resolve() if path else here
        assert there.exists(), link
        assert not anchor or anchor in headings(there.read_text("utf-8")), link
    for path in paths(PAGES[name]):
        assert (ROOT / path).exists(), path


def test_the_readme_is_short_and_names_the_two_commands() -> None:
    text = PAGES["README.md"]
    assert len(text.splitlines()) < 100
    assert "\nmake run " in text
    assert "\nmake test " in text
    linked = {link.partition("#")[0] for link in links(text)}
    assert {name for name in PAGES if name.startswith("docs/")} <= linked


def test_no_paragraph_of_the_manual_is_longer_than_five_lines() -> None:
    paragraphs = BLOCK.sub("", PAGES["docs/manual.md"]).split("\n\n")
    assert [text for text in paragraphs if len(text.splitlines()) > 5 and text[0] not in "|-"] == []
