import { rmSync } from 'node:fs'
import type pg from 'pg'
import type { Alternate, Message, ReplyEvent, ReplyKind } from '#modules/chat/api'
import { Client, type StreamHandle } from './client.ts'
import { connect } from './databases.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database_proxy.ts'
import { brokenPromises } from './ledger_promises.ts'
import { speak, startModelUpstream, using, type ModelUpstream } from './model_upstream.ts'
import { createMigratedDatabase, newDataDir, startServer, type RunningServer, type ServerOptions } from './server.ts'
import { waitUntil } from './wait_until.ts'

/** The three kinds of replies, which share their guarantees. */
export const kinds: readonly ReplyKind[] = ['reply', 'reroll', 'continue']

/** One session of one user. */
export interface Chat {
  client: Client
  characterId: string
  sessionId: string
  /** The kind of reply that `ask` requests. */
  kind: ReplyKind
  /** The answer to reroll or continue. */
  messageId: string | null
}

/** The text of the answer before it is changed, free of charge. It ends with a blank, so that a continuation is appended unchanged. */
export const answeredBefore = 'And to you, '

/** A server, its model provider and its database. */
export interface Stage {
  server: RunningServer
  upstream: ModelUpstream
  /** A direct connection, not through the proxy. */
  db: pg.Client
  /** The proxy between server and database, if `isProxied`. */
  proxy: DatabaseProxy | null
  characterIds: string[]
  /** Registers an account with this many rubies. */
  visitor(rubies?: number): Promise<Client>
  makeAdmin(client: Client): Promise<void>
  /** Creates sessions with one message of the user, and an answer if the kind needs one. Several kinds alternate. */
  chats(client: Client, count: number, kind?: ReplyKind | readonly ReplyKind[]): Promise<Chat[]>
  /** Registers an account with one session. */
  chat(rubies?: number, kind?: ReplyKind): Promise<Chat>
  /** Starts another server process on the same database, through the same proxy. */
  secondServer(env?: Record<string, string>): Promise<RunningServer>
  /** Starts the first server again, at the same address. */
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
  const dataDir = newDataDir()
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const server = await startServer({ ...options, databaseUrl, dataDir, env: { ...using(upstream), ...options.env } })
  const others: RunningServer[] = []
  const db = await connect(directUrl)
  const { rows } = await db.query<{ id: string }>('SELECT id FROM characters ORDER BY id')
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
    async makeAdmin({ user }) {
      await db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id])
    },
    async chats(client, count, kind = 'reply') {
      const characterId = characterIds[0]!
      const turns = typeof kind === 'string' ? [kind] : kind
      // The answer has the position of a first message, so that it needs no row in replies.
      const { rows: sessions } = await db.query<{ id: string; kind: ReplyKind; message_id: string | null }>(
        `WITH wanted AS (
           SELECT uuidv7() AS id, ($4::text[])[1 + n % cardinality($4::text[])] AS kind FROM generate_series(0, $3::int - 1) n
         ), made AS (
           INSERT INTO chat_sessions (id, user_id, character_id, next_position, messages_written)
           SELECT id, $1, $2, 2, 1 FROM wanted
         ), said AS (
           INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
           SELECT $1, uuidv7(), id, CASE kind WHEN 'reply' THEN 1 ELSE 0 END, $1, 'Good evening.' FROM wanted
         ), answered AS (
           INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, state, tier)
           SELECT $1, uuidv7(), id, 1, $5, CASE kind WHEN 'continue' THEN 'broken_off' ELSE 'complete' END, 'basic'
           FROM wanted WHERE kind <> 'reply'
           RETURNING id, chat_session_id
         )
         SELECT wanted.id, wanted.kind, answered.id AS message_id FROM wanted LEFT JOIN answered ON chat_session_id = wanted.id
         ORDER BY wanted.id`,
        [client.user.id, characterId, count, turns, answeredBefore]
      )
      return sessions.map(({ id, kind, message_id: messageId }) => ({
        client,
        characterId,
        sessionId: id,
        kind,
        messageId,
      }))
    },
    async chat(rubies, kind) {
      const [chat] = await stage.chats(await stage.visitor(rubies), 1, kind)
      return chat!
    },
    async secondServer(env) {
      const other = await startServer({ databaseUrl, env: { ...using(upstream), ...options.env, ...env } })
      others.push(other)
      return other
    },
    async restart() {
      const port = Number(new URL(stage.server.url).port)
      const env = { ...using(upstream), ...options.env }
      stage.server = await startServer({ ...options, databaseUrl, dataDir, port, env })
    },
    async close() {
      await db.end().catch(() => {})
      await Promise.all([stage.server, ...others].map((one) => one.kill('SIGKILL')))
      proxy?.close()
      await upstream.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return stage
}

const sharedOptions = {
  usual: {},
  filled: {},
  limited: { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true', DEMO: 'on', DEMO_REPLIES_PER_DAY: '5' } },
  killed: {
    isProxied: true,
    env: {
      REPLY_LEASE_MS: '200000',
      DRAIN_MS: '60000',
      DEMO: 'on',
      DATABASE_POOL: '40',
      MODELS_FALLBACK: 'ollama:stand-in:3b',
    },
  },
  small: { env: { STORAGE_MB: '8' } },
  // A begin that is retried for longer than a lease is given up for free.
  pair: { isProxied: true, env: { REPLY_LEASE_MS: '200000', MODEL_SUMMARY: 'test-summary', LOG_LEVEL: 'debug' } },
} satisfies Record<string, StageOptions>

const shared = new Map<keyof typeof sharedOptions, Promise<Stage>>()

/**
 * Returns one stage for all groups whose tests need no settings of the server and look at their own accounts only. Resets the model.
 * - `filled`: for tests that insert messages without replies, which violate the invariants of the ledger, or report other token counts.
 * - `limited`: with rate limits, of the demo, too, and behind a proxy.
 * - `killed`: for tests that kill, stop or freeze the server, or let writes fail. Has a proxy, the demo and a second model. Its server is
 *   started again when it has ended. No lease expires by itself.
 * - `small`: with 8 MB per user.
 * - `pair`: with a proxy in front of the database, for `sharedPair`. Long chats get summaries.
 */
export const sharedStage = async (kind: keyof typeof sharedOptions = 'usual'): Promise<Stage> => {
  const started = shared.get(kind) ?? startStage(sharedOptions[kind])
  shared.set(kind, started)
  const stage = await started
  const { exitCode, signalCode } = stage.server.process
  if (exitCode !== null || signalCode !== null) await stage.restart()
  stage.upstream.answer = speak(['Hello', ' there', '.'])
  stage.upstream.calls.length = 0
  return stage
}

let second: Promise<RunningServer> | null = null

/** Returns another shared stage, with a proxy in front of its database and a second server. */
export const sharedPair = async (): Promise<{ stage: Stage; other: RunningServer }> => {
  const stage = await sharedStage('pair')
  return { stage, other: await (second ??= stage.secondServer()) }
}

/** Returns the same chat at another server. */
export const at = (chat: Chat, { url }: { url: string }): Chat => ({ ...chat, client: chat.client.at(url) })

/** Credits or debits with the ledger's function. Returns the outcome. */
export const post = async (db: pg.Client, userId: string, amount: number): Promise<string> => {
  const type = amount > 0 ? 'admin_grant' : 'admin_deduction'
  const { rows } = await db.query(`SELECT outcome FROM ledger_post($1, $2, $3, 'By a test', gen_random_uuid()::text)`, [
    userId,
    amount,
    type,
  ])
  return rows[0].outcome
}

type ChatAddress = Pick<Chat, 'client' | 'characterId' | 'sessionId'>

/** Sends a message. */
export const send = (
  { client, characterId, sessionId }: ChatAddress,
  content: string,
  more: Record<string, unknown> = {}
): Promise<StreamHandle> =>
  client.stream(`/api/chats/${characterId}/stream`, {
    method: 'POST',
    body: { content, sessionId, model: 'basic', ...more },
  })

/** Requests a reply of the chat's kind. */
export const ask = (chat: Chat, content: string, more: Record<string, unknown> = {}): Promise<StreamHandle> => {
  const { client, characterId, kind, messageId } = chat
  if (kind === 'reply') return send(chat, content, more)
  return client.stream(`/api/chats/${characterId}/${kind}`, {
    method: 'POST',
    body: { messageId, model: 'basic', ...more },
  })
}

/** Resolves once the reply exists in the database: at the first event of a send, otherwise with the headers. */
export const begun = (chat: Chat, stream: StreamHandle) =>
  chat.kind === 'reply' ? stream.waitFor((event) => event.type === 'userMessage') : Promise.resolve()

/** Returns the result of the chat's only attempt, or null if nothing changed. */
export const writtenIn = async (chat: Chat): Promise<Pick<Alternate, 'content' | 'state' | 'rubyCost'> | null> => {
  const messages = await messagesOf(chat)
  if (chat.kind === 'reply') return messages.find(({ isUser }) => !isUser) ?? null
  const [said, answer, ...rest] = messages
  if (said?.content !== 'Good evening.' || rest.length > 0) throw new Error('A message other than the answer changed.')
  const { content, alternates, state, rubyCost } = answer!
  if (chat.kind === 'reroll') {
    if (!alternates) return content === answeredBefore ? null : answer!
    const [first, second, ...more] = alternates
    if (first?.content !== answeredBefore || more.length > 0) throw new Error('Expected two answers.')
    return second!
  }
  if (!content.startsWith(answeredBefore)) throw new Error('The start of the answer is missing.')
  const added = content.slice(answeredBefore.length)
  return added ? { content: added, state, rubyCost } : null
}

export const join = ({ client, characterId, sessionId }: ChatAddress): Promise<StreamHandle> =>
  client.stream(`/api/chats/${characterId}/stream?session=${sessionId}`)

export const stop = ({ client, characterId, sessionId }: ChatAddress) =>
  client.post(`/api/chats/${characterId}/stop`, { sessionId })

/** Returns the chat's messages, oldest first. */
export const messagesOf = async ({ client, characterId, sessionId }: ChatAddress): Promise<Message[]> =>
  (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body.messages

export const isChunk = (event: ReplyEvent) => event.type === 'aiChunk'
export const last = <Item>(items: readonly Item[]): Item => items[items.length - 1]!

export interface Account {
  balance: number
  held: number
  /** The total cost of replies. */
  paid: number
  charges: number
}

export const accountOf = async (db: pg.Client, { client }: { client: Client }): Promise<Account> => {
  const { rows } = await db.query(
    `SELECT balance::int, held::int,
       (SELECT coalesce(-sum(amount), 0)::int FROM ruby_transactions t WHERE t.user_id = a.user_id AND type IN ('chat', 'reroll')) AS paid,
       (SELECT count(*)::int FROM ruby_transactions t WHERE t.user_id = a.user_id AND type IN ('chat', 'reroll')) AS charges
     FROM ruby_accounts a WHERE user_id = $1`,
    [client.user.id]
  )
  return rows[0]
}

/** Polls until the query's first column is true. */
export const until = async (db: pg.Client, sql: string, values: unknown[] = []): Promise<void> => {
  await waitUntil(sql, async () => {
    const { rows } = await db.query({ text: sql, values, rowMode: 'array' })
    return rows[0]?.[0] === true
  })
}

/** Waits until the running replies of these chats are saved at least as far as `text`. A kill loses unsaved text. */
export const untilSaved = (db: pg.Client, chats: readonly { sessionId: string }[], text: string) =>
  until(
    db,
    `SELECT count(*) = $1 FROM (
       SELECT FROM replies r
       CROSS JOIN LATERAL (
         SELECT coalesce(string_agg(text, '' ORDER BY seq), '') AS text, count(*) AS parts FROM reply_parts WHERE reply_id = r.id
       ) saved
       CROSS JOIN LATERAL (
         SELECT coalesce(string_agg(tail->>2, '' ORDER BY seq), '') AS text FROM reply_tails, json_array_elements(tails) tail
         WHERE tail->>0 = r.id::text AND (tail->>1)::integer = saved.parts
       ) newest
       WHERE state = 'running' AND chat_session_id = ANY ($2) AND starts_with(saved.text || newest.text, $3)
     ) saved`,
    [chats.length, chats.map(({ sessionId }) => sessionId), text]
  )

/** Waits until no reply is running. Throws with details of replies that don't end. */
export const settled = async (db: pg.Client) => {
  try {
    await until(db, `SELECT NOT EXISTS (SELECT FROM replies WHERE state = 'running')`)
  } catch (cause) {
    const { rows } = await db.query(
      `SELECT r.id, r.kind, clock_timestamp() - r.created_at AS age, r.stop_requested_at IS NOT NULL AS is_to_stop,
         o.instance, o.lease_until - clock_timestamp() AS lease
       FROM replies r LEFT JOIN reply_owners o ON o.id = r.owner WHERE r.state = 'running'`
    )
    throw new Error(`Replies that didn't end: ${JSON.stringify(rows)}`, { cause })
  }
}

/** Waits for the end of all replies and returns the violated invariants. */
export const brokenAfterwards = async (db: pg.Client): Promise<string[]> => {
  await settled(db)
  return brokenPromises(db)
}
