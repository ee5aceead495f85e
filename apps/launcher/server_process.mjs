/**
 * Memory settings of the server process. By default V8 and glibc go by the size of the machine: under 200 concurrent replies 430 MB stay
 * resident, 250 MB of them unused. Neither setting costs measurable time.
 */

/** The size of the young generation's semi-space in MB, and how much the heap may grow, in percent, before a full collection. */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=60']

/** Otherwise each hashing thread keeps its own arena with the 16 MB of a password. The caller's value takes precedence. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
