/* The algorithm of engine/queens/kernels/min_conflicts.py in C, a peer of `bench c`: it tries rows in the next column and
   repairs the remaining queens by swaps. Both sides draw the same random numbers in the same order, so they end with the
   same queens after equally many trials; the bench checks that. The program records no curve and cannot be stopped. */

#include <stdint.h>
#include <string.h>

#include "rng.h"

enum { PATIENCE = 7000, MAX_TAIL = 120 };
static const double TESTS = 3.08;

static int64_t tail_length(int64_t n) {
    int64_t most = n <= 100 ? 30 : n <= 10000 ? 50 : n <= 100000 ? 80 : 100;
    return n / 3 < most ? n / 3 : most;
}

static inline int add(int64_t n, int64_t x, int64_t y, int8_t *rising, int8_t *falling) {
    return rising[x + y]++ + falling[n + x - y]++;
}

static inline int taken(int64_t n, int64_t x, int64_t y, int8_t *rising, int8_t *falling) {
    return --rising[x + y] + --falling[n + x - y];
}

static inline int64_t exchange(int64_t n, int64_t x, int64_t y, int64_t other, int64_t other_y, int8_t *rising,
                               int8_t *falling) {
    int64_t fewer = taken(n, x, y, rising, falling) + taken(n, other, other_y, rising, falling);
    return add(n, x, other_y, rising, falling) + add(n, other, y, rising, falling) - fewer;
}

static void begin(int64_t n, int32_t *queens, int8_t *rising, int8_t *falling, uint64_t *rng) {
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = below(rng, i + 1);
        int32_t row = queens[i];
        queens[i] = queens[j];
        queens[j] = row;
    }
    memset(rising, 0, 2 * n);
    memset(falling, 0, 2 * n);
}

/* Continues from a prepared board to a solution; returns the number of trials. */
int64_t min_conflicts(int64_t n, int32_t *queens, int8_t *rising, int8_t *falling, uint64_t *rng) {
    int64_t trials = 0, tail = tail_length(n), patience = PATIENCE < n * n ? PATIENCE : n * n;
    for (;; begin(n, queens, rising, falling, rng), trials++) {
        int64_t x = 0, tried = 0, attacks = 0, failed = 0;
        while (tried + 1 <= 2 * TESTS * n) {
            tried++;
            int64_t other = x + below(rng, n - x), y = queens[other];
            if (!rising[x + y] && !falling[n + x - y]) {
                queens[other] = queens[x];
                queens[x] = y;
                add(n, x, y, rising, falling);
                x++;
            }
            if (n - x <= tail || (n - x <= MAX_TAIL && tried >= TESTS * n)) break;
        }
        trials += tried;
        if (!(n - x <= tail || (n - x <= MAX_TAIL && tried >= TESTS * n))) continue;
        int64_t repairing = x;
        for (; x < n; x++) attacks += add(n, x, queens[x], rising, falling);
        while (attacks && failed < patience) {
            repairing %= n;
            while (rising[repairing + queens[repairing]] == 1 && falling[n + repairing - queens[repairing]] == 1)
                repairing = (repairing + 1) % n;
            trials++;
            int64_t other = below(rng, n - 1);
            other += other >= repairing;
            int64_t y = queens[repairing], other_y = queens[other];
            int64_t more = exchange(n, repairing, y, other, other_y, rising, falling);
            if (more < 0) {
                queens[repairing] = other_y;
                queens[other] = y;
                attacks += more;
                failed = 0;
            } else {
                exchange(n, repairing, other_y, other, y, rising, falling);
                if (++failed % n == 0) repairing++;
            }
        }
        if (!attacks) return trials;
    }
}
