"""The family tree of the best individual: its parents, its grandparents, and where each of its genes comes from.

Each solver that evolves tells how one individual was made from the generation before (`Lineage`). The pages here follow
the genes back. A gene keeps its place: it comes from a parent that has the same value there. A gene that an operator
made is not inherited, even if a parent has the same value there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
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
MOST_NAMES = 4
"""Most genes that a sentence names."""
BEST, SEVERAL, NEW = "best", "=", "new"


class Made(Enum):
    """An operator that made a gene: its sign on the pages, and the sentence's words before the number of genes."""

    MOVED = "~", "mutation moved"
    REPAIRED = "*", "the mapping repaired"
    DRAWN = "+", "mutation drew"

    @property
    def sign(self) -> str:
        """The sign on the pages."""
        return self.value[0]

    @property
    def words(self) -> str:
        """The operator and its verb."""
        return self.value[1]


@dataclass(frozen=True)
class Origin:
    """How an individual was made."""

    parents: tuple[int, ...]
    """The indexes of its parents in the generation before; one, if it is a copy or survived."""
    how: str
    """The operators that made it."""
    sources: Sequence[frozenset[int]]
    """For each gene, the parents that it may come from, 0 or 1; empty for a gene that is new in this place."""
    made: Mapping[int, Made] = field(default_factory=dict)
    """The genes that an operator made; they have no sources."""
    copied: Sequence[int] = ()
    """For each gene the parent from which it was copied, if that is known: both parents may have the same value."""

    def gives(self, gene: int, number: int) -> bool:
        """Tell whether the tree follows a gene to a parent."""
        return number in self.sources[gene] and (not self.copied or self.copied[gene] == number)


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
    """For each gene of the best individual, whether it may come from here: the value is the same."""
    copied: tuple[bool, ...]
    """For each gene of the best individual, whether the tree follows it to here."""

    @property
    def back(self) -> int:
        """How many generations ago it lived."""
        return len(self.name)


def relatives(lineage: Lineage) -> list[Relative]:
    """Return the best individual and its ancestors, the youngest first."""
    genes = (True,) * len(lineage.cells(0, lineage.best))
    found = [_relative(lineage, "", lineage.best, genes, genes)]
    for each in found:  # grows on the way
        for number, parent in enumerate(each.origin.parents if each.origin else ()):
            assert each.origin
            here = [gene for gene, followed in enumerate(each.copied) if followed]
            passed = {gene for gene in here if number in each.origin.sources[gene]}
            copied = {gene for gene in here if each.origin.gives(gene, number)}
            flags = (tuple(gene in kept for gene in range(len(genes))) for kept in (passed, copied))
            found.append(_relative(lineage, f"{each.name}{'AB'[number]}", parent, *flags))
    return found


def _relative(lineage: Lineage, name: str, place: int, passed: tuple[bool, ...], copied: tuple[bool, ...]) -> Relative:
    origin = lineage.origin(len(name), place) if len(name) < lineage.reach else None
    return Relative(name, place, origin, passed, copied)


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
            f"{sum(each.copied):,}",
        )
        for each in sorted(tree, key=lambda each: each.name)
    ]
    head = ("", "gen.", "no.", "fitness", "made by", f"{lineage.gene}s")
    sentence = f"The best of generation {lineage.generation:,} and its ancestors. " + " ".join(_counts(lineage, tree))
    return Page("the family tree", sentence, (_picture(lineage, tree[0]),), table=(head, *rows))


def _counts(lineage: Lineage, tree: Sequence[Relative]) -> Iterator[str]:
    """Yield sentences for each generation of ancestors: how many genes come from it, and how many count twice."""
    genes = len(tree[0].passed)
    for back, name in enumerate(_names(lineage), 1):
        sources = _sources(tree, back)
        newer, made = sources.count(NEW), [(each, sources.count(each.sign)) for each in Made]
        old = genes - newer - sum(count for _, count in made)
        counts = (
            f"{old:,} of its {counted_noun(genes, lineage.gene)} {'comes' if old == 1 else 'come'} from {name}",
            *(f"{each.words} {count:,}" for each, count in made if count),
            newcomers(newer),
        )
        yield f"{', '.join(filter(None, counts))}."
        several = sum(sum(each.copied[gene] for each in tree if each.back == back) > 1 for gene in range(genes))
        if several:
            yield f"{several:,} of them {'counts' if several == 1 else 'count'} for several of {name}."


def newcomers(count: int) -> str:
    """Return a clause about genes that no parent has in their place; empty without any."""
    return f"{count:,} {'is new in its' if count == 1 else 'are new in their'} place" if count else ""


def _names(lineage: Lineage) -> Sequence[str]:
    return ("the parents", "the grandparents")[: lineage.reach]


def _sources(tree: Sequence[Relative], back: int) -> list[str]:
    """Return for each gene the name of the ancestor that it comes from, `back` generations ago, or how it was made."""
    older = [each for each in tree if each.back == back]
    found = ([each.name for each in older if each.passed[gene]] for gene in range(len(tree[0].passed)))
    younger = [(each, each.origin.made) for each in tree if each.back < back and each.origin]
    made = {gene: how.sign for each, genes in younger for gene, how in genes.items() if each.copied[gene]}
    return [
        names[0] if len(names) == 1 else SEVERAL if names else made.get(gene, NEW) for gene, names in enumerate(found)
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
    meanings = (
        f"{SEVERAL}: several have it in this place" if SEVERAL in sources else "",
        *(f"{made.sign}: {made.words} it" for made in Made if made.sign in sources),
        f"{NEW}: new in this place" if NEW in sources else "",
    )
    legend = ", ".join(filter(None, meanings))
    made = (gene for gene, name in enumerate(sources) if name == NEW or name in {each.sign for each in Made})
    values = lineage.cells(0, best.place)
    equal = [gene for gene in made if any(lineage.cells(back, each.place)[gene] == values[gene] for each in older)]
    sentence = " ".join(
        (
            f"From whom each {lineage.gene} of the best comes{f' ({legend})' if legend else ''}.",
            same_uncopied(title, [lineage.head().cells[gene] for gene in equal if gene < MOST_CELLS]),
        )
    )
    return Page(title, sentence.strip(), pictures or tuple(_picture(lineage, each) for each in older), rows)


def same_uncopied(ancestors: str, names: Sequence[str]) -> str:
    """Return a sentence about genes that an operator made although an ancestor has the same; empty without names."""
    if not names:
        return ""
    rest = len(names) - MOST_NAMES
    listed = ", ".join(names[:MOST_NAMES]) + (f" and {rest:,} more" if rest > 0 else "")
    return f"One of {ancestors} has the same in {listed}, but it was not copied."
