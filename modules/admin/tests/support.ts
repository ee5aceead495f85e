import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import type { Role } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { Client, type Answer } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import type { AdminActRow } from '../api.ts'
import type { Actor } from '../src/actions/actor.ts'
import { AuditLog, type AdminAct } from '../src/audit/audit_log.ts'

let count = 0

/** Returns a unique word. */
export const newWord = () => `w${process.pid}x${Date.now().toString(36)}x${++count}x`

/** Registers an admin and a user of a running server, with access to its database. */
export const visitServer = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const newUser = (fields?: Record<string, unknown>) => new Client(url).register(fields)
  const newStaff = async (role: Role, fields?: Record<string, unknown>) => {
    const person = await newUser(fields)
    await run('UPDATE users SET role = $2 WHERE id = $1', [person.user.id, role])
    return person
  }
  const newAdmin = (fields?: Record<string, unknown>) => newStaff('admin', fields)
  const word = newWord()
  const [admin, user] = await Promise.all([newAdmin({ lastName: word }), newUser({ lastName: word })])
  return {
    url,
    run,
    admin,
    user,
    word,
    visitor: new Client(url),
    newUser,
    newStaff,
    newAdmin,
    /** Returns the log entries about this user, oldest first. */
    async actsOn(userId: string): Promise<{ actor_id: string | null; kind: string; before: any; after: any }[]> {
      return run('SELECT actor_id, kind, before, after FROM admin_acts WHERE subject_id = $1 ORDER BY id', [userId])
    },
  }
}

/** Deletes the built-in fifty, which tests of this server share, and returns the id of their owner. */
export const withoutFifty = async (run: ReturnType<typeof asking>): Promise<string> => {
  const [{ id }] = await run(`SELECT id FROM users WHERE email = 'characters@built-in.invalid'`)
  await run(`UPDATE characters SET deleted_at = now() WHERE created_by = $1 AND avatar LIKE '/pictures/drawn/%'`, [id])
  return id
}

/** Returns the URL of the next page, or null. */
export const nextOf = ({ headers }: Answer): string | null =>
  /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1] ?? null

/** Gives access to the application in this process, for acts without HTTP. */
export const visitApp = async () => {
  const db = await app.container.make(Database)
  const accounts = await app.container.make(Accounts)
  const open = async (fields: object = {}) => {
    const email = `${newWord()}@example.test`
    const opened = await accounts.open({ email, password: 'correct horse', firstName: 'Robin', ...fields })
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
    return { id: opened.value.userId, email }
  }
  const rows = async (sql: string, values: unknown[] = []): Promise<any[]> => (await db.rawQuery(sql, values)).rows
  const actsOn = (subjectId: string) =>
    rows('SELECT actor_id, kind, subject_name, before, after FROM admin_acts WHERE subject_id = ?::uuid ORDER BY id', [
      subjectId,
    ]) as Promise<
      (Pick<AdminActRow, 'kind' | 'before' | 'after'> & { actor_id: string | null; subject_name: string })[]
    >
  return { db, accounts, open, rows, actsOn, container: app.container }
}

/** A log that always fails. */
export class FullLog extends AuditLog {
  override async record(_: AdminAct): Promise<void> {
    throw new Error('The log is full.')
  }
}

/** An admin who acts without a request. */
export const actorOf = (id: string): Actor => ({ id, role: 'admin', hasSecondFactor: true, isProven: async () => true })
