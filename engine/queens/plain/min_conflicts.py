"""Local search: place queens unattacked, then repair the rest by swaps.

After Sosič and Gu (1994). The built-in solver counts the queens on each diagonal, so a swap is fast on any board.
"""

puzzle = "queens"


def solve(problem, random):
    n = problem.n
    k = min(n // 3, 30 if n <= 100 else 50 if n <= 10_000 else 80 if n <= 100_000 else 100)
    trials = 3.08 * n  # that the initial search takes on average
    rows = list(range(n))
    random.shuffle(rows)  # -> nothing
    while n > 1:
        # Initial search: a random row for each column, where no queen attacks it.
        placed, tried, rising, falling = 0, 0, set(), set()
        while placed < n and tried + 1 <= 2 * trials:
            tried += 1
            m = placed + random.randrange(n - placed)
            x, y = placed, rows[m]
            if x + y in rising or x - y in falling:
                sentence = f"A queen attacks {problem.name(x, y)}."  # -> taken
            else:
                rows[m], rows[x] = rows[x], y
                rising.add(x + y)
                falling.add(x - y)
                placed += 1
                sentence = f"Nothing attacks {problem.name(x, y)}."  # -> placed
            if n - placed <= k or (n - placed <= 120 and tried >= trials):
                i, placed = placed, n
                sentence = "The last queens take the rows that are left."  # -> filled
            yield rows[:placed], sentence

        # Final search: swap the rows of an attacked queen and of a random one, if that reduces the attacks.
        failed, attacks = 0, problem.attacks(rows[:placed])
        while placed == n and attacks > 0 and failed < min(7000, n * n):
            while not attacked(i % n, rows):
                i += 1
            i = i % n
            j = random.randrange(n - 1)
            if j >= i:
                j += 1
            rows[i], rows[j] = rows[j], rows[i]
            change = problem.attacks(rows) - attacks
            if change < 0:
                attacks, failed = attacks + change, 0
                sentence = f"The swap leaves {attacks} attacks."  # -> swapped
            else:
                rows[i], rows[j] = rows[j], rows[i]
                failed += 1
                if failed % n == 0:
                    i += 1
                sentence = "The swap would not reduce the attacks."  # -> refused
            yield rows, sentence

        if placed == n and attacks == 0:
            break
        random.shuffle(rows)
        yield [], "Too many trials failed: all rows in a new random order."  # -> restarted
    return rows


def attacked(x, rows):
    """Tell whether a queen attacks the one in column x."""
    return any(abs(rows[x] - row) == abs(x - col) for col, row in enumerate(rows) if col != x)
