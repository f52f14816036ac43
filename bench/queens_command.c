/* A peer of `bench queens`: the whole command `queens --solver min-conflicts --json` in C. It takes n and the four words of
   the random generator, shuffles, solves, checks the answer and prints the queens. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "min_conflicts.c"

int main(int count, char **words) {
    if (count != 6) return 2;
    int64_t n = atoll(words[1]);
    uint64_t rng[4];
    for (int i = 0; i < 4; i++) rng[i] = strtoull(words[2 + i], 0, 10);
    int32_t *queens = malloc(n * sizeof *queens);
    int8_t *rising = malloc(2 * n), *falling = malloc(2 * n), *rows = calloc(n, 1);
    if (!queens || !rising || !falling || !rows) return 1;
    for (int64_t x = 0; x < n; x++) queens[x] = (int32_t)x;
    begin(n, queens, rising, falling, rng);
    int64_t trials = min_conflicts(n, queens, rising, falling, rng);
    memset(rising, 0, 2 * n);
    memset(falling, 0, 2 * n);
    for (int64_t x = 0; x < n; x++)
        if (rows[queens[x]]++ || rising[x + queens[x]]++ || falling[n + x - queens[x]]++) return 1;
    printf("{\"trials\": %" PRId64 ", \"queens\": [", trials);
    for (int64_t x = 0; x < n; x++) printf(x ? ", %" PRId32 : "%" PRId32, queens[x]);
    puts("]}");
    return 0;
}
