"""Shell completion: the script is installed where the shell finds it, and completes commands and options."""

import shlex
import subprocess
from pathlib import Path

import pytest
from cyclopts.completion import ShellDetectionError

from tests.support.commands import BAD_INPUT, Command

SCRIPTS = {
    "bash": ".local/share/bash-completion/completions/knightwatch",
    "zsh": ".zsh/completions/_cyclopts_knightwatch",
    "fish": ".config/fish/completions/knightwatch.fish",
}
STARTUP_FILES = {"bash": ".bashrc", "zsh": ".zshrc"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ZSH", "ZSH_CUSTOM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_installed_and_knows_commands_and_options(shell: str, home: Path, command: Command) -> None:
    code, out, err = command("--install-completion", "--shell", shell)
    path = home / SCRIPTS[shell]
    assert (code, err) == (0, "")
    assert str(path) in out
    script = path.read_text("utf-8")
    for name in ("tour", "queens", "sweep", "min-conflicts", "papers", "resume", "lecture", "serve"):
        assert name in script
    for option in ("max-seconds", "vary", "headless", "count", "install-completion"):
        assert option in script
    if shell in STARTUP_FILES:
        assert str(path.parent) in (home / STARTUP_FILES[shell]).read_text("utf-8")
        assert STARTUP_FILES[shell] in out


def test_a_second_installation_changes_no_startup_file(home: Path, command: Command) -> None:
    command("--install-completion", "--shell", "bash")
    once = (home / ".bashrc").read_text("utf-8")
    command("--install-completion", "--shell", "bash")
    assert (home / ".bashrc").read_text("utf-8") == once


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (("que",), {"queens"}),
        (("sweep", "min"), {"min-conflicts"}),
        (("queens", "--max"), {"--max-nodes", "--max-seconds"}),
        (("tour", "--ord"), {"--order"}),
        (("--install",), {"--install-completion"}),
    ],
)
def test_bash_completes(typed: tuple[str, ...], completed: set[str], home: Path, command: Command) -> None:
    path = home / "script"
    assert command("--install-completion", "--shell", "bash", "--output", str(path))[0] == 0
    words = shlex.join(["knightwatch", *typed])
    script = (
        f"source {shlex.quote(str(path))}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; "
        'COMPREPLY=(); _knightwatch; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert set(ended.stdout.split()) == completed
    assert not (home / ".bashrc").exists(), "--output writes only the script"


def test_errors_are_one_line(home: Path, command: Command) -> None:
    code, out, err = command("--install-completion", "--shell", "tcsh")
    assert (code, out) == (BAD_INPUT, "")
    assert "shell is tcsh, but must be one of bash, zsh, fish" in err
    (home / "file").touch()
    code, out, err = command("--install-completion", "--shell", "bash", "--output", str(home / "file" / "script"))
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)


def test_an_unknown_shell_must_be_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise ShellDetectionError

    monkeypatch.setattr("knightwatch.tui.cli.completion.detect_shell", fail)
    code, out, err = command("--install-completion")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "--shell" in err


def test_the_help_names_the_command(command: Command) -> None:
    assert "--install-completion" in command("--help")[1]
    help_text = command("--install-completion", "--help")[1]
    assert "--shell" in help_text
    assert "zsh" in help_text
