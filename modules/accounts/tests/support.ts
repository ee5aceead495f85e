import type pg from 'pg'
import { brand } from '#config/brand'
import { Client, sessionCookie, type CallOptions } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { type RunningServer, sharedServer } from '#tests/support/server'
import { PasswordRules } from '../src/domain/password_rules.ts'
import { ReleasedEmails } from '../src/released_emails.ts'

let count = 0

/** An e-mail nobody has used yet. */
export const newEmail = () => `someone-${process.pid}-${++count}@example.test`

export const password = 'correct horse'

export const passwordRules = new PasswordRules({ productName: brand.name })

export const released = new ReleasedEmails(['a key of the tests'])

/** The body of a form, and the call that sends it as a browser does. */
export const form = (fields: Record<string, string>): CallOptions => ({
  method: 'POST',
  rawBody: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** A visitor of a running server, and a look into its database. */
export const visit = async (server?: RunningServer) => {
  const { url, databaseUrl } = server ?? (await sharedServer())
  return {
    client: new Client(url),
    another: () => new Client(url),
    async rows<Row = any>(sql: string, values: unknown[] = []): Promise<Row[]> {
      const db: pg.Client = await connect(databaseUrl)
      try {
        return (await db.query(sql, values)).rows
      } finally {
        await db.end()
      }
    },
  }
}

/** The session cookie's line of an answer, or null. */
export const cookieLine = (headers: { 'set-cookie'?: string[] }): string | null =>
  headers['set-cookie']?.find((line) => sessionCookie.test(line)) ?? null
