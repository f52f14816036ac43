/* Random numbers as the engine draws them: xoshiro256++ (Blackman and Vigna, 2019), whole numbers after Lemire (2019). */

#include <stdint.h>

static inline uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t word(uint64_t *s) {
    uint64_t result = rotated(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return result;
}

static inline double uniform(uint64_t *rng) { return (double)(word(rng) >> 11) * 0x1.0p-53; }

static inline uint32_t below(uint64_t *rng, uint32_t n) {
    uint64_t product = (word(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold) product = (word(rng) >> 32) * n;
    }
    return product >> 32;
}
