import { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import type { Role } from './table.ts'
import { cardsForm, chatForm, lorebookForm, picture } from './things.ts'

/** The roles whose results the table doesn't have. */
export const otherRoles = ['creator', 'support', 'moderator', 'serverOwner'] as const
export type Person = Role | (typeof otherRoles)[number]

/** The statements that give a new account its role. */
const statementsByRole: Record<Person, string[]> = {
  out: [],
  user: [],
  owner: [],
  admin: [`UPDATE users SET role = 'admin' WHERE id = $1`],
  former: [`UPDATE users SET role = 'admin' WHERE id = $1`, `UPDATE users SET role = 'member' WHERE id = $1`],
  creator: [`UPDATE users SET role = 'creator' WHERE id = $1`],
  support: [`UPDATE users SET role = 'support' WHERE id = $1`],
  moderator: [`UPDATE users SET role = 'moderator' WHERE id = $1`],
  serverOwner: [`UPDATE users SET role = 'owner' WHERE id = $1`],
  disabled: ['UPDATE users SET disabled_at = now() WHERE id = $1'],
}

export type Rows = (sql: string, values?: unknown[]) => Promise<any[]>

let looking: ReturnType<typeof connect> | null = null

/** Creates accounts on the shared server. */
export const openRoles = async () => {
  const { url, databaseUrl } = await sharedServer()
  const db = await (looking ??= connect(databaseUrl))
  const rows: Rows = async (sql, values = []) => (await db.query(sql, values)).rows
  /** Creates a user with that role. Sends a request before each statement, so that the server has seen every intermediate state. */
  const createUser = async (role: Person): Promise<Client> => {
    const client = await new Client(url).register()
    for (const sql of statementsByRole[role]) {
      await client.get('/api/auth/user')
      await rows(sql, [client.user.id])
    }
    if (role === 'out') client.cookie = ''
    return client
  }
  return { url, rows, createUser }
}

/** Returns the body that the last part of a table line describes. */
const bodyOf = (text: string | null): Pick<RequestInit, 'body' | 'headers'> => {
  if (text === null) return {}
  if (text === '<picture>') return { body: picture() }
  if (text === '<cards>') return { body: cardsForm() }
  if (text === '<lorebook>') return { body: lorebookForm() }
  const chat = /^<chat (.*)>$/.exec(text)?.[1]
  if (chat !== undefined) return { body: chatForm(new URLSearchParams(chat)) }
  const form = /^<form (.*)>$/.exec(text)?.[1]
  if (form) return { body: new URLSearchParams(form) }
  return { body: text, headers: { 'content-type': 'application/json' } }
}

/** Returns the code of a failure, also in OpenAI's shape. */
const codeOf = (body: any): unknown => body?.code ?? body?.error?.code

/** Sends a request and returns the status, code and text of the response. Streams are closed after their headers. */
export const ask = async ({ url, cookie }: Client, method: string, path: string, body: string | null) => {
  const { headers, ...rest } = bodyOf(body)
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(cookie && { cookie }) },
    ...rest,
  })
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, code: null, text: '', isPage: false }
  }
  const text = await answer.text()
  const code: unknown = type.startsWith('application/json') ? codeOf(JSON.parse(text)) : undefined
  return { status: answer.status, code, text, isPage: type.startsWith('text/html') }
}
