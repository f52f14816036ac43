"""One walk after the other, compiled: what the kernels of engine.tour.solvers.sampling's solvers share."""

from engine.compiled.kernel import kernel
from engine.tour.counters import Ground, News, SamplingCounter, Tours, Walking
from engine.tour.kernels.collection import collect
from engine.tour.kernels.squares import joined, keep


@kernel
def finish(made: int, walking: Walking, collected: Tours, ground: Ground) -> None:
    """End a walk of so many moves: keep it if it is the longest, collect it if it is a tour, and note what it is."""
    path, best, counters = walking.path, walking.best, walking.counters
    counters[SamplingCounter.MOVES] = made
    if made + 1 > counters[SamplingCounter.LONGEST]:
        keep(path, best, 0, made + 1)
        counters[SamplingCounter.LONGEST] = made + 1
    most = len(path) - 1
    if made < most or (ground.closed and (most == 1 or not joined(path[made], path[0], ground.offsets))):
        counters[SamplingCounter.NEWS] = News.NO_TOUR
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
        counters[SamplingCounter.NEWS] = News.NEW
    else:
        counters[SamplingCounter.NEWS] = News.KNOWN
