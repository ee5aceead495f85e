import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { freePort } from '#tests/support/free_port'
import { HeapWatch } from '#tests/support/heap_watch'
import { startServer } from '#tests/support/server'
import { thingsOf } from '../roles/things.ts'
import type { Call } from './calls.ts'
import type { Canaries } from './judge.ts'
import type { Caller } from './plans.ts'

/** Returns a unique text, to plant where only some users may read it. */
const canary = (what: string) => `canary-${what}-${randomUUID().slice(0, 8)}`
const appKey = canary('key-of-the-app-that-is-long-enough')
const metricsToken = canary('metrics-token')

/** Users get new objects after this many requests, because requests may delete them. */
const thingsMaxUses = 20

interface FuzzUser {
  client: Client
  things: ReturnType<typeof thingsOf>
  filled: Map<string, string>
  uses: number
  /** The session may have ended, or the credentials may have changed. */
  isOut?: boolean
}

/** The lists whose cursors are also sent to other calls. */
const lists = [
  '/api/characters?sort=popular',
  '/api/characters?sort=new',
  '/api/characters?sort=name',
  '/api/chats',
  '/api/rubies/transactions',
  '/api/admin/users',
  '/api/admin/acts',
  '/api/admin/characters',
  '/api/admin/debts',
]

/** Starts a server with callers, and a bystander whose data must not change. */
export const openFuzzServer = async () => {
  const heap = new HeapWatch(await freePort())
  const server = await startServer({
    env: { APP_KEY: appKey, METRICS_TOKEN: metricsToken, LOG_LEVEL: 'warn', ...heap.env },
  })
  const { url } = server
  const db = await connect(server.databaseUrl)
  const rows: Rows = async (sql, values = []) => (await db.query(sql, values)).rows

  const registerUser = async (caller: Caller, fields = {}): Promise<Client> => {
    const client = await new Client(url).register(fields)
    if (caller === 'admin') await rows(`UPDATE users SET role = 'admin' WHERE id = $1`, [client.user.id])
    return client
  }
  const prepareUser = (client: Client): FuzzUser => ({
    client,
    things: thingsOf({ caller: client, owner: client, admin: people.keeper, rows }),
    filled: new Map(),
    uses: 0,
  })
  /** Gives a user enough rubies, and each of the user's lists a second page. */
  const settle = async (client: Client) => {
    for (const amount of [500_000, 400_000, 1])
      await people.keeper.post(`/api/admin/users/${client.user.id}/rubies`, { amount, reason: 'For all that comes.' })
    const { body } = await client.post('/api/tokens', { name: 'Script', scopes: ['models'], days: 30 })
    client.token = body.value
    for (const _ of [1, 2]) await prepareUser(client).things.fill('{chat}')
    return client
  }

  const people = { keeper: await registerUser('admin') }
  const bystander = prepareUser(
    await registerUser('user', { email: `${canary('mail')}@example.test`, lastName: canary('last name') })
  )
  const subject = prepareUser(await registerUser('user'))
  const actors: Record<'user' | 'admin', FuzzUser> = {
    user: prepareUser(await settle(await registerUser('user'))),
    admin: prepareUser(await settle(await registerUser('admin'))),
  }
  const spares: { user: FuzzUser | null; admin: FuzzUser | null } = { user: null, admin: null }
  await settle(bystander.client)
  // The mail is sent in the background. The snapshot is taken afterwards.
  await bystander.things.fill('{mail}')
  const untouched = await createCanaryObjects(bystander, rows)

  const canaries: Canaries = {
    origin: url,
    secret: [
      appKey,
      metricsToken,
      ...[new URL(server.databaseUrl).password].filter((password) => password.length > 8),
      untouched.texts.said,
      untouched.texts.pin,
    ],
    private: [bystander.client.user.email, untouched.texts.name, untouched.texts.backstory, untouched.texts.persona],
  }

  const [{ password_hash: firstPassword }] = await rows('SELECT password_hash FROM users WHERE id = $1', [
    people.keeper.user.id,
  ])
  /** Creates a session in the database, if the account still exists. Signing in would be slow because of hashing. */
  const signInAgain = async (user: FuzzUser): Promise<boolean> => {
    const { client } = user
    const token = randomBytes(32).toString('base64url')
    const made = await rows(
      `WITH known AS (UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING id)
       INSERT INTO auth_sessions (token_hash, user_id, expires_at)
       SELECT $3, id, now() + interval '1 day' FROM known RETURNING id`,
      [client.user.id, firstPassword, createHash('sha256').update(token).digest()]
    )
    client.cookie = `facet_session=${token}`
    user.isOut = false
    return made.length === 1
  }

  /** Returns the user for a caller, with a valid session unless the caller is a visitor. */
  const callerOf = async (caller: Caller, call: Call): Promise<FuzzUser> => {
    if (caller === 'visitor') return { ...actors.user, client: new Client(url) }
    if (!call.endsSession && !call.isExport) {
      const user = actors[caller]
      if (++user.uses > thingsMaxUses) actors[caller] = prepareUser(user.client)
      return actors[caller]
    }
    const spare = spares[caller]
    if (spare && (!spare.isOut || (await signInAgain(spare)))) return spare
    return (spares[caller] = prepareUser(await registerUser(caller)))
  }

  /** Marks a user that may be closed or signed out after a call that ends the session. */
  const leave = (caller: Caller, call: Call, succeeded: boolean) => {
    const spare = caller === 'visitor' ? null : spares[caller]
    if (spare && call.endsSession && succeeded) spare.isOut = true
  }

  /** Lets the next requests create new objects. Called before each call's requests and after deletions. */
  const renewObjects = () => {
    for (const caller of ['user', 'admin'] as const) {
      actors[caller] = prepareUser(actors[caller].client)
      spares[caller] = null
    }
  }

  /** Replaces a user whose session is lost. */
  const renewSession = async (caller: Caller) => {
    if (caller === 'visitor') return
    const { client } = actors[caller]
    if ((await client.get('/api/auth/user')).status === 200) return
    actors[caller] = prepareUser(await settle(await registerUser(caller)))
  }

  const cursorOf = async ({ client }: FuzzUser, path: string): Promise<string> => {
    const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)
    const link = /<([^>]*)>/.exec(String(answer.headers.link ?? ''))?.[1]
    return (link && new URL(link, url).searchParams.get('cursor')) ?? Buffer.from('["x",1]').toString('base64url')
  }

  /** Returns a function that fills in the placeholders for this caller. */
  const fill = async (names: string[], { caller, user, path }: { caller: Caller; user: FuzzUser; path: string }) => {
    const values = new Map<string, string>()
    for (const name of names) {
      const [whose, thing = ''] = name.split(':')
      // Admins may change other users' objects, and anyone with a checkout's address may pay. The bystander's objects are excluded.
      const mayBeChanged =
        thing === 'checkout' ||
        (caller === 'admin' && !['chat', 'message', 'answer', 'deleted', 'order'].includes(thing))
      const owner = whose === 'own' ? user : mayBeChanged ? subject : bystander
      // Admins must not change built-in characters, because all chats use them.
      const safe = caller === 'admin' && path.startsWith('/api/admin') && thing === 'character' ? 'private' : thing
      if (whose === 'cursor') values.set(name, await cursorOf(user, lists[Number(thing || -1) % lists.length] ?? path))
      else if (thing === 'word') values.set(name, await owner.things.fill('{word}'))
      else {
        const known = owner.filled.get(safe) ?? (await owner.things.fill(`{${safe}}`))
        owner.filled.set(safe, known)
        values.set(name, known)
      }
    }
    return (text: string) => text.replaceAll(/⟦([^⟧]+)⟧/g, (whole, name) => values.get(name) ?? whole)
  }

  return { server, heap, url, db, rows, actors, canaries, untouched, callerOf, leave, renewObjects, renewSession, fill }
}

export type FuzzServer = Awaited<ReturnType<typeof openFuzzServer>>

type Rows = (sql: string, values?: unknown[]) => Promise<any[]>

/** Creates the bystander's objects with canary texts and takes a snapshot of them. */
const createCanaryObjects = async ({ client, things, filled }: FuzzUser, rows: Rows) => {
  const texts = {
    said: canary('said'),
    pin: canary('pin'),
    name: canary('name'),
    backstory: canary('backstory'),
    persona: canary('persona'),
  }
  await client.put('/api/user/settings', { personaName: texts.persona, personaDescription: texts.persona })
  const made = await client.post('/api/characters', {
    name: texts.name,
    description: texts.backstory,
    backstory: texts.backstory,
    personality: 'Calm.',
    avatar: 'https://pictures.example.test/mo.png',
    tags: ['calm'],
    isPublic: false,
  })
  // Other users can't use a private character, so it also replaces the bystander's public and adult characters.
  for (const thing of ['public', 'private', 'adult']) filled.set(thing, made.body.id)
  for (const thing of [
    'chat',
    'message',
    'answer',
    'deleted',
    'comment',
    'character',
    'order',
    'import',
    'someone',
    'upload',
    'picture',
    'mark',
    'drawn',
    'fact',
    'lorebook',
    'forkable',
    'loreEntry',
    'persona',
    'group',
    'groupAnswer',
    'groupMember',
    'creator',
    'chatPicture',
    'folder',
    'invitation',
    'notification',
    'token',
  ])
    filled.set(thing, await things.fill(`{${thing}}`))
  filled.set('mine', client.user.email)
  await client.put(`/api/chats/${filled.get('chat')}/pins`, { pins: [texts.pin] })
  await rows('UPDATE chat_messages SET content = $2 WHERE chat_session_id = $1', [filled.get('chat'), texts.said])
  // The server checks open orders periodically and stores the time. The date in the future prevents that.
  await rows(`UPDATE ruby_orders SET asked_at = now() + interval '1 day' WHERE id = $1`, [filled.get('order')])

  // The server's periodic work: the ledger's check, the index of the search, and what users hear of announcements.
  const writtenMeanwhile = ['ledger_marks', 'chat_search_marks', 'chat_search_texts', 'notifications']
  const owned = ['chat', 'order', 'lorebook', 'persona'].map((thing) => filled.get(thing))
  const ids = [client.user.id, made.body.id, ...owned]
  /** Returns all rows that refer to these ids, as one text per table. Ignores ids inside user texts. */
  const look = async (): Promise<Record<string, string>> => {
    const tables = await rows(
      `SELECT quote_ident(relname) AS name, string_agg(quote_ident(attname), ', ') AS columns
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND atttypid = 'uuid'::regtype AND NOT attisdropped
         AND relname <> ALL ($1)
       GROUP BY 1 ORDER BY 1`,
      [writtenMeanwhile]
    )
    const found: Record<string, string> = {}
    for (const { name, columns } of tables) {
      const all = await rows(`SELECT t::text AS row FROM ${name} t WHERE ARRAY[${columns}] && $1::uuid[] ORDER BY 1`, [
        ids,
      ])
      if (all.length > 0) found[name] = all.map(({ row }) => row).join('\n')
    }
    return found
  }
  return { texts, look, before: await look() }
}
