import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { brand } from '#config/brand'
import { Client, sessionCookie, type CallOptions } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { type RunningServer, sharedServer } from '#tests/support/server'
import { NameRules } from '../index.ts'
import { AccountHooks } from '../src/account_hooks.ts'
import { Agreements } from '../src/pages/agreements.ts'
import { OpenAccount } from '../src/actions/open_account.ts'
import type { PasswordHasher } from '../src/actions/sign_in.ts'
import { EmailVerification } from '../src/emails/email_verification.ts'
import { PasswordRules } from '../src/domain/password_rules.ts'
import type { SignInSettings } from '../src/settings.ts'
import { Admission } from '../src/sign_up/admission.ts'
import { ReleasedEmails } from '../src/released_emails.ts'

let count = 0

/** Returns an unused e-mail. */
export const newEmail = () => `someone-${process.pid}-${++count}@example.test`

export const password = 'correct horse'

export const passwordRules = new PasswordRules(brand)

/** Returns the e-mails that accounts gave up, hashed with these keys. */
export const releasedWith = (...releasedEmailKeys: string[]) =>
  new ReleasedEmails({ releasedEmailKeys } as unknown as SignInSettings)

export const released = releasedWith('a key of the tests')

/** Returns the action with another hasher, or with hooks of its own. */
export const openAccountWith = async (hash: PasswordHasher, hooks?: AccountHooks) => {
  const { container } = app
  const [db, verification] = [await container.make(Database), await container.make(EmailVerification)]
  const agreements = await container.make(Agreements)
  const own = hooks ?? (await container.make(AccountHooks))
  const [admission, names] = [await container.make(Admission), await container.make(NameRules)]
  return new OpenAccount(db, hash, own, passwordRules, released, verification, agreements, brand, admission, names)
}

/** Returns the request in which a browser would send a form. */
export const form = (fields: Record<string, string>): CallOptions => ({
  method: 'POST',
  rawBody: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** Returns a client of a running server, with access to its database. */
export const visit = async (server?: RunningServer) => {
  const { url, databaseUrl } = server ?? (await sharedServer())
  return {
    client: new Client(url),
    another: () => new Client(url),
    rows: asking(databaseUrl),
  }
}

/** Returns the response's `set-cookie` line of the session, or null. */
export const cookieLine = (headers: { 'set-cookie'?: string[] }): string | null =>
  headers['set-cookie']?.find((line) => sessionCookie.test(line)) ?? null
