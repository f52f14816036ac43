"""The family tree of the best individual: its parents, its grandparents, and where each of its genes comes from.

Each solver that evolves tells how one individual was made from the generation before (`Lineage`). The pages here follow
the genes back. A gene keeps its place: it comes from a parent that has the same value there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Pages
from knightwatch.engine.core.words import counted_noun

FROM_A = Mark("from A", "A", "A", Tone.HINT)
FROM_B = Mark("from B", "B", "B", Tone.GOOD)
FROM_BOTH = Mark("from both", "=", "=", Tone.PIECE)
MOST_CELLS = 400
"""Most genes in a row of cells."""
BEST, SEVERAL, NEW, MOVED = "best", "=", "new", "~"


@dataclass(frozen=True)
class Origin:
    """How an individual was made."""

    parents: tuple[int, ...]
    """The indexes of its parents in the generation before; one, if it is a copy or survived."""
    how: str
    """The operators that made it."""
    sources: Sequence[frozenset[int]]
    """For each gene, the parents that it may come from, 0 or 1; empty for a new or moved gene."""
    moved: frozenset[int] = frozenset()
    """The genes that mutation moved here from another place."""


class Lineage(Protocol):
    """The last generations of a search. `back` counts generations, 0 is the newest one."""

    generation: int
    """The number of the newest generation."""
    reach: int
    """How many generations `origin` can look back."""
    best: int
    """The index of the best individual."""
    gene: str
    """What a gene is, in the singular."""

    def origin(self, back: int, place: int) -> Origin:
        """Return how an individual was made."""

    def board(self, back: int, place: int) -> Board:
        """Return the board of an individual."""

    def worth(self, back: int, place: int) -> str:
        """Return the fitness of an individual in words."""

    def cells(self, back: int, place: int) -> tuple[str, ...]:
        """Return the genes of an individual as texts."""

    def head(self) -> CellRow:
        """Return the names of the genes."""


@dataclass(frozen=True)
class Relative:
    """The best individual or one of its ancestors."""

    name: str
    """A and B are the parents, AA and AB the parents of A; empty for the best individual."""
    place: int
    origin: Origin | None
    """None if the tree ends here."""
    passed: tuple[bool, ...]
    """For each gene of the best individual, whether it may come from here."""

    @property
    def back(self) -> int:
        """How many generations ago it lived."""
        return len(self.name)


def relatives(lineage: Lineage) -> list[Relative]:
    """Return the best individual and its ancestors, the youngest first."""
    genes = len(lineage.cells(0, lineage.best))
    found = [_relative(lineage, "", lineage.best, (True,) * genes)]
    for each in found:  # grows on the way
        for number, parent in enumerate(each.origin.parents if each.origin else ()):
            assert each.origin
            links = zip(each.passed, each.origin.sources, strict=True)
            passed = tuple(kept and number in sources for kept, sources in links)
            found.append(_relative(lineage, f"{each.name}{'AB'[number]}", parent, passed))
    return found


def _relative(lineage: Lineage, name: str, place: int, passed: tuple[bool, ...]) -> Relative:
    origin = lineage.origin(len(name), place) if len(name) < lineage.reach else None
    return Relative(name, place, origin, passed)


def family_pages(lineage: Lineage) -> Pages:
    """Return the pages: the tree as a table, the parents, and the grandparents if they are known."""
    tree = relatives(lineage)
    return (_tree(lineage, tree), *(_ancestors(lineage, tree, back) for back in range(1, lineage.reach + 1)))


def _picture(lineage: Lineage, each: Relative) -> Picture:
    worth = lineage.worth(each.back, each.place)
    return Picture(f"{each.name or BEST}: no. {each.place + 1:,}, {worth}", lineage.board(each.back, each.place))


def _tree(lineage: Lineage, tree: Sequence[Relative]) -> Page:
    """Return the page of the whole tree."""
    rows = [
        (
            f"{'  ' * each.back}{each.name or BEST}",
            f"{lineage.generation - each.back:,}",
            f"{each.place + 1:,}",
            lineage.worth(each.back, each.place),
            each.origin.how if each.origin else "random" if each.back == lineage.generation else "",
            f"{sum(each.passed):,}",
        )
        for each in sorted(tree, key=lambda each: each.name)
    ]
    head = ("", "gen.", "no.", "fitness", "made by", f"{lineage.gene}s")
    sentence = f"The best of generation {lineage.generation:,} and its ancestors. " + " ".join(_counts(lineage, tree))
    return Page("the family tree", sentence, (_picture(lineage, tree[0]),), table=(head, *rows))


def _counts(lineage: Lineage, tree: Sequence[Relative]) -> Iterator[str]:
    """Yield a sentence for each generation of ancestors: how many genes come from it."""
    genes = len(tree[0].passed)
    for back, name in enumerate(_names(lineage), 1):
        sources = _sources(tree, back)
        newer, moved = sources.count(NEW), sources.count(MOVED)
        old = genes - newer - moved
        swapped = f", mutation moved {moved:,}" if moved else ""
        yield (
            f"{old:,} of its {counted_noun(genes, lineage.gene)} {'comes' if old == 1 else 'come'} from {name}"
            f"{swapped}, {newer:,} {'is' if newer == 1 else 'are'} newer."
        )


def _names(lineage: Lineage) -> Sequence[str]:
    return ("the parents", "the grandparents")[: lineage.reach]


def _sources(tree: Sequence[Relative], back: int) -> list[str]:
    """Return for each gene the name of the ancestor that it comes from, `back` generations ago."""
    older = [each for each in tree if each.back == back]
    found = ([each.name for each in older if each.passed[gene]] for gene in range(len(tree[0].passed)))
    moved = {
        gene for each in tree if each.back < back and each.origin for gene in each.origin.moved if each.passed[gene]
    }
    return [
        names[0] if len(names) == 1 else SEVERAL if names else MOVED if gene in moved else NEW
        for gene, names in enumerate(found)
    ]


def _ancestors(lineage: Lineage, tree: Sequence[Relative], back: int) -> Page:
    """Return the page of one generation of ancestors: their boards, and the source of each gene."""
    older, best = [each for each in tree if each.back == back], tree[0]
    sources = _sources(tree, back)
    marks = {"A": FROM_A, "B": FROM_B, SEVERAL: FROM_BOTH}
    rows = (
        lineage.head(),
        CellRow(BEST, lineage.cells(0, best.place)[:MOST_CELLS], tuple(marks.get(name[-1:]) for name in sources)),
        CellRow("from", tuple(sources[:MOST_CELLS])),
        *(CellRow(each.name, lineage.cells(back, each.place)[:MOST_CELLS]) for each in older),
    )
    pictures = (_picture(lineage, best), *(_picture(lineage, each) for each in older)) if back == 1 else ()
    title = _names(lineage)[back - 1]
    sentence = (
        f"From whom each {lineage.gene} of the best comes: {NEW} is newer than {title}, {SEVERAL} means that several "
        "have it in this place."
    )
    if MOVED in sources:
        sentence += f" Mutation moved {MOVED} here from another place."
    return Page(title, sentence, pictures or tuple(_picture(lineage, each) for each in older), rows)
