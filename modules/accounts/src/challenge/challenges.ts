import { randomInt } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import { Timers } from '#plugins/contract/timers'
import { Limiters, RateLimit } from '#modules/kernel/rate_limit'
import type { ChallengedForm, FormChallenge } from '../../api.ts'
import { FormChallenges } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { networkOf } from '../domain/network_of.ts'
import { ChallengeSettings } from '../settings.ts'

/** Iterations of one try, less than a millisecond on a laptop. */
const tryCost = 2_000
/** The most tries of a first challenge. Further ones need as many more. */
const triesPerLevel = 200
/** Ten seconds on a slow phone. */
const levelMax = 20

/**
 * Proof of work of public forms. A network's first form within a day needs none, and each further one is harder. A challenge is signed, is
 * for one form, and works once within its minutes. Nothing is asked while rate limits are off.
 */
@inject()
export class Challenges extends FormChallenges {
  readonly #visits: RateLimit
  readonly #issued: RateLimit
  readonly #spent: RateLimit

  constructor(
    private readonly settings: ChallengeSettings,
    private readonly timers: Timers,
    limiters: Limiters
  ) {
    super()
    this.#visits = new RateLimit(limiters, 'challenge:visits', 1_000_000, '1 day')
    this.#issued = new RateLimit(limiters, 'challenge:issued', limits.challengesPerHour, '1 hour')
    this.#spent = new RateLimit(limiters, 'challenge:spent', 1, `${limits.challengeMinutes} minutes`)
  }

  /** Returns a challenge for the next form of this network, null if it needs none, or the seconds to wait for another challenge. */
  async issue(form: ChallengedForm, address: string): Promise<FormChallenge | { retryAfterSeconds: number }> {
    if (!this.settings.isOn) return { challenge: null }
    const level = levelOf(await this.#visits.attemptsOf(keyOf(form, address)))
    if (level === 0) return { challenge: null }
    const retryAfterSeconds = await this.#issued.count(networkOf(address))
    if (retryAfterSeconds !== null) return { retryAfterSeconds }
    const tries = level * triesPerLevel
    const { parameters, signature } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: tryCost,
      counter: randomInt(tries / 2, tries),
      deriveKey,
      data: { form, level },
      expiresAt: Math.floor(this.timers.now() / 1_000) + limits.challengeMinutes * 60,
      hmacSignatureSecret: this.settings.key,
      hmacKeySignatureSecret: this.settings.key,
    })
    return { challenge: { parameters: { ...parameters }, signature: signature! } }
  }

  async pass(form: ChallengedForm, address: string, answer: unknown): Promise<boolean> {
    if (!this.settings.isOn) return true
    const level = levelOf((await this.#visits.tally(keyOf(form, address))) - 1)
    if (level <= 0 || (await this.#isSolved(form, level, answer))) return true
    await this.takeBack(form, address)
    return false
  }

  async takeBack(form: ChallengedForm, address: string): Promise<void> {
    if (this.settings.isOn) await this.#visits.uncount(keyOf(form, address))
  }

  async #isSolved(form: ChallengedForm, level: number, answer: unknown): Promise<boolean> {
    const payload = decoded(answer)
    if (payload === null) return false
    const { key } = this.settings
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: key,
      hmacKeySignatureSecret: key,
    }).catch(() => ({ verified: false }))
    if (!verified) return false
    const { nonce, data } = payload.challenge.parameters
    // Half as hard is hard enough, because others of the network may have been faster. Easy ones can't be collected for later.
    const isHardEnough = data?.form === form && Number(data.level) * 2 >= level
    return isHardEnough && (await this.#spent.count(nonce)) === null
  }
}

const keyOf = (form: ChallengedForm, address: string) => `${form}:${networkOf(address)}`

const levelOf = (before: number) => Math.min(before, levelMax)

/** Returns the challenge and its solution from Base64 of JSON, or null for anything else. The signature says whether it is ours. */
const decoded = (answer: unknown): Payload | null => {
  if (typeof answer !== 'string' || answer === '' || answer.length > limits.challengeAnswerMax) return null
  try {
    const payload: unknown = JSON.parse(Buffer.from(answer, 'base64').toString())
    return isPayload(payload) ? payload : null
  } catch {
    return null
  }
}

const isPayload = (value: unknown): value is Payload => {
  const { challenge, solution } = (value ?? {}) as Partial<Payload>
  const { parameters, signature } = challenge ?? {}
  return (
    typeof parameters?.nonce === 'string' &&
    typeof signature === 'string' &&
    typeof solution?.counter === 'number' &&
    typeof solution.derivedKey === 'string'
  )
}
