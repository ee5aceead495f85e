import type { HttpContext } from '@adonisjs/core/http'
import { HashingBusy } from '../hashing/hashing_pool.ts'

/** Shown on forms when the hashing queue is full. The exception handler sends the same message for other requests. */
export const busyMessage = 'Too many people are signing in right now. Please try again in a few seconds.'

/** Runs an operation that hashes a password. Calls `uncount` when the queue is full, because the password was not checked. */
export const uncountWhenBusy = async <Value>(
  run: () => Promise<Value>,
  uncount: () => Promise<unknown>
): Promise<Value> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof HashingBusy) await uncount()
    throw error
  }
}

/** Sets `Retry-After` for `HashingBusy`. Rethrows any other error. */
export const setRetryAfterWhenBusy = ({ response }: HttpContext, error: unknown) => {
  if (!(error instanceof HashingBusy)) throw error
  response.header('Retry-After', String(error.retryAfterSeconds))
}
