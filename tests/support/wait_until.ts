import { setTimeout as sleep } from 'node:timers/promises'

/** A timeout that only failures reach. */
const patienceMs = 180_000

/** Polls until the condition holds. Throws with what it waited for after three minutes. */
export const waitUntil = async (
  what: string | (() => string),
  isTrue: () => boolean | Promise<boolean>
): Promise<void> => {
  for (const deadline = performance.now() + patienceMs; !(await isTrue()); await sleep(20))
    if (performance.now() > deadline)
      throw new Error(`Not true after ${patienceMs} ms: ${typeof what === 'string' ? what : what()}`)
}
