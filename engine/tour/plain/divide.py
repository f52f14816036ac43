"""Divide and conquer: cut the board into parts, find a tour for each, and join them.

After Parberry (1997). It needs a board of 5 x 5 or more without holes. The built-in solver finds the tours of the parts
by `auto`; here they are random walks by Warnsdorff's rule.
"""

from knightwatch import Impossible

puzzle = "tour"


def solve(problem, random):
    if min(problem.rows, problem.cols) < 5 or problem.size < problem.rows * problem.cols:
        raise ValueError("divide needs a board of 5 x 5 or more without holes")
    start = problem.start or (0, 0)
    if problem.size % 2 == 1 and (problem.closed or sum(start) % 2 == 1):
        return Impossible("a tour of an odd board is open and begins on the colour of the corners")
    parts, top = [], 0
    for band, height in enumerate(sides(problem.rows, start[0])):
        row, left = [], 0
        for width in sides(problem.cols, start[1]):
            row.append((top, left, height, width))
            left += width
        parts += reversed(row) if band % 2 else row  # so that each part touches the one before
        top += height

    links = {}  # for each square, the squares before and after it in its tour
    tours = {}  # for each size, a tour of the part in the top left corner
    first = parts[0][:2]
    for number, part in enumerate(parts, 1):
        top, left, height, width = part
        squares = [(top + row, left + col) for row in range(height) for col in range(width)]
        if (height, width) not in tours:
            path = tour(problem, squares, start, random)
            tours[height, width] = [(row - top, col - left) for row, col in path]
        lay(tours[height, width], part, 0, links)
        if number > 1:
            yield trail(links, first), f"Part {number} of {len(parts)} gets a tour."  # -> laid
            for flip in range(4):
                lay(tours[height, width], part, flip, links)
                if exchange(problem, squares, links):
                    break
        if start in squares:
            first = start
        yield trail(links, first), f"Part {number} of {len(parts)} is joined."  # -> joined
    return trail(links, start)


def sides(length, inside):
    """Cut a side into 8s and 6s; an odd side also into one odd part, which contains `inside`."""
    if length <= 11:
        return [length]
    if length % 2 == 0:
        return even_sides(length)
    for odd in (7, 9, 11, 5):
        for begin in range(0, length - odd + 1, 2):
            before, after = even_sides(begin), even_sides(length - begin - odd)
            if begin <= inside < begin + odd and before is not None and after is not None:
                return [*before, odd, *after]


def even_sides(length):
    """Cut an even side; return None if that is impossible."""
    if length == 10:
        return [10]
    for sixes in range(4):
        eights, rest = divmod(length - 6 * sixes, 8)
        if rest == 0 and eights >= 0:
            return [8] * eights + [6] * sixes


def tour(problem, squares, start, random):
    """Return a tour of a part: closed, or from the start if the number of squares is odd."""
    is_open = len(squares) % 2 == 1
    while True:
        path = [start if is_open else random.choice(squares)]
        free = set(squares) - set(path)
        while candidates := [there for there in problem.neighbours(path[-1]) if there in free]:
            random.shuffle(candidates)
            ways = [sum(on in free for on in problem.neighbours(there)) for there in candidates]
            path.append(candidates[ways.index(min(ways))])
            free.remove(path[-1])
        if not free and (is_open or path[0] in problem.neighbours(path[-1])):
            return path


def lay(path, part, flip, links):
    """Link the squares of a part by its tour, reflected if `flip` says so."""
    top, left, height, width = part
    path = [(height - 1 - row if flip >= 2 else row, width - 1 - col if flip % 2 else col) for row, col in path]
    path = [(top + row, left + col) for row, col in path]
    for i, square in enumerate(path):
        links[square] = [path[i - 1], path[(i + 1) % len(path)]]
    if len(path) % 2 == 1:
        links[path[0]][0] = links[path[-1]][1] = None


def exchange(problem, squares, links):
    """Replace a move of the part and a move of the joined tour by two moves between them; tell whether they exist."""
    for here in squares:
        for there in problem.neighbours(here):
            if there in links and there not in squares:
                for a in links[here]:
                    for b in links[there]:
                        if a and b and b in problem.neighbours(a):
                            for square, old, new in [(here, a, there), (a, here, b), (there, b, here), (b, there, a)]:
                                links[square][links[square].index(old)] = new
                            return True
    return False


def trail(links, first):
    """Return the squares of a tour from its first one."""
    path, before, here = [first], None, first
    while True:
        there = links[here][1]
        if there is None or there == before:
            there = links[here][0]
        if there is None or there in (before, first):
            return path
        path.append(there)
        before, here = here, there
