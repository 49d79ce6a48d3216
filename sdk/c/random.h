/* Random numbers from a game's seed: SplitMix64, whose constants are its authors'. */

#include <stdint.h>

/* Begin with a game's `setup->seed`; each number drawn changes it. */
typedef uint64_t random_state;

/* 64 random bits. */
static inline uint64_t random_bits(random_state *state) {
    uint64_t bits = *state += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

/* A number from 0 to `bound` - 1, each as likely as any other. */
static inline uint32_t random_below(random_state *state, uint32_t bound) {
    return (uint32_t)(((random_bits(state) >> 32) * bound) >> 32);
}
