"""One walk after the other, compiled: what the kernels of engine.tour.solvers.sampling's solvers share."""

from engine.compiled.cache import kernel
from engine.tour.kernels.collection import collect
from engine.tour.kernels.squares import joined, keep
from engine.tour.solvers.sampling import Ground, News, Tours, Walked, Walking


@kernel
def finish(made: int, walking: Walking, collected: Tours, ground: Ground) -> None:
    """End a walk of so many moves: keep it if it is the longest, collect it if it is a tour, and note what it is."""
    path, best, at = walking.path, walking.best, walking.at
    at[Walked.MOVES] = made
    if made + 1 > at[Walked.LONGEST]:
        keep(path, best, 0, made + 1)
        at[Walked.LONGEST] = made + 1
    most = len(path) - 1
    if made < most or (ground.closed and (most == 1 or not joined(path[made], path[0], ground.offsets))):
        at[Walked.NEWS] = News.NO_TOUR
    elif collect(
        path,
        ground.offsets,
        ground.images,
        collected.tour_counts,
        collected.tour_starts,
        collected.tour_keys,
        collected.tour_shapes,
        collected.tour_paths,
    ):
        at[Walked.NEWS] = News.NEW
    else:
        at[Walked.NEWS] = News.KNOWN
