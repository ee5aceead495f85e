import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000

/** Waits for midnight (UTC) if it is less than `nearMs` away, so that a test doesn't span two days. */
export const awaitMidnightIfNear = async (nearMs = 30_000): Promise<void> => {
  const leftMs = dayMs - (Date.now() % dayMs)
  if (leftMs < nearMs) await sleep(leftMs + 1_000)
}
