/* A peer of `bench queens`: all solutions of n-queens by a plain bitboard loop, row by row. Only the left half of the first
   row is tried, and the last row is counted by its free bits. It counts no classes. */

#include <stdint.h>

static int64_t below_row(int64_t full, int rows, int64_t columns, int64_t rising, int64_t falling) {
    int64_t free[64], taken[64], up[64], down[64], found = 0;
    int y = 0;
    taken[0] = columns;
    up[0] = rising;
    down[0] = falling;
    free[0] = full & ~(columns | rising | falling);
    while (y >= 0) {
        if (!free[y]) {
            y--;
            continue;
        }
        if (y == rows - 1) {
            found += __builtin_popcountll(free[y]);
            y--;
            continue;
        }
        int64_t bit = free[y] & -free[y];
        free[y] ^= bit;
        taken[y + 1] = taken[y] | bit;
        up[y + 1] = (up[y] | bit) << 1;
        down[y + 1] = (down[y] | bit) >> 1;
        y++;
        free[y] = full & ~(taken[y] | up[y] | down[y]);
    }
    return found;
}

int64_t count_queens(int64_t n) {
    int64_t full = ((int64_t)1 << n) - 1, found = 0;
    for (int64_t x = 0; x < n / 2; x++) {
        int64_t bit = (int64_t)1 << x;
        found += 2 * below_row(full, (int)n - 1, bit, bit << 1, bit >> 1);
    }
    if (n % 2) {
        int64_t bit = (int64_t)1 << (n / 2);
        found += below_row(full, (int)n - 1, bit, bit << 1, bit >> 1);
    }
    return found;
}
