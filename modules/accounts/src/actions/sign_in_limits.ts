import { createHash } from 'node:crypto'
import { Pace, type Limiters } from '#modules/kernel/pace'
import { limits } from '../domain/limits.ts'

/**
 * How often one may try. A try is counted before the password is looked at and given back when it was right, so that many
 * guesses at once are no way around the count. Each method returns the seconds to wait, or null when it may go on.
 */
export class SignInLimits {
  readonly #perAccount: Pace
  readonly #perAddress: Pace
  readonly #registrations: Pace
  readonly #emailChanges: Pace

  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    const pace = (name: string, requests: number, duration: string) =>
      new Pace(limiters, { name, requests, duration, enabled })
    this.#perAccount = pace('sign_in:account', 10, '15 minutes')
    this.#perAddress = pace('sign_in:address', 100, '15 minutes')
    this.#registrations = pace('register:address', 100, '1 hour')
    this.#emailChanges = pace('email_change:user', limits.emailChangesPerHour, '1 hour')
  }

  async countSignIn(email: string, address: string) {
    return (await this.#perAccount.count(hashed(email))) ?? (await this.#perAddress.count(address))
  }

  /** It was the right password: neither the account's failures nor this try count any longer. */
  async forgive(email: string, address: string) {
    await this.#perAccount.forget(hashed(email))
    await this.#perAddress.uncount(address)
  }

  /** A sign-in at a provider begins. It is a try as any other, of nobody known yet. */
  countAttempt(address: string) {
    return this.#perAddress.count(address)
  }

  /** It led to somebody, or to no fault of theirs. */
  async forgiveAttempt(address: string) {
    await this.#perAddress.uncount(address)
  }

  countRegistration(address: string) {
    return this.#registrations.count(address)
  }

  /** Each tells whether an e-mail has an account. */
  countEmailChange(userId: string) {
    return this.#emailChanges.count(userId)
  }
}

/** E-mails are not kept in clear in a table of counters. */
const hashed = (email: string) => createHash('sha256').update(lower(email)).digest('base64url')

/**
 * Letter by letter, as the database looks for an account. JavaScript makes two letters of İ where PostgreSQL makes an i of it, so
 * that each way to write an address with it would have counts of its own for one account; and it knows the Σ that ends a word.
 */
const lower = (text: string) => Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('')
