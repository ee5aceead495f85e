import { createHash } from 'node:crypto'
import { errors, type Limiter } from '@adonisjs/limiter'
import type { LimiterConsumptionOptions } from '@adonisjs/limiter/types'
import { limits } from '../domain/limits.ts'

interface Limiters {
  use(options: LimiterConsumptionOptions): Limiter
}

/**
 * How often one may try. A try is counted before the password is looked at and given back when it was right, so that many
 * guesses at once are no way around the count. Each method returns the seconds to wait, or null when it may go on.
 */
export class SignInLimits {
  readonly #perAccount?: Limiter
  readonly #perAddress?: Limiter
  readonly #registrations?: Limiter
  readonly #emailChanges?: Limiter

  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    if (!enabled) return
    this.#perAccount = limiters.use({ requests: 10, duration: '15 minutes' })
    this.#perAddress = limiters.use({ requests: 100, duration: '15 minutes' })
    this.#registrations = limiters.use({ requests: 100, duration: '1 hour' })
    this.#emailChanges = limiters.use({ requests: limits.emailChangesPerHour, duration: '1 hour' })
  }

  async countSignIn(email: string, address: string) {
    return (
      (await spend(this.#perAccount, accountKey(email))) ??
      (await spend(this.#perAddress, `sign_in:address:${address}`))
    )
  }

  /** It was the right password: neither the account's failures nor this try count any longer. */
  async forgive(email: string, address: string) {
    await this.#perAccount?.delete(accountKey(email))
    await this.#perAddress?.decrement(`sign_in:address:${address}`)
  }

  async countRegistration(address: string) {
    return spend(this.#registrations, `register:address:${address}`)
  }

  /** Each tells whether an e-mail has an account. */
  async countEmailChange(userId: string) {
    return spend(this.#emailChanges, `email_change:user:${userId}`)
  }
}

/** E-mails are not kept in clear in a table of counters. */
const accountKey = (email: string) =>
  `sign_in:account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`

const spend = async (limiter: Limiter | undefined, key: string): Promise<number | null> => {
  try {
    await limiter?.consume(key)
    return null
  } catch (error) {
    if (error instanceof errors.ThrottleException) return Math.max(1, error.response.availableIn)
    throw error
  }
}
