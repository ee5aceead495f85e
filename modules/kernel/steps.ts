import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { UserTurns } from './user_turns.ts'

/** Work in small steps. The result doesn't depend on when the caller resumes it. */
export type Steps<T> = Generator<void, T, void>

/** Runs all steps at once. */
export const finish = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** After this time, other work of the process gets the event loop. */
const sliceMs = 10

/** Work that takes more than one slice. One slice runs in each turn of the event loop, and users take turns. */
const turns = new UserTurns({ runningMax: 1, queueMax: Infinity })

/** Runs steps for a user without holding the event loop for long. */
export const inSlices = async <T>(userId: string, steps: Steps<T>): Promise<T> => {
  let result = runSlice(steps)
  while (!result.done) {
    await turns.begin(userId)
    try {
      await yieldToEventLoop()
      result = runSlice(steps)
    } finally {
      turns.end()
    }
  }
  return result.value
}

const runSlice = <T>(steps: Steps<T>): IteratorResult<void, T> => {
  const until = performance.now() + sliceMs
  for (;;) {
    const result = steps.next()
    if (result.done || performance.now() >= until) return result
  }
}
