/** The time of a provider. Injected, so that tests don't have to wait. */
export interface Clock {
  /** The time in milliseconds, on a monotonic clock. */
  now(): number
  /** Calls `onTime` after `ms`. Returns a function that cancels the call. */
  after(ms: number, onTime: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, onTime) => {
    const timer = setTimeout(onTime, ms)
    return () => clearTimeout(timer)
  },
}
