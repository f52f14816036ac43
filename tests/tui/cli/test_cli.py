"""The command line: exit codes, text or one JSON object on standard output, errors in one line."""

import csv
import json
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.declaration import Settings, allowed, choices, kind, option
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans import installed
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import declaration
from knightwatch.engine.queens.solvers.evolve import MAX_GENES
from knightwatch.tui.cli.main import run
from knightwatch.tui.cli.options.common import COMMON
from tests.support.commands import BAD_INPUT, ENDLESS, GAVE_UP, IMPOSSIBLE, INTERRUPTED, SOLVED, Command, Printed
from tests.support.strategies import bounds

QUEENS = puzzle("queens")
SOLVERS = [solver.name for solver in QUEENS.solvers]


def solves(queens: list[int]) -> bool:
    pairs = [(a, b) for a in range(len(queens)) for b in range(a)]
    return all(queens[a] != queens[b] and abs(queens[a] - queens[b]) != a - b for a, b in pairs)


# Output of a run.


@pytest.mark.parametrize("solver", SOLVERS)
def test_json_is_one_object_with_every_field(solver: str, command: Command) -> None:
    code, out, _ = command("queens", "--n", "12", "--solver", solver, "--seed", "5", "--json")
    assert code == SOLVED
    assert out.count("\n") == 1
    result = json.loads(out)
    assert set(result) == {
        *("version", "puzzle", "solver", "status", "reason", "seed", "settings", "work", "seconds", "prepare_seconds"),
        *("queens", "rows", "attacks"),
    }
    assert (result["puzzle"], result["solver"], result["status"]) == ("queens", solver, "solved")
    assert result["seed"] == 5
    assert set(result["settings"]) == set(declaration(QUEENS, QUEENS.solver(solver))) - {"seed"}
    assert result["settings"]["n"] == 12
    assert all(isinstance(count, int) for count in result["work"].values())
    assert result["seconds"] >= 0
    assert result["prepare_seconds"] >= 0
    assert sorted(result["queens"]) == list(range(12))
    assert solves(result["queens"])
    assert result["attacks"] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "status", "reason"),
    [
        (("--n", "1"), SOLVED, "solved", ""),
        (("--n", "2"), IMPOSSIBLE, "impossible", "2 x 2"),
        (("--n", "3"), IMPOSSIBLE, "impossible", "3 x 3"),
        (("--n", "20", "--generations", "0"), GAVE_UP, "gave-up", "0 generations"),
        (("--n", "20", "--generations", "3"), GAVE_UP, "gave-up", "3 generations"),
        (("--n", "64", "--max-seconds", "0"), GAVE_UP, "gave-up", "0 seconds"),
        (("--n", "64", "--solver", "min-conflicts", "--trials", "1"), GAVE_UP, "gave-up", "1 trial"),
    ],
)
def test_exit_code_status_and_reason_agree(
    arguments: tuple[str, ...], code: int, status: str, reason: str, command: Command
) -> None:
    ended, out, _ = command("queens", *arguments, "--seed", "1", "--json")
    result = json.loads(out)
    assert (ended, result["status"]) == (code, status)
    assert reason in result["reason"]
    assert bool(result["reason"]) == (status != "solved")
    ended, out, _ = command("queens", *arguments, "--seed", "1")
    assert ended == code
    assert reason in out


def test_text_has_board_figures_curve_and_command(command: Command) -> None:
    code, out, _ = command("queens", "--n", "12", "--seed", "5", "--pm", "0.3")
    assert code == SOLVED
    assert out.startswith("12 queens by evolve: solved\n")
    assert out.count("♛") == 12
    assert re.search(r"^generation +\d+$", out, re.MULTILINE)
    assert "best" in out
    assert "┤" in out
    assert "\x1b" not in out
    again = shlex.split(out[out.index("Again: ") :].removeprefix("Again: "))
    assert again[0] == "knightwatch"
    _, repeated, _ = command(*again[1:])
    timed = re.compile(r"^(seconds|preparing) .*$", re.MULTILINE)
    assert timed.sub("", repeated) == timed.sub("", out)


def test_ascii_text_is_ascii(command: Command) -> None:
    _, out, _ = command("queens", "--n", "12", "--seed", "5", "--ascii")
    assert out.isascii()
    assert out.count("Q ") + out.count("Q\n") == 12


def test_large_boards_are_not_drawn(command: Command) -> None:
    _, out, _ = command("queens", "--n", "1000", "--solver", "min-conflicts")
    assert "1,000 x 1,000 is not drawn" in out
    _, out, _ = command("queens", "--n", "3")
    assert "proved impossible: on 3 x 3" in out


def test_a_seed_repeats_the_result(command: Command) -> None:
    def result(*arguments: str) -> dict[str, Any]:
        _, out, _ = command("queens", "--n", "10", *arguments, "--json")
        fields: dict[str, Any] = json.loads(out)
        del fields["seconds"], fields["prepare_seconds"]
        return fields

    assert result("--seed", "9") == result("--seed", "9")
    assert result()["seed"] != result()["seed"]


def test_without_a_terminal_a_demonstration_is_printed(command: Command) -> None:
    code, out, _ = command()
    assert code == SOLVED
    assert "knightwatch --help" in out
    assert "queens by evolve: solved" in out
    assert "♛" in out
    assert "\x1b" not in out
    code, out, _ = command("--ascii")
    assert code == SOLVED
    assert out.isascii()


# Errors.


def assert_error(printed: Printed, *words: str) -> None:
    code, out, err = printed
    assert code == BAD_INPUT
    assert out == ""
    assert err.startswith("knightwatch: ")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    for word in words:
        assert word in err


@pytest.mark.parametrize("solver", SOLVERS)
def test_an_error_names_field_value_and_allowed_values(solver: str, command: Command) -> None:
    for name, field in declaration(QUEENS, QUEENS.solver(solver)).items():
        if kind(field) is bool:
            printed = command("queens", "--solver", solver, f"--{option(name)}=maybe")
            assert_error(printed, option(name), "maybe")
            continue
        wrong = ["abc", "-", "1 2"]
        if not choices(field):
            least, most = bounds(field)
            wrong += [str(least - 1), str(most + 1), "nan", "inf", "1e999"]
            wrong += ["2.5"] if kind(field) is int else []
        for value in wrong:
            printed = command("queens", "--solver", solver, f"--{option(name)}", value)
            assert_error(printed, f"{option(name)} is {value}, but must be {allowed(field)}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("queens", "--solver", "magic"), ("solver is magic", *SOLVERS)),
        (("queens", "--theme", "pink"), ("theme is pink", "dark", "light")),
        (("--theme", "pink"), ("theme is pink", "dark", "light")),
        (("--theme", "pink", "queens", "--n", "5"), ("theme is pink", "dark", "light")),
        (("--ascii", "runs"), ("--ascii", "runs --help")),
        (("queens", "--trials", "5"), ("trials ", "evolve", "generations")),
        (("queens", "--colour", "3"), ("--colour",)),
        (("queens", "--n"), ("--n",)),
        (("queens", "--n", "4", "--n", "5"), ("--n",)),
        (("queens", "eight"), ("eight",)),
        (("rooks",), ("rooks", "queens")),
        (("--colour",), ("--colour",)),
        (("queens", "--pop", "10", "--elitism", "11"), ("elitism is 11", "pop", "10")),
        (("queens", "--n", "1000000"), ("n x pop", f"{MAX_GENES:,}")),
        (("queens", "--solver", "one\ntwo"), ("one two", *SOLVERS)),
        (("queens", "--n", "one\ntwo"), ("n is one two",)),
        (("queens", "--theme", "[/]"), ("theme is [/]",)),
        (("queens", "--output", "answer.pdf"), ("answer.pdf", ".txt", ".json", ".csv")),
        (("queens", "--output", "answer"), ("answer", ".txt", ".json", ".csv")),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], words: tuple[str, ...], command: Command) -> None:
    assert_error(command(*arguments), *words)


# Files.


def test_the_file_ending_chooses_the_format(tmp_path: Path, command: Command) -> None:
    run = ("queens", "--n", "8", "--seed", "3")
    text, object_, table = (tmp_path / f"answer{ending}" for ending in (".txt", ".json", ".csv"))

    code, out, _ = command(*run, "--output", str(text))
    assert code == SOLVED
    assert text.read_text("utf-8") == out

    _, out, _ = command(*run, "--json", "--output", str(object_))
    assert object_.read_text("utf-8") == out

    command(*run, "--output", str(table))
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["column"] for row in rows] == list("abcdefgh")
    assert [8 - int(row["row"]) for row in rows] == json.loads(out)["queens"]


def test_output_is_written_without_an_answer_too(tmp_path: Path, command: Command) -> None:
    for n, code in (("3", IMPOSSIBLE), ("20", GAVE_UP)):
        for ending in ("txt", "json", "csv"):
            path = tmp_path / f"{n}.{ending}"
            ended, _, _ = command("queens", "--n", n, "--generations", "0", "--seed", "1", "--output", str(path))
            assert ended == code
            assert path.read_text("utf-8")


@pytest.mark.parametrize("path", ["there.json", "nowhere/answer.json", "there.json/answer.json", f"{'x' * 300}.json"])
def test_output_is_checked_before_the_search(
    path: str, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.json"
    there.write_text("precious")
    monkeypatch.setattr("knightwatch.tui.cli.headless._drive", lambda _: pytest.fail("the search began"))
    assert_error(command("queens", *ENDLESS, "--output", path), "output is", path[:40])
    assert there.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [there]


def test_the_result_is_printed_if_its_file_cannot_be_written(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from knightwatch.tui.cli import headless

    path, drive = tmp_path / "answer.json", headless._drive

    def meanwhile(run: Any, *_: object, **__: object) -> None:
        drive(run)
        path.write_text("precious")

    monkeypatch.setattr(headless, "_drive", meanwhile)
    code, out, err = command("queens", "--n", "8", "--json", "--output", str(path))
    assert code == BAD_INPUT
    assert solves(json.loads(out)["queens"])
    assert "exists already" in err
    assert path.read_text() == "precious"


def test_an_interrupt_before_the_first_step_writes_the_output(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Run) -> Iterator[None]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "preparing", interrupted)
    for ending in ("txt", "json", "csv"):
        path = tmp_path / f"answer.{ending}"
        code, out, err = command("queens", "--n", "8", "--output", str(path))
        assert (code, err) == (INTERRUPTED, "")
        assert out.startswith("8 queens by evolve: stopped before the end")
        assert path.read_text("utf-8")
    code, out, _ = command("queens", "--n", "8", "--json")
    assert code == INTERRUPTED
    assert (json.loads(out)["status"], json.loads(out)["queens"]) == ("gave-up", None)


# Help.


def test_version(command: Command) -> None:
    code, out, err = command("--version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"knightwatch \d+\.\d+\.\d+\n", out)


def test_help_lists_every_puzzle(command: Command) -> None:
    code, out, _ = command("--help")
    assert code == 0
    words = " ".join(re.sub(r"[│╭╮╰╯─]", " ", out).split())
    for each in PUZZLES:
        assert f"{each.name} {each.title}: {each.summary}." in words
    assert "--ascii" in words
    assert "--theme" in words


def test_help_of_a_puzzle_lists_fields_and_allowed_values(command: Command) -> None:
    code, out, _ = command("queens", "--help")
    assert code == 0
    words = " ".join(re.sub(r"[│╭╮╰╯─]", " ", out).split())
    for solver in QUEENS.solvers:
        if (
            solver.settings_type.model_fields.keys() != Settings.model_fields.keys()
        ):  # a solver without settings of its own has no group
            assert f"Solver {solver.name} {solver.summary}" in words
        for name, field in declaration(QUEENS, solver).items():
            assert f"--{option(name)} " in words
            assert f"{field.description} ({allowed(field)}" in words
    for name in ("solver", *COMMON):
        assert f"--{name} " in words


@given(st.text(st.characters(exclude_characters="\0"), min_size=1), st.sampled_from(["", "--theme", "--output", "--n"]))
def test_error_messages_have_no_control_characters(text: str, option: str) -> None:
    arguments = ["queens", "--headless", *([f"{option}={text}"] if option else ["--max-seconds", "0", text])]
    with redirect_stderr(StringIO()) as err, redirect_stdout(StringIO()):
        assert run([*arguments, "--solver", "nobody"]) == BAD_INPUT
    assert err.getvalue().removesuffix("\n").isprintable()
    assert len(err.getvalue()) < 500


@pytest.mark.parametrize("argument", [b"\xff", b"--from=\xff", b"--output=\xff.txt", b"\xed\xa0\x80"])
def test_arguments_must_be_utf8(argument: bytes, command: Command) -> None:
    code, out, err = command("swap", os.fsdecode(argument))
    assert (code, out) == (BAD_INPUT, "")
    assert err.endswith(" is not text: some of its bytes are not UTF-8\n")


def test_a_dangling_link_is_not_overwritten(tmp_path: Path, command: Command) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "nothing" / "there")
    code, out, err = command("queens", "--n", "4", "--output", str(link))
    assert (code, out) == (BAD_INPUT, "")
    assert "exists already" in err


def test_a_slow_tier_is_reported_once_not_for_each_per_cent(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = count()
    monkeypatch.setattr(Run, "tier", property(lambda _: f"the code is being compiled: {next(shares) % 100}%"))
    _, _, err = command("queens", "--n", "40", "--generations", "3000", "--pc", "0", "--seed", "1", "--json")
    assert err.count("compiled") == 1
    assert next(shares) > 2


def test_a_similar_option_is_a_question_of_its_own(command: Command) -> None:
    code, _, err = command("tour", "--bogus", "3")
    assert code == 2
    assert "? See knightwatch tour --help" in err


def test_a_run_reads_no_installed_packages(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def entries() -> None:
        raise AssertionError("all installed packages are read")

    monkeypatch.setattr(installed, "entries", entries)
    assert command("tour", "--seed", "1", "--json")[0] == SOLVED
    with pytest.raises(AssertionError, match="packages"):
        command("tour", "--help")


@pytest.mark.parametrize(
    "before", [("--theme", "light"), ("--theme=light",), ("--ascii",), ("--ascii", "--theme", "dark")]
)
def test_options_of_the_screen_may_come_before_the_command(before: tuple[str, ...], command: Command) -> None:
    asked = ("queens", "--n", "5", "--seed", "1", "--headless")
    first, last = command(*before, *asked), command(*asked, *before)
    assert first[0] == last[0] == SOLVED
    assert first[1].split("seconds")[0] == last[1].split("seconds")[0]


@pytest.mark.parametrize("asked", [("race", "tour"), ("sweep", "evolve"), ("papers", "six-knights"), ("resume", "1")])
def test_options_of_the_screen_may_come_before_every_command_with_one(asked: tuple[str, ...], command: Command) -> None:
    assert command("--theme", "pink", *asked)[2] == command(*asked, "--theme", "pink")[2]
    assert "theme is pink" in command("--ascii", "--theme", "pink", *asked)[2]
