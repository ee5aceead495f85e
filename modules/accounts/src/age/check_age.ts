import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { ProviderError } from '#plugins/contract/errors'
import { Timers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { rateLimit } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AppSettings } from '#modules/kernel/settings'
import { ageCheckPath, type BegunAgeCheck } from '../../api.ts'
import { limits } from '../domain/limits.ts'
import { AgeSettings } from './adult_access.ts'

const timeoutMs = 20_000

/** Providers charge for checks. */
export class AgeCheckPace extends rateLimit('age-check:user', limits.ageChecksPerHour, '1 hour') {}

export type AgeRefusal =
  | { kind: 'no_age_check' }
  | { kind: 'adult_blocked' }
  | { kind: 'too_many_checks'; retryAfterSeconds: number }
  | { kind: 'age_check_unavailable' }
  /** The check is unknown, of another user, or too old. */
  | { kind: 'invalid_check' }
  | { kind: 'age_pending' }
  | { kind: 'under_age' }

/** Lets a provider verify that a user is of age. The browser keeps the check, so nothing is stored before its outcome. */
@inject()
export class CheckAge {
  constructor(
    private readonly db: Database,
    private readonly settings: AgeSettings,
    private readonly pace: AgeCheckPace,
    private readonly encryption: Encryption,
    private readonly app: AppSettings,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  async begin(
    userId: string,
    { isAdultBlocked }: { isAdultBlocked: boolean }
  ): Promise<Result<BegunAgeCheck, AgeRefusal>> {
    const { provider } = this.settings
    if (!provider) return fail({ kind: 'no_age_check' })
    if (isAdultBlocked) return fail({ kind: 'adult_blocked' })
    const retryAfterSeconds = await this.pace.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many_checks', retryAfterSeconds })
    const returnUrl = `${this.app.appUrl}${ageCheckPath}`
    const begun = await this.#ask((signal) => provider.begin({ id: newId(), returnUrl }, signal))
    if (!begun.ok) return begun
    const { url, reference } = begun.value
    return ok({ url, check: this.encryption.encrypt(reference, `${limits.ageCheckHours} hours`, purpose(userId)) })
  }

  /** Asks the provider for the outcome. Of age, it is stored with the provider's name and the time, and adult content is turned on. */
  async finish(userId: string, check: string): Promise<Result<null, AgeRefusal>> {
    const { provider } = this.settings
    if (!provider) return fail({ kind: 'no_age_check' })
    const reference = this.encryption.decrypt<string>(check, purpose(userId))
    if (reference === null) return fail({ kind: 'invalid_check' })
    const outcome = await this.#ask((signal) => provider.lookUp(reference, signal))
    if (!outcome.ok) return outcome
    if (outcome.value === null) return fail({ kind: 'invalid_check' })
    if (outcome.value !== 'of_age') return fail({ kind: outcome.value === 'pending' ? 'age_pending' : 'under_age' })
    await this.db.rawQuery(
      'UPDATE users SET age_method = ?, age_stated_at = now(), limitless_enabled = true, updated_at = now() WHERE id = ?::uuid',
      [provider.name, userId]
    )
    return ok(null)
  }

  async #ask<Value>(ask: (signal: AbortSignal) => Promise<Value>): Promise<Result<Value, AgeRefusal>> {
    try {
      return ok(await ask(this.timers.timeout(timeoutMs)))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const { code, message: reason, status } = error
      this.logger.warn({ provider: this.settings.provider?.name, code, status, reason }, 'could not check an age')
      return fail({ kind: 'age_check_unavailable' })
    }
  }
}

/** Binds a check to its user. */
const purpose = (userId: string) => `age check of ${userId}`
