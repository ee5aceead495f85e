/** A random delay up to this long, so that clients of a lost server don't all reconnect at once. */
export const jitter = (ms: number): number => ms * Math.random()
