import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Brand } from '#modules/kernel/settings'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { pickAttributes } from '#modules/kernel/tables'
import { hasHiddenCharacters } from '#modules/kernel/text'
import type { UserSettingsChange } from '../../api.ts'
import { NameRules } from '../../index.ts'
import { AccountHooks } from '../account_hooks.ts'
import { forbiddenNameProblem } from '../forbidden_name_problem.ts'
import { AgeSettings, isOfAge, statement } from '../age/adult_access.ts'
import { lowerEmail } from '../domain/lower_email.ts'
import { nameMessage, personNameProblem, wholeNameProblem } from '../domain/names_of_people.ts'
import { EmailVerification } from '../emails/email_verification.ts'
import { ReleasedEmails } from '../released_emails.ts'
import { emailUnique } from '../domain/directories.ts'
import { settingsKeys } from '../domain/settings_keys.ts'
import { UserRow } from '../tables/user_row.ts'

/** The settings that other users see. */
const profileKeys: readonly string[] = ['firstName', 'profileImageUrl'] satisfies (keyof UserSettingsChange)[]

const jsonKeys = new Set<keyof UserSettingsChange>(['sampling', 'reading', 'pictureHosts'])

export type SettingsRefusal =
  | { kind: 'email_taken' }
  | { kind: 'age_needed' }
  | { kind: 'adult_blocked' }
  | { kind: 'invalid'; field: string; rule: string; message: string }

/** Changes the given fields. A new e-mail starts unverified, and gets a link that verifies it. Expects validated input. */
@inject()
export class ChangeSettings {
  constructor(
    private readonly db: Database,
    private readonly released: ReleasedEmails,
    private readonly verification: EmailVerification,
    private readonly brand: Brand,
    private readonly names: NameRules,
    private readonly hooks: AccountHooks,
    private readonly age: AgeSettings
  ) {}

  /** `isAdultBlocked`: the law of the user's country closes adult content. */
  async run(
    userId: string,
    wanted: UserSettingsChange,
    { isAdultBlocked = false } = {}
  ): Promise<Result<null, SettingsRefusal>> {
    const change = this.#withStatement(wanted)
    const closed = await this.#adultRefusal(userId, change, isAdultBlocked)
    if (closed) return fail(closed)
    const given = settingsKeys.filter((key) => change[key] !== undefined)
    if (given.length === 0 && change.isOfAge === undefined) return ok(null)
    const badName = await this.#nameProblem(userId, change)
    if (badName) return fail({ kind: 'invalid', ...badName })
    const sets = given.map((key) => `${UserRow.$keys.attributesToColumns.get(key)} = ?`)
    const values: unknown[] = given.map((key) => {
      const isJson = jsonKeys.has(key) && change[key] !== null
      return isJson ? JSON.stringify(change[key]) : change[key]
    })
    if (change.isOfAge === true) {
      sets.push('age_method = coalesce(age_method, ?)', 'age_stated_at = coalesce(age_stated_at, now())')
      values.push(statement)
    }
    if (change.isOfAge === false) sets.push('age_method = NULL', 'age_stated_at = NULL')
    if (change.email !== undefined) {
      sets.push('email_verified_at = CASE WHEN email = ? THEN email_verified_at END')
      values.push(change.email)
    }
    try {
      await this.db.transaction(async (trx) => {
        const isNewEmail = change.email !== undefined && (await this.#releaseEmail(userId, change.email, trx))
        await trx.rawQuery(`UPDATE users SET ${sets.join(', ')}, updated_at = now() WHERE id = ?::uuid`, [
          ...values,
          userId,
        ] as never)
        if (given.some((key) => profileKeys.includes(key))) await this.hooks.profileChanged.run({ userId }, trx)
        if (isNewEmail) await this.verification.sendLink({ userId, email: change.email! }, trx)
      })
      return ok(null)
    } catch (error) {
      if (violatedConstraint(error) === emailUnique) return fail({ kind: 'email_taken' })
      throw error
    }
  }

  /** Turning adult content on states that the user is of age, and withdrawing that turns it off. */
  #withStatement(wanted: UserSettingsChange): UserSettingsChange {
    if (wanted.isOfAge === false) return { ...wanted, limitlessEnabled: false }
    return wanted.limitlessEnabled && this.age.provider === null ? { ...wanted, isOfAge: true } : wanted
  }

  /** Turning adult content on, or stating to be of age, is refused where the law closes it, and without the check of a provider that verifies ages. */
  async #adultRefusal(userId: string, { limitlessEnabled, isOfAge: states }: UserSettingsChange, isBlocked: boolean) {
    const { provider } = this.age
    if (!limitlessEnabled && !states) return null
    if (isBlocked) return { kind: 'adult_blocked' as const }
    if (provider === null) return null
    const { rows } = await this.db.rawQuery<{ rows: Pick<UserRow, 'ageMethod'>[] }>(
      `SELECT ${pickAttributes(UserRow, ['ageMethod'])} FROM users WHERE id = ?::uuid`,
      [userId]
    )
    return isOfAge(rows[0]?.ageMethod ?? null, this.age) ? null : { kind: 'age_needed' as const }
  }

  /** Checks changed names only, so names stored under older rules stay valid. */
  async #nameProblem(userId: string, { firstName, lastName, personaName }: UserSettingsChange) {
    if (firstName === undefined && lastName === undefined && personaName === undefined) return null
    const { rows } = await this.db.rawQuery<{ rows: Pick<UserRow, 'firstName' | 'lastName' | 'personaName'>[] }>(
      `SELECT ${pickAttributes(UserRow, ['firstName', 'lastName', 'personaName'])} FROM users WHERE id = ?::uuid`,
      [userId]
    )
    const stored = rows[0]
    if (!stored) return null
    const isNew = (name: string | null | undefined, before: string | null) => name !== undefined && name !== before
    if (isNew(personaName, stored.personaName) && hasHiddenCharacters(personaName ?? ''))
      return { field: 'personaName', rule: 'hidden', message: nameMessage('hidden', 'persona’s name') }
    const [isNewFirst, isNewLast] = [isNew(firstName, stored.firstName), isNew(lastName, stored.lastName)]
    if (!isNewFirst && !isNewLast) return null
    const changed = { firstName: isNewFirst ? firstName : null, lastName: isNewLast ? lastName : null }
    const all = {
      firstName: isNewFirst ? firstName : stored.firstName,
      lastName: isNewLast ? lastName : stored.lastName,
    }
    const problem = personNameProblem(changed, this.brand.name) ?? wholeNameProblem(all, this.brand.name)
    return problem ?? forbiddenNameProblem(this.names, changed)
  }

  /** Records the replaced e-mail, as deletion does, so it can't get the welcome rubies again. Returns whether the e-mail changes. */
  async #releaseEmail(userId: string, email: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { email: string }[] }>(
      'SELECT email FROM users WHERE id = ?::uuid FOR UPDATE',
      [userId]
    )
    const before = rows[0]?.email
    if (before !== undefined && lowerEmail(before) !== lowerEmail(email)) await this.released.add(before, trx)
    return before !== email
  }
}
