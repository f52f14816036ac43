/* Searches for knight's tours in C, the peers of `bench c-tours`: Warnsdorff's rule alone, with ties broken by the distance
   from the centre, and depth-first search in the rule's order. Boards have a border of two squares that is never free,
   as in the engine. The searches record no curve and no longest walk, and cannot be stopped. */

#include <stdint.h>

#include "rng.h"

enum { TAKEN = 64 };

static inline void take(uint32_t square, uint8_t *ways, const uint32_t *offsets) {
    ways[square] += TAKEN;
    for (int k = 0; k < 8; k++) ways[square + offsets[k]]--;
}

static inline void give_back(uint32_t square, uint8_t *ways, const uint32_t *offsets) {
    ways[square] -= TAKEN;
    for (int k = 0; k < 8; k++) ways[square + offsets[k]]++;
}

/* Walks from path[0] to a dead end; returns the number of visited squares. */
int64_t bare_rule(int64_t n, uint32_t *path, uint8_t *ways, const uint32_t *offsets, const int32_t *far, uint64_t *rng) {
    int64_t depth = 1;
    take(path[0], ways, offsets);
    for (; depth < n; depth++) {
        uint32_t chosen = 0, equal = 0;
        uint8_t fewest = TAKEN;
        int32_t farthest = -1;
        for (int k = 0; k < 8; k++) {
            uint32_t there = path[depth - 1] + offsets[k];
            if (ways[there] >= TAKEN || ways[there] > fewest) continue;
            if (ways[there] < fewest || far[there] > farthest) {
                chosen = there;
                fewest = ways[there];
                farthest = far[there];
                equal = 1;
            } else if (far[there] == farthest && below(rng, ++equal) == 0) {
                chosen = there;
            }
        }
        if (!chosen) break;
        path[depth] = chosen;
        take(chosen, ways, offsets);
    }
    return depth;
}

/* Returns the moves to free squares, four bits each, counted from 1; the move with the fewest onward moves is lowest. */
static inline uint32_t in_order(uint32_t square, const uint8_t *ways, const uint32_t *offsets) {
    uint32_t keys[8], found = 0, packed = 0;
    for (uint32_t k = 0; k < 8; k++) {
        uint8_t on = ways[square + offsets[k]];
        if (on >= TAKEN) continue;
        uint32_t key = (uint32_t)on << 4 | (k + 1), i = found++;
        for (; i > 0 && keys[i - 1] > key; i--) keys[i] = keys[i - 1];
        keys[i] = key;
    }
    while (found) packed = packed << 4 | (keys[--found] & 15);
    return packed;
}

/* Enters up to `budget` squares from path[0]; returns how many it entered until the tour, the budget or the end. */
int64_t depth_first(int64_t n, uint32_t *path, uint8_t *ways, const uint32_t *offsets, uint32_t *pending, int64_t budget) {
    int64_t depth = 1, entered = 0;
    take(path[0], ways, offsets);
    pending[0] = in_order(path[0], ways, offsets);
    while (entered < budget && depth < n) {
        while (!pending[depth - 1]) {
            give_back(path[depth - 1], ways, offsets);
            if (--depth == 0) return entered;
        }
        uint32_t square = path[depth - 1] + offsets[(pending[depth - 1] & 15) - 1];
        pending[depth - 1] >>= 4;
        path[depth] = square;
        take(square, ways, offsets);
        pending[depth] = in_order(square, ways, offsets);
        depth++;
        entered++;
    }
    return entered;
}
