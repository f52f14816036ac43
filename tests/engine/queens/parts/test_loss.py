"""What a generation of evolve lost: the lost individual, its partner and its child are those that were bred."""

import numpy as np

from knightwatch.engine.core.page import Page
from knightwatch.engine.queens.kernels.attacks import diagonal_attacks
from knightwatch.engine.queens.parts.evolve import PARTS
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings


def losses(seed: int, generations: int, **settings: float) -> list[tuple[Evolve, int, Page]]:
    """Return for each setback the search, the best fitness before, and the page about it."""
    search = Evolve(QueensProblem(n=12), EvolveSettings.model_validate(settings), seed)
    search.prepare()
    found = []
    for _ in range(generations):
        before = PARTS.remember(search)
        search.advance(1)
        if PARTS.setback and PARTS.setback.happened(search):
            (insight,) = PARTS.setback.explain(search, before)
            assert insight
            assert insight.page
            found.append((search, int(before["fitness"].min()), insight.page))
    return found


def test_the_page_shows_the_lost_individual_and_every_board_has_its_attacks() -> None:
    pages = losses(626443761, 60)
    assert pages
    for _, best, page in pages:
        assert page.title == "what was lost"
        assert page.pictures[0].name.endswith(f"{best} attack{'' if best == 1 else 's'}")
        for picture in page.pictures:
            attacks = int(picture.name.rpartition(", ")[2].split()[0])
            queens = sorted((int(square) % 12, int(square) // 12) for square in picture.board.squares)
            assert attacks == diagonal_attacks(np.array([[row for _, row in queens]]))[0]
            assert attacks >= best


def test_the_partner_is_shown_if_the_lost_individual_was_crossed() -> None:
    crossed = [page for _, _, page in losses(1, 40, pc=1.0)]
    assert {len(page.pictures) for page in crossed} >= {3}
    for page in crossed:
        assert ("crossed with" in page.sentence) == (len(page.pictures) == 3)


def test_without_crossover_only_mutation_or_selection_loses_the_best() -> None:
    for _, _, page in losses(1, 40, pc=0.0, pm=1.0):
        assert len(page.pictures) == (1 if page.sentence.endswith("not drawn as a parent.") else 2)
