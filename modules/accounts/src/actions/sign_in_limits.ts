import { createHash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Limiters, RateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../domain/limits.ts'
import { lowerEmail } from '../domain/lower_email.ts'
import { networkOf } from '../domain/network_of.ts'

/** The identity of a sign-in attempt, for rate limits. */
export interface SignInSource {
  email: string
  address: string
  /** Rate-limit key of a known device, null for other browsers. */
  device: string | null
}

/**
 * Rate limits of sign-ins, registrations, invitations, e-mail changes, codes and mails. Attempts are counted before the password is checked and
 * uncounted after success, so parallel guesses can't exceed the limit. Methods named `count…` return the seconds to wait, or null.
 */
@inject()
export class SignInLimits {
  readonly #perAccount: RateLimit
  readonly #perDevice: RateLimit
  readonly #perAddress: RateLimit
  readonly #registrations: RateLimit
  readonly #invitations: RateLimit
  readonly #waitingList: RateLimit
  readonly #emailChanges: RateLimit
  readonly #codes: RateLimit
  readonly #resetMails: RateLimit
  readonly #resetNetworks: RateLimit
  readonly #verificationRequests: RateLimit
  readonly #verificationMails: RateLimit

  constructor(limiters: Limiters) {
    const pace = (name: string, requests: number, duration: string) => new RateLimit(limiters, name, requests, duration)
    this.#perAccount = pace('sign_in:account', 10, '15 minutes')
    this.#perDevice = pace('sign_in:device', 10, '15 minutes')
    this.#perAddress = pace('sign_in:address', 100, '15 minutes')
    this.#registrations = pace('register:address', 100, '1 hour')
    this.#invitations = pace('invitation:address', limits.wrongInvitationsPerHour, '1 hour')
    this.#waitingList = pace('waiting_list:address', limits.waitingRequestsPerHour, '1 hour')
    this.#emailChanges = pace('email_change:user', limits.emailChangesPerHour, '1 hour')
    this.#codes = pace('second_factor:user', limits.wrongCodesPerDay, '1 day')
    this.#resetMails = pace('password_reset:email', limits.resetMailsPerHour, '1 hour')
    this.#resetNetworks = pace('password_reset:address', 30, '1 hour')
    this.#verificationRequests = pace('verification:user', limits.verificationMailsPerHour, '1 hour')
    // Twice the limit of requests, because each retry of a mail counts again.
    this.#verificationMails = pace('verification:email', 2 * limits.verificationMailsPerHour, '1 hour')
  }

  /** Counts a sign-in. A known device has its own limit, which guesses from other browsers don't use up. */
  async countSignIn({ email, address, device }: SignInSource) {
    const ofAccount = await this.#perAccount.count(hashed(email))
    const waitSeconds = device === null ? ofAccount : await this.#perDevice.count(device)
    return waitSeconds ?? (await this.#perAddress.count(networkOf(address)))
  }

  /** Resets the count after a right password. A known device resets only its own count, not that of other browsers. */
  async resetSignIns({ email, address, device }: SignInSource) {
    if (device === null) await this.#perAccount.forget(hashed(email))
    else {
      await this.#perDevice.forget(device)
      await this.#perAccount.uncount(hashed(email))
    }
    await this.#perAddress.uncount(networkOf(address))
  }

  /** Uncounts one attempt without resetting earlier ones: the password was not checked, or a code is still needed. */
  async uncountSignIn({ email, address, device }: SignInSource) {
    await this.#perAccount.uncount(hashed(email))
    if (device !== null) await this.#perDevice.uncount(device)
    await this.#perAddress.uncount(networkOf(address))
  }

  /** Codes have a separate limit that only a right code resets. A right password would reset the others. */
  countCode(userId: string) {
    return this.#codes.count(userId)
  }

  /** Uncounts a code that was not checked. */
  async uncountCode(userId: string) {
    await this.#codes.uncount(userId)
  }

  async resetCodes(userId: string) {
    await this.#codes.forget(userId)
  }

  /** Counts a sign-in that starts at a provider. The account is not known yet. */
  countAttempt(address: string) {
    return this.#perAddress.count(networkOf(address))
  }

  async uncountAttempt(address: string) {
    await this.#perAddress.uncount(networkOf(address))
  }

  countRegistration(address: string) {
    return this.#registrations.count(networkOf(address))
  }

  async uncountRegistration(address: string) {
    await this.#registrations.uncount(networkOf(address))
  }

  /** Counts an invitation before it is looked up. A valid one is uncounted. */
  countInvitation(address: string) {
    return this.#invitations.count(networkOf(address))
  }

  async uncountInvitation(address: string) {
    await this.#invitations.uncount(networkOf(address))
  }

  countWaitingRequest(address: string) {
    return this.#waitingList.count(networkOf(address))
  }

  /** Counts a request for a reset mail, in the same way for known and unknown e-mails. */
  async countResetMail(email: string, address: string) {
    return (await this.countResetRequest(address)) ?? (await this.#resetMails.count(hashed(email)))
  }

  /** Counts any request about a forgotten password. */
  countResetRequest(address: string) {
    return this.#resetNetworks.count(networkOf(address))
  }

  countVerificationRequest(userId: string) {
    return this.#verificationRequests.count(userId)
  }

  countVerificationMail(email: string) {
    return this.#verificationMails.count(hashed(email))
  }

  /** Clears an account's count after a password reset, so that earlier wrong guesses don't block the new password. */
  async resetAccount(email: string) {
    await this.#perAccount.forget(hashed(email))
  }

  /** Counts an e-mail change. Changes are limited, because each reveals whether an e-mail has an account. */
  countEmailChange(userId: string) {
    return this.#emailChanges.count(userId)
  }
}

/** The table of rate limits must not contain plain e-mails. */
const hashed = (email: string) => createHash('sha256').update(lowerEmail(email)).digest('base64url')
