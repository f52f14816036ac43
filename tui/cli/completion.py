"""Install completion of commands and options in a shell. Cyclopts makes the scripts."""

from pathlib import Path

from cyclopts import App
from cyclopts.completion import ShellDetectionError, detect_shell

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

STARTUP_FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": ""}
"""For each shell, the file that loads the script; fish needs none."""


def install(app: App, shell: str | None, output: str | None) -> str:
    """Write the completion script for a shell, and load it in the shell's startup file; return a message.

    With `output`, write only that file. Raises BadInput for an unknown shell, and if a file cannot be written.
    """
    names = ", ".join(STARTUP_FILES)
    if shell is None:
        try:
            shell = detect_shell()
        except ShellDetectionError:
            raise BadInput(f"your shell is not known: choose one with --shell, one of {names}") from None
    if shell not in STARTUP_FILES:
        raise BadInput(f"shell is {quoted(shell)}, but must be one of {names}")
    try:
        path = app.install_completion(
            shell=shell,  # type: ignore[arg-type]
            output=Path(output) if output else None,
            add_to_startup=output is None,
        )
    except OSError as error:
        raise BadInput(f"completion cannot be installed ({error.filename}: {error.strerror})") from None
    if output is not None:
        return f"Completion for {shell} is written to {path}. To use it, let your shell read that file.\n"
    loaded = f"{STARTUP_FILES[shell]} loads it. " if STARTUP_FILES[shell] else ""
    return f"Completion for {shell} is written to {path}. {loaded}Start a new shell to use it.\n"
