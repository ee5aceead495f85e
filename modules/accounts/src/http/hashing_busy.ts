import type { HttpContext } from '@adonisjs/core/http'
import { HashingBusy } from '../hashing/hashing_pool.ts'

/** What a form says when too many passwords wait to be hashed. The exception handler says the same to every other call. */
export const busyMessage = 'Too many people are signing in right now. Please try again in a few seconds.'

/** Runs something that hashes after a try was counted. The try doesn't count when too many passwords wait. */
export const uncountWhenBusy = async <Value>(
  run: () => Promise<Value>,
  giveBack: () => Promise<unknown>
): Promise<Value> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof HashingBusy) await giveBack()
    throw error
  }
}

/** Sets `Retry-After`. Throws any other error again. */
export const setRetryAfterWhenBusy = ({ response }: HttpContext, error: unknown) => {
  if (!(error instanceof HashingBusy)) throw error
  response.header('Retry-After', String(error.retryAfterSeconds))
}
