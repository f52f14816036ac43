"""What became of the best individuals of a generation, in words."""

from knightwatch.engine.evolution.ranking import fate, way_of


def test_an_individual_that_was_not_drawn_has_no_child() -> None:
    assert fate(1, 0, (), "") == "What was lost: the best individual was not drawn as a parent."
    assert "2 best individuals were not drawn" in fate(2, 0, (), "")


def test_each_of_several_best_individuals_is_accounted_for() -> None:
    words = fate(3, 2, [way_of(True, True, False), way_of(True, True, False), way_of(False, False, True)], "4 attacks")
    assert "of the 3 best individuals, 1 was not drawn" in words
    assert "2 were crossed with a worse one twice, mutated once" in words
    assert words.endswith("Their best child has 4 attacks.")


def test_a_child_of_two_best_individuals_is_not_said_to_have_a_worse_parent() -> None:
    assert way_of(True, False, True) == "crossed with an equally good one and mutated"
