"""The tree of a depth-first search: a row for each level, with the choice of the path and the share of all nodes.

The bars of rows with several levels show the mean, so that no bar is longer only because levels share a row.
"""

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from knightwatch.engine.core.tree import SearchTree, TreeRow, levels_in
from knightwatch.tui.look import Look

SIGNS = {False: ("×", "●", "○", "▶", "█"), True: ("x", "@", "o", ">", "#")}
"""Signs, by whether only ASCII is drawn: a failed alternative, the choice, an untried one, the present level, a bar."""
MOST_SIGNS = 9
"""The most alternatives that are drawn one by one."""


class TreeView(Widget):
    """The levels of a tree, the root first."""

    COMPONENT_CLASSES = {"tree--head", "tree--failed", "tree--path", "tree--here"}

    DEFAULT_CSS = """
    TreeView {
        height: 1fr;
        .tree--head { color: $text-primary; text-style: bold; }
        .tree--failed { color: $text-error; }
        .tree--path { color: $text-primary; text-style: bold; }
        .tree--here { background: $primary 35%; text-style: bold; }
    }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._tree: SearchTree | None = None

    def show(self, tree: SearchTree | None) -> None:
        """Show a tree."""
        if tree is not self._tree:
            self._tree = tree
            self.refresh()

    def render(self) -> Text:
        """Draw the heading, a row for each level, and the legend."""
        tree, (width, height) = self._tree, self.size
        if tree is None or width < 20 or height < 5:
            return Text()
        rule = "-" if self._look.ascii else "─"
        words = f"{rule}{rule} tree: {tree.total:,} nodes, levels {tree.first} to {tree.deepest} "
        lines = [Text(words.ljust(width, rule)[:width], self._part("head"))]
        rows = levels_in(tree, height - 3)
        columns = self._columns(rows)
        names = "level".ljust(sum(columns[:3]) + 3) + "nodes".rjust(columns[3]) + "  share"
        lines += [Text(f"{names} {self._scale(rows, width - len(names) - 1)}", "dim")]
        most = max(row.mean for row in rows) or 1.0
        lines += [self._line(row, columns, most) for row in rows]
        failed, chosen, untried, *_ = SIGNS[self._look.ascii]
        legend = f"{failed} failed  {chosen} chosen  {untried} untried"
        lines += [Text()] * (height - len(lines) - 1) + [Text(legend, "dim")]
        for line in lines:
            line.truncate(width)
        return Text("\n", no_wrap=True).join(lines)

    def _scale(self, rows: list[TreeRow], room: int) -> str:
        """Say what the bars show if some rows have several levels, in the longest form that fits."""
        grouped = any(row.first < row.last for row in rows)
        forms = ("bar: nodes per level", "nodes per level", "per level") if grouped else ()
        return next((form for form in forms if len(form) <= room), "")

    def _columns(self, rows: list[TreeRow]) -> tuple[int, int, int, int]:
        """Return the widths of the columns: levels, names, alternatives, nodes."""
        names = (len(row.choice.name) for row in rows if row.choice)
        signs = (self._alternatives(row).cell_len for row in rows)
        return (
            max(len(_label(row)) for row in rows) + 1,
            max(names, default=0),
            max(signs, default=0),
            max(5, *(len(f"{row.nodes:,}") for row in rows)),
        )

    def _line(self, row: TreeRow, columns: tuple[int, int, int, int], most: float) -> Text:
        """Draw a row; a bar of `most` nodes per level fills the width."""
        *_, here, block = SIGNS[self._look.ascii]
        levels, names, signs, nodes = columns
        alternatives = self._alternatives(row)
        alternatives.pad_right(signs - alternatives.cell_len)
        name = row.choice.name if row.choice else ""
        text = Text.assemble(
            (f"{here if row.here else ' '}{_label(row):>{levels - 1}} ", self._part("path") if row.here else "dim"),
            (f"{name:<{names}} ", self._part("path")),
            alternatives,
            f" {row.nodes:>{nodes},} ",
            (f"{row.share:>4.0%} ", "" if row.here else "dim"),
        )
        room = self.size.width - text.cell_len
        text.append(block * max(bool(row.nodes), round(room * row.mean / most)), self._part("path"))
        if row.here:
            text.pad_right(max(0, self.size.width - text.cell_len))
            text.stylize_before(self._part("here"))
        return text

    def _alternatives(self, row: TreeRow) -> Text:
        """Draw the alternatives of a level one by one, or their numbers if there are many."""
        failed, chosen, untried, *_ = SIGNS[self._look.ascii]
        choice = row.choice
        if choice is None:
            return Text()
        few = row.first == row.last and choice.failed + choice.untried < MOST_SIGNS
        return Text.assemble(
            (failed * choice.failed if few else f"{choice.failed}{failed} ", self._part("failed")),
            (chosen if row.first == row.last else "", self._part("path")),
            untried * choice.untried if few else f" {choice.untried}{untried}",
        )

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"tree--{name}", partial=name != "here")


def _label(row: TreeRow) -> str:
    return f"{row.first}" if row.first == row.last else f"{row.first}-{row.last}"
