import type pg from 'pg'
import { brand } from '#config/brand'
import { Client, sessionCookie, type CallOptions } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { type RunningServer, sharedServer } from '#tests/support/server'
import { PasswordRules } from '../src/domain/password_rules.ts'
import { ReleasedEmails } from '../src/released_emails.ts'

let count = 0

/** An unused e-mail. */
export const newEmail = () => `someone-${process.pid}-${++count}@example.test`

export const password = 'correct horse'

export const passwordRules = new PasswordRules({ productName: brand.name })

export const released = new ReleasedEmails(['a key of the tests'])

/** A form's body, and the request that a browser would send. */
export const form = (fields: Record<string, string>): CallOptions => ({
  method: 'POST',
  rawBody: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** A client of a running server, with access to its database. */
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

/** The response's session cookie, or null. */
export const cookieLine = (headers: { 'set-cookie'?: string[] }): string | null =>
  headers['set-cookie']?.find((line) => sessionCookie.test(line)) ?? null
