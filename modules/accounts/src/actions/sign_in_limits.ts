import { createHash } from 'node:crypto'
import { Pace, type Limiters } from '#modules/kernel/pace'
import { limits } from '../domain/limits.ts'
import { lowerEmail } from '../domain/lower_email.ts'
import { networkOf } from '../domain/network_of.ts'

/** Who tries to show that they are somebody. */
export interface SignInSource {
  email: string
  address: string
  /** What a known device's tries are counted by; null for a stranger's. */
  device: string | null
}

/**
 * How often one may try. A try is counted before the password is looked at and given back when it was right, so that many
 * guesses at once are no way around the count. Each method returns the seconds to wait, or null when it may go on.
 */
export class SignInLimits {
  readonly #perAccount: Pace
  readonly #perDevice: Pace
  readonly #perAddress: Pace
  readonly #registrations: Pace
  readonly #emailChanges: Pace
  readonly #codes: Pace

  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    const pace = (name: string, requests: number, duration: string) =>
      new Pace(limiters, { name, requests, duration, enabled })
    this.#perAccount = pace('sign_in:account', 10, '15 minutes')
    this.#perDevice = pace('sign_in:device', 10, '15 minutes')
    this.#perAddress = pace('sign_in:address', 100, '15 minutes')
    this.#registrations = pace('register:address', 100, '1 hour')
    this.#emailChanges = pace('email_change:user', limits.emailChangesPerHour, '1 hour')
    this.#codes = pace('second_factor:user', limits.wrongCodesPerDay, '1 day')
  }

  /** A browser in which somebody signed in to the account before has tries of its own, whatever strangers have used up. */
  async countSignIn({ email, address, device }: SignInSource) {
    const ofAccount = await this.#perAccount.count(hashed(email))
    const waitSeconds = device === null ? ofAccount : await this.#perDevice.count(device)
    return waitSeconds ?? (await this.#perAddress.count(networkOf(address)))
  }

  /** It was the right password: neither the failures before it nor this try count any longer. A known device's does not forgive those of strangers. */
  async resetSignIns({ email, address, device }: SignInSource) {
    if (device === null) await this.#perAccount.forget(hashed(email))
    else {
      await this.#perDevice.forget(device)
      await this.#perAccount.uncount(hashed(email))
    }
    await this.#perAddress.uncount(networkOf(address))
  }

  /** This try doesn't count, and those before it still do: a code is still to come, or the password was not looked at. */
  async uncountSignIn({ email, address, device }: SignInSource) {
    await this.#perAccount.uncount(hashed(email))
    if (device !== null) await this.#perDevice.uncount(device)
    await this.#perAddress.uncount(networkOf(address))
  }

  /** Codes have a count of their own besides, which nothing but a right code takes back: a right password would reset the others. */
  countCode(userId: string) {
    return this.#codes.count(userId)
  }

  /** The code was not looked at. */
  async uncountCode(userId: string) {
    await this.#codes.uncount(userId)
  }

  async resetCodes(userId: string) {
    await this.#codes.forget(userId)
  }

  /** A sign-in at a provider begins. It is a try as any other, of nobody known yet. */
  countAttempt(address: string) {
    return this.#perAddress.count(networkOf(address))
  }

  /** It led to somebody, or to no fault of theirs. */
  async uncountAttempt(address: string) {
    await this.#perAddress.uncount(networkOf(address))
  }

  countRegistration(address: string) {
    return this.#registrations.count(networkOf(address))
  }

  /** No account was opened, through no fault of the caller. */
  async uncountRegistration(address: string) {
    await this.#registrations.uncount(networkOf(address))
  }

  /** Each tells whether an e-mail has an account. */
  countEmailChange(userId: string) {
    return this.#emailChanges.count(userId)
  }
}

/** E-mails are not kept in clear in a table of counters. */
const hashed = (email: string) => createHash('sha256').update(lowerEmail(email)).digest('base64url')
