import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Message, ReplyEvent } from '#modules/chat/api'
import { Client, type StreamHandle } from './client.ts'
import { connect } from './databases.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database_proxy.ts'
import { brokenPromises } from './ledger_promises.ts'
import { startModelUpstream, using, type ModelUpstream } from './model_upstream.ts'
import { createMigratedDatabase, startServer, type RunningServer, type ServerOptions } from './server.ts'

/** One session of one visitor. */
export interface Chat {
  client: Client
  characterId: string
  sessionId: string
}

/** A server, the model it asks, and a look into its database. */
export interface Stage {
  server: RunningServer
  upstream: ModelUpstream
  /** A connection of its own, past the proxy. */
  db: pg.Client
  /** The wire between server and database, when the stage was asked for one. */
  proxy: DatabaseProxy | null
  characterIds: string[]
  /** A new account with exactly so many rubies. */
  visitor(rubies?: number): Promise<Client>
  /** So many sessions of one visitor in which something was said before. */
  chats(client: Client, count: number): Promise<Chat[]>
  /** A new account with one such session. */
  chat(rubies?: number): Promise<Chat>
  /** Another server process on the same database, by the same wire. */
  secondServer(env?: Record<string, string>): Promise<RunningServer>
  /** A new first server at the same address, after that one ended. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface StageOptions extends ServerOptions {
  isProxied?: boolean
}

export const startStage = async ({ isProxied, ...options }: StageOptions = {}): Promise<Stage> => {
  const upstream = await startModelUpstream()
  const directUrl = options.databaseUrl ?? (await createMigratedDatabase())
  const proxy = isProxied ? await startDatabaseProxy(directUrl) : null
  const databaseUrl = proxy?.url ?? directUrl
  const server = await startServer({ ...options, databaseUrl, env: { ...using(upstream), ...options.env } })
  const others: RunningServer[] = []
  const db = await connect(directUrl)
  const { rows } = await db.query<{ id: string }>('select id from characters order by id')
  const characterIds = rows.map((row) => row.id)

  const stage: Stage = {
    server,
    upstream,
    db,
    proxy,
    characterIds,
    async visitor(rubies = 50) {
      const client = await new Client(stage.server.url).register()
      if (rubies !== 50) await post(db, client.user.id, rubies - 50)
      return client
    },
    async chats(client, count) {
      const characterId = characterIds[0]!
      const { rows: sessions } = await db.query<{ id: string }>(
        `with made as (
           insert into chat_sessions (user_id, character_id, next_position, messages_written)
           select $1, $2, 2, 1 from generate_series(1, $3) returning id
         ), said as (
           insert into chat_messages (id, chat_session_id, position, user_id, content)
           select uuidv7(), id, 1, $1, 'Good evening.' from made
         ) select id from made`,
        [client.user.id, characterId, count]
      )
      return sessions.map(({ id }) => ({ client, characterId, sessionId: id }))
    },
    async chat(rubies) {
      const [chat] = await stage.chats(await stage.visitor(rubies), 1)
      return chat!
    },
    async secondServer(env) {
      const other = await startServer({ databaseUrl, env: { ...using(upstream), ...options.env, ...env } })
      others.push(other)
      return other
    },
    async restart() {
      const port = Number(new URL(stage.server.url).port)
      stage.server = await startServer({ ...options, databaseUrl, port, env: { ...using(upstream), ...options.env } })
    },
    async close() {
      await db.end().catch(() => {})
      await Promise.all([stage.server, ...others].map((one) => one.kill('SIGKILL')))
      proxy?.close()
      await upstream.close()
    },
  }
  return stage
}

/** The same chat, by way of another server. */
export const at = (chat: Chat, { url }: { url: string }): Chat => ({ ...chat, client: chat.client.at(url) })

/** Credits or debits, as the ledger's own function does it. Says how it went. */
export const post = async (db: pg.Client, userId: string, amount: number): Promise<string> => {
  const type = amount > 0 ? 'admin_grant' : 'admin_deduction'
  const { rows } = await db.query(`select outcome from ledger_post($1, $2, $3, 'By a test', gen_random_uuid()::text)`, [
    userId,
    amount,
    type,
  ])
  return rows[0].outcome
}

/** Says something in a chat. */
export const send = (
  { client, characterId, sessionId }: Chat,
  content: string,
  more: Record<string, unknown> = {}
): Promise<StreamHandle> =>
  client.stream(`/api/chats/${characterId}/stream`, {
    method: 'POST',
    body: { content, sessionId, model: 'basic', ...more },
  })

export const join = ({ client, characterId, sessionId }: Chat): Promise<StreamHandle> =>
  client.stream(`/api/chats/${characterId}/stream?session=${sessionId}`)

export const stop = ({ client, characterId, sessionId }: Chat) =>
  client.post(`/api/chats/${characterId}/stop`, { sessionId })

/** What the chat's screen would show: its messages, oldest first. */
export const messagesOf = async ({ client, characterId, sessionId }: Chat): Promise<Message[]> =>
  (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body.messages

export const isChunk = (event: ReplyEvent) => event.type === 'aiChunk'
export const last = <Item>(items: readonly Item[]): Item => items[items.length - 1]!

export interface Account {
  balance: number
  held: number
  /** What replies have cost so far. */
  paid: number
  charges: number
}

export const accountOf = async (db: pg.Client, { client }: { client: Client }): Promise<Account> => {
  const { rows } = await db.query(
    `select balance::int, held::int,
       (select coalesce(-sum(amount), 0)::int from ruby_transactions t where t.user_id = a.user_id and type = 'chat') as paid,
       (select count(*)::int from ruby_transactions t where t.user_id = a.user_id and type = 'chat') as charges
     from ruby_accounts a where user_id = $1`,
    [client.user.id]
  )
  return rows[0]
}

/** Waits until a query's first column is true. */
export const until = async (db: pg.Client, sql: string, values: unknown[] = [], timeoutMs = 15_000): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await db.query({ text: sql, values, rowMode: 'array' })
    if (rows[0]?.[0] === true) return
    if (Date.now() > deadline) throw new Error(`Still not so after ${timeoutMs} ms: ${sql}`)
    await sleep(25)
  }
}

/** Waits until no reply is under way any more. */
export const settled = (db: pg.Client, timeoutMs?: number) =>
  until(db, `select not exists (select from replies where state = 'running')`, [], timeoutMs)

/** Waits for the end of all replies and then says which promises are broken: none, when all is well. */
export const brokenAfterwards = async (db: pg.Client): Promise<string[]> => {
  await settled(db)
  return brokenPromises(db)
}
