"""The command `papers`: list or repeat published experiments, on the screen or without it."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.lab.papers.declaration import Paper
from knightwatch.engine.lab.papers.registry import PAPERS, paper
from knightwatch.engine.pool import Workers
from knightwatch.engine.store.outcomes import usual_path
from knightwatch.tui.cli.options.common import (
    Ascii,
    Common,
    Headless,
    Record,
    Theme,
    check_theme,
    common_parameters,
)
from knightwatch.tui.cli.options.fields import field_parameter
from knightwatch.tui.cli.options.signature import Option, with_options
from knightwatch.tui.cli.streams import put
from knightwatch.tui.launch import check_record, has_screen, open_screen
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.json_format import json_line

PAPER = Group("Experiment", sort_key=-1)
OWN = {
    "full": Option(bool, False, "the full form: more runs, and parts that take too long for the short form"),
    "report": Option(str | None, None, "also write a report in Markdown, without the screen", "FILE"),
    "store": Option(str | None, None, "file for the results; default: in your data folder", "FILE"),
    "again": Option(bool, False, "delete the stored results of this experiment and start again"),
}
"""Options that only this command has; `Workers` declares more."""
OUTPUT = "also write to a file, without the screen: .csv (one row for each figure), .json or .txt"


def command(_: Sequence[str]) -> App:
    """Return the command, with a subcommand for each paper."""
    app = App(
        name="papers",
        help="Repeat published experiments: their figures beside ours, with intervals. The short form takes less than "
        "a minute on two cores. Each result is stored. The same command continues an interrupted experiment.",
        default_command=choose,
        help_format="plaintext",
    )
    for place, each in enumerate(PAPERS):
        short, full = each.takes
        words = f"{each.title} ({short}; full {full})."
        app.command(_command(each), name=each.name, help=words, sort_key=place)
    return app


def choose(
    *words: Annotated[str, Parameter(show=False)],
    json: Annotated[bool, Parameter(help="print the list as one JSON object", negative="", show_default=False)] = False,
    headless: Headless = False,
    ascii: Ascii = False,  # noqa: A002
    theme: Theme = None,
    record: Record = None,
) -> int:
    """List the experiments; on the screen, choose one."""
    if words:
        paper(" ".join(words))
    check_theme(theme)
    check_record(record, without_screen=json or headless)
    if has_screen() and not (json or headless):
        return open_screen(_open_list, ascii, theme, record)
    put(_as_json() if json else to_ascii(f"{_as_text()}\n", ascii))
    return 0


def _open_list(app: Any) -> None:
    from knightwatch.tui.screens.lab.papers import PapersScreen

    app.push_screen(PapersScreen())


def _as_json() -> str:
    names = ("name", "title", "source")
    papers = [
        {name: getattr(each, name) for name in names} | dict(zip(("short", "full"), each.takes, strict=True))
        for each in PAPERS
    ]
    return json_line({"papers": papers})


def _as_text() -> str:
    blocks = []
    for each in PAPERS:
        short, full = each.takes
        times = f"short form about {short}, --full about {full}"
        blocks.append("\n    ".join([each.name, each.title, each.source, times]))
    end = "knightwatch papers NAME repeats one. The times hold for two cores and compiled code."
    return "\n\n".join([*blocks, end])


def _command(chosen: Paper) -> Callable[..., int]:
    """Return the command that repeats a paper."""

    def command(**given: Any) -> int:
        common = Common.read(given)
        own: dict[str, Any] = {name: given.get(name) for name in (*OWN, *Workers.model_fields)}
        return _repeat(chosen, own, common)

    parameters = [option.parameter(name, PAPER) for name, option in OWN.items()]
    parameters += [field_parameter(name, field, PAPER) for name, field in Workers.model_fields.items()]
    return with_options(command, [*parameters, *common_parameters(without=["at", "curves"], output=OUTPUT)])


def _repeat(chosen: Paper, own: dict[str, Any], common: Common) -> int:
    path, full, again = Path(own["store"]) if own["store"] else usual_path(), bool(own["full"]), bool(own["again"])
    if own["report"] and not own["report"].endswith(".md"):
        raise BadInput(f"report is {quoted(own['report'], 200)}, but its name must end in .md")
    if has_screen() and not (common.without_screen or own["report"]):
        first = partial(_open_paper, chosen=chosen, path=path, workers=own["workers"], full=full, again=again)
        return open_screen(first, common.ascii, common.theme, common.record)
    from knightwatch.engine.lab.papers.replication import opened
    from knightwatch.tui.cli.headless import ask
    from knightwatch.tui.output.command_line import paper_command
    from knightwatch.tui.output.markdown import report

    with opened(chosen, full, path, own["workers"], again) as replication:
        written = (own["report"], lambda: report(replication, common.ascii)) if own["report"] else None
        return ask(None, replication, common, paper_command(chosen, full), written)


def _open_paper(app: Any, **options: Any) -> None:
    from knightwatch.tui.screens.lab.papers import open_paper

    open_paper(app, **options)
