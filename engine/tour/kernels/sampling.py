"""One walk after the other, compiled: what the kernels of knightwatch.engine.tour.solvers.sampling's solvers share."""

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.counters import News
from knightwatch.engine.tour.counters import SamplingCounter as Counter
from knightwatch.engine.tour.kernels.collection import collect
from knightwatch.engine.tour.kernels.squares import joined, keep
from knightwatch.engine.tour.records import Collection, Sample, SamplingGround


@kernel
def finish(moves: int, sample: Sample, collection: Collection, ground: SamplingGround) -> None:
    """End a walk of so many moves: keep it if it is the longest, collect it if it is a tour, and note what it is."""
    path, counters = sample.path, sample.counters
    counters[Counter.MOVES] = moves
    if moves + 1 > counters[Counter.LONGEST]:
        keep(path, sample.best, 0, moves + 1)
        counters[Counter.LONGEST] = moves + 1
    most = len(path) - 1
    if moves < most or (ground.closed and (most == 1 or not joined(path[moves], path[0], ground.offsets))):
        counters[Counter.NEWS] = News.NO_TOUR
    elif collect(path, collection, ground.offsets, ground.images):
        counters[Counter.NEWS] = News.NEW
    else:
        counters[Counter.NEWS] = News.KNOWN
