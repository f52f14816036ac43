"""Reports in Markdown: the figures of a replicated paper as tables, and its charts as text."""

from collections.abc import Sequence

from knightwatch.engine.core.inquiry import Subinquiry
from knightwatch.engine.lab.papers.replication import LEGEND, ReplicatedTable, Replication
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.text import diagram_text, inquiry_text


def report(replication: Replication, ascii_only: bool = False) -> str:
    """Return a replicated paper as Markdown."""
    paper = replication.paper
    blocks = [f"# {replication.title()}", f"Source: {paper.source}.", LEGEND]
    if not replication.complete:
        blocks.append("**Not complete.**")
    for part in replication.subinquiries():
        blocks += [f"## {part.title}", *_shown(part, ascii_only), *filter(None, [part.note])]
    return to_ascii("\n\n".join(blocks) + "\n", ascii_only)


def _shown(part: Subinquiry, ascii_only: bool) -> list[str]:
    inquiry = part.inquiry
    if not isinstance(inquiry, ReplicatedTable):
        return [_block(inquiry_text(inquiry, ascii_only))]
    diagram = inquiry.diagram()
    runs = f"Runs of each plan: {inquiry.experiment.sweep.repeat:,}."
    words = filter(None, [runs, inquiry.differing()])
    return [_table(inquiry.table()), *words, *([_block(diagram_text(diagram, ascii_only))] if diagram else [])]


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *others = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *others))


def _block(text: str) -> str:
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    return "\n".join(["```text", *lines, "```"])
