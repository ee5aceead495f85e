import { setTimeout as sleep } from 'node:timers/promises'

/** A timeout that only failures reach. */
export const patienceMs = 180_000

/** Polls until the condition holds. Throws with what it waited for after three minutes. */
export const waitUntil = async (
  what: string | (() => string),
  isTrue: () => boolean | Promise<boolean>
): Promise<void> => {
  for (const deadline = performance.now() + patienceMs; !(await isTrue()); await sleep(20))
    if (performance.now() > deadline)
      throw new Error(`Not true after ${patienceMs} ms: ${typeof what === 'string' ? what : what()}`)
}

/** Throws with what it waited for if `work` takes three minutes. */
export const withPatience = async <Value>(what: () => string, work: Promise<Value>): Promise<Value> => {
  const ended = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`Nothing came for ${patienceMs} ms: ${what()}`)
  })
  return Promise.race([work, late]).finally(() => ended.abort())
}
