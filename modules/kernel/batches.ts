import type { Timers } from '#plugins/contract/timers'

/** A rest is this many times as long as the batch before it. So background work takes at most a quarter of a core of the database. */
const restFactor = 3
/** For a batch that waited for a lock or for the disk. */
const restMaxMs = 2_000

interface BatchesOptions {
  timers: Timers
  /** The maximum number of batches. */
  max: number
  signal?: AbortSignal | undefined
}

/**
 * Runs batches of background work until one returns true, because it was the last. Rests after each batch, so that replies find a free core of
 * the database, and a commit of theirs doesn't have to flush what several batches have written. So batches should take some ten milliseconds.
 */
export const runInBatches = async (
  runBatch: () => Promise<boolean>,
  { timers, max, signal }: BatchesOptions
): Promise<void> => {
  for (let count = 0; count < max && !signal?.aborted; count++) {
    const beganAt = timers.monotonicMs()
    if (await runBatch()) return
    await timers.sleep(Math.min((timers.monotonicMs() - beganAt) * restFactor, restMaxMs), signal)
  }
}
