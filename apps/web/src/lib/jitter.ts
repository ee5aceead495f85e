/** A random delay up to this long: clients that lost one server don't come back to another in the same moment. */
export const jitter = (ms: number): number => ms * Math.random()
