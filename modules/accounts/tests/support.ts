import { brand } from '#config/brand'
import { Client, sessionCookie, type CallOptions } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { type RunningServer, sharedServer } from '#tests/support/server'
import { PasswordRules } from '../src/domain/password_rules.ts'
import { ReleasedEmails } from '../src/released_emails.ts'

let count = 0

/** Returns an unused e-mail. */
export const newEmail = () => `someone-${process.pid}-${++count}@example.test`

export const password = 'correct horse'

export const passwordRules = new PasswordRules({ productName: brand.name })

export const released = new ReleasedEmails(['a key of the tests'])

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
