/**
 * How the process of the built server is set up. Left to themselves V8 and glibc go by the size of the machine: under 200 replies
 * at once 430 MB stay resident, of which 250 are memory that was used once. Both settings cost no measurable time.
 */

/**
 * The young generation's semi-space, in MB: what dies young dies in it, and it is kept three times. And how much the heap may grow,
 * in percent of what is alive, before garbage is collected from all of it.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=60']

/** Each hashing thread keeps an arena of its own otherwise, with the 16 MB that a password took. The caller's setting counts. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
