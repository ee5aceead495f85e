/**
 * Memory settings of the server process. By default V8 and glibc go by the size of the machine: under 200 concurrent replies 430 MB stay
 * resident, 250 MB of them unused. None of them costs measurable time.
 */

/** The size of the young generation's semi-space in MB, and how much the heap may grow, in percent, before a full collection. */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=60']

/**
 * Hashing a password takes 16 MB. By default each hashing thread keeps its own arena with such a block. With a fixed threshold, in bytes,
 * glibc returns large blocks to the system, instead of raising the threshold to their size. The caller's values take precedence.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1048576' }
