/* The algorithm of engine/queens/kernels/evolve.py in C: n-queens by evolution as published, the peer of `bench c`.

   Tournament of two different individuals, PMX on consecutive pairs, swap mutation, evaluation of changed individuals.
   Both sides draw the same random numbers (xoshiro256++, Lemire's method) in the same order, so they end with the same
   population; the bench checks that. The loop does not stop at a solution. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

static int64_t attacks(const uint32_t *queens, size_t n, int32_t *rising, int32_t *falling) {
    int64_t pairs = 0;
    memset(rising, 0, 2 * n * sizeof *rising);
    memset(falling, 0, 2 * n * sizeof *falling);
    for (size_t x = 0; x < n; x++) {
        size_t y = queens[x];
        pairs += rising[x + y]++ + falling[n + x - y]++;
    }
    return pairs;
}

static inline void bring(uint32_t value, uint32_t place, uint32_t *individual, uint32_t *where) {
    uint32_t origin = where[value], replaced = individual[place];
    individual[origin] = replaced;
    individual[place] = value;
    where[replaced] = origin;
    where[value] = place;
}

static void pmx(uint32_t *a, uint32_t *b, size_t n, size_t first, size_t last, uint32_t *spare) {
    uint32_t *where_a = spare, *where_b = spare + n, *old_a = spare + 2 * n, *old_b = spare + 3 * n;
    for (size_t i = 0; i < n; i++) {
        where_a[a[i]] = i;
        where_b[b[i]] = i;
    }
    memcpy(old_a, a, n * sizeof *a);
    memcpy(old_b, b, n * sizeof *b);
    for (size_t i = first; i < last; i++) {
        bring(old_b[i], i, a, where_a);
        bring(old_a[i], i, b, where_b);
    }
}

/* Breeds generations: `pop` and `fitness` hold the first one before the call, the last one after it. `summary` gets
   best, mean and worst of each. Returns 0, or 1 if memory is exhausted. */
int evolve(uint32_t n, uint32_t size, double pc, double pm, uint32_t generations, uint64_t *state, uint32_t *pop,
           int64_t *fitness, double *summary) {
    uint64_t rng[4];
    memcpy(rng, state, sizeof rng);
    size_t row = n * sizeof *pop;
    uint32_t *home = pop, *children = malloc(size * row), *parents = malloc(size * sizeof *parents);
    uint32_t *spare = malloc(4 * row);
    int64_t *home_fitness = fitness, *children_fitness = malloc(size * sizeof *fitness);
    int32_t *rising = malloc(2 * n * sizeof *rising), *falling = malloc(2 * n * sizeof *falling);
    char *stale = malloc(size);
    int failed = !(children && parents && spare && children_fitness && rising && falling && stale);

    for (uint32_t g = 0; g < generations && !failed; g++) {
        for (uint32_t i = 0; i < size; i++) {
            uint32_t a = below(rng, size), b;
            do b = below(rng, size);
            while (b == a);
            parents[i] = fitness[b] < fitness[a] ? b : a;
        }
        for (uint32_t i = 0; i < size; i++) {
            memcpy(children + (size_t)i * n, pop + (size_t)parents[i] * n, row);
            children_fitness[i] = fitness[parents[i]];
            stale[i] = 0;
        }
        for (uint32_t i = 0; i + 1 < size; i += 2) {
            if (uniform(rng) < pc) {
                uint32_t length = 1 + below(rng, n - 1), first = below(rng, n - length + 1);
                pmx(children + (size_t)i * n, children + (size_t)(i + 1) * n, n, first, first + length, spare);
                stale[i] = stale[i + 1] = 1;
            }
        }
        for (uint32_t i = 0; i < size; i++) {
            if (uniform(rng) < pm) {
                uint32_t *child = children + (size_t)i * n;
                uint32_t x = below(rng, n), other = below(rng, n - 1), y = child[x];
                other += other >= x;
                child[x] = child[other];
                child[other] = y;
                stale[i] = 1;
            }
        }
        for (uint32_t i = 0; i < size; i++)
            if (stale[i]) children_fitness[i] = attacks(children + (size_t)i * n, n, rising, falling);

        uint32_t *old = pop;
        pop = children;
        children = old;
        int64_t *old_fitness = fitness;
        fitness = children_fitness;
        children_fitness = old_fitness;

        int64_t best = fitness[0], worst = fitness[0], total = 0;
        for (uint32_t i = 0; i < size; i++) {
            best = fitness[i] < best ? fitness[i] : best;
            worst = fitness[i] > worst ? fitness[i] : worst;
            total += fitness[i];
        }
        summary[3 * g] = best;
        summary[3 * g + 1] = (double)total / size;
        summary[3 * g + 2] = worst;
    }

    if (pop != home) {
        memcpy(home, pop, size * row);
        memcpy(home_fitness, fitness, size * sizeof *fitness);
        children = pop;
        children_fitness = fitness;
    }
    memcpy(state, rng, sizeof rng);
    free(children);
    free(parents);
    free(spare);
    free(children_fitness);
    free(rising);
    free(falling);
    free(stale);
    return failed;
}
