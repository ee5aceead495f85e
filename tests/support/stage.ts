import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Alternate, Message, ReplyEvent, ReplyKind } from '#modules/chat/api'
import { Client, type StreamHandle } from './client.ts'
import { connect } from './databases.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database_proxy.ts'
import { brokenPromises } from './ledger_promises.ts'
import { startModelUpstream, using, type ModelUpstream } from './model_upstream.ts'
import { createMigratedDatabase, startServer, type RunningServer, type ServerOptions } from './server.ts'

/** The three ways in which an answer is asked for. What holds for one holds for all. */
export const kinds: readonly ReplyKind[] = ['reply', 'reroll', 'continue']

/** One session of one visitor. */
export interface Chat {
  client: Client
  characterId: string
  sessionId: string
  /** How `ask` asks here. */
  kind: ReplyKind
  /** The answer that a reroll or a continuation is of. */
  messageId: string | null
}

/** What such an answer says before, for nothing. It ends with a blank, so that a continuation is added as it comes. */
export const answeredBefore = 'And to you, '

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
  makeAdmin(client: Client): Promise<void>
  /**
   * So many sessions of one visitor in which something was said before, and answered where the kind is of an answer that is there.
   * Several kinds take turns.
   */
  chats(client: Client, count: number, kind?: ReplyKind | readonly ReplyKind[]): Promise<Chat[]>
  /** A new account with one such session. */
  chat(rubies?: number, kind?: ReplyKind): Promise<Chat>
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
    async makeAdmin({ user }) {
      await db.query('update users set is_admin = true where id = $1', [user.id])
    },
    async chats(client, count, kind = 'reply') {
      const characterId = characterIds[0]!
      const turns = typeof kind === 'string' ? [kind] : kind
      // The answer stands where openings do, so that no reply is missed for it.
      const { rows: sessions } = await db.query<{ id: string; kind: ReplyKind; message_id: string | null }>(
        `with wanted as (
           select uuidv7() as id, ($4::text[])[1 + n % cardinality($4::text[])] as kind from generate_series(0, $3::int - 1) n
         ), made as (
           insert into chat_sessions (id, user_id, character_id, next_position, messages_written)
           select id, $1, $2, 2, 1 from wanted
         ), said as (
           insert into chat_messages (id, chat_session_id, position, user_id, content)
           select uuidv7(), id, case kind when 'reply' then 1 else 0 end, $1, 'Good evening.' from wanted
         ), answered as (
           insert into chat_messages (id, chat_session_id, position, content, state, tier)
           select uuidv7(), id, 1, $5, case kind when 'continue' then 'broken_off' else 'complete' end, 'basic'
           from wanted where kind <> 'reply'
           returning id, chat_session_id
         )
         select wanted.id, wanted.kind, answered.id as message_id from wanted left join answered on chat_session_id = wanted.id
         order by wanted.id`,
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

type Place = Pick<Chat, 'client' | 'characterId' | 'sessionId'>

/** Says something in a chat. */
export const send = (
  { client, characterId, sessionId }: Place,
  content: string,
  more: Record<string, unknown> = {}
): Promise<StreamHandle> =>
  client.stream(`/api/chats/${characterId}/stream`, {
    method: 'POST',
    body: { content, sessionId, model: 'basic', ...more },
  })

/** Asks for an answer in the chat's own way: says something, or wants another answer, or more of the one there is. */
export const ask = (chat: Chat, content: string, more: Record<string, unknown> = {}): Promise<StreamHandle> => {
  const { client, characterId, kind, messageId } = chat
  if (kind === 'reply') return send(chat, content, more)
  return client.stream(`/api/chats/${characterId}/${kind}`, {
    method: 'POST',
    body: { messageId, model: 'basic', ...more },
  })
}

/** Whether a stream has begun in the database too: it says so by its first event, or, having none, by its head. */
export const begun = (chat: Chat, stream: StreamHandle) =>
  chat.kind === 'reply' ? stream.waitFor((event) => event.type === 'userMessage') : Promise.resolve()

/** What the chat's one attempt has written: null when all is as it was. */
export const writtenIn = async (chat: Chat): Promise<Pick<Alternate, 'content' | 'state' | 'rubyCost'> | null> => {
  const messages = await messagesOf(chat)
  if (chat.kind === 'reply') return messages.find(({ isUser }) => !isUser) ?? null
  const [said, answer, ...rest] = messages
  if (said?.content !== 'Good evening.' || rest.length > 0) throw new Error('Another message than the answer changed.')
  const { content, alternates, state, rubyCost } = answer!
  if (chat.kind === 'reroll') {
    if (!alternates) return content === answeredBefore ? null : answer!
    const [first, second, ...more] = alternates
    if (first?.content !== answeredBefore || more.length > 0) throw new Error('There are other answers than two.')
    return second!
  }
  if (!content.startsWith(answeredBefore)) throw new Error('The beginning of the answer is gone.')
  const added = content.slice(answeredBefore.length)
  return added ? { content: added, state, rubyCost } : null
}

export const join = ({ client, characterId, sessionId }: Place): Promise<StreamHandle> =>
  client.stream(`/api/chats/${characterId}/stream?session=${sessionId}`)

export const stop = ({ client, characterId, sessionId }: Place) =>
  client.post(`/api/chats/${characterId}/stop`, { sessionId })

/** What the chat's screen would show: its messages, oldest first. */
export const messagesOf = async ({ client, characterId, sessionId }: Place): Promise<Message[]> =>
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
       (select coalesce(-sum(amount), 0)::int from ruby_transactions t where t.user_id = a.user_id and type in ('chat', 'reroll')) as paid,
       (select count(*)::int from ruby_transactions t where t.user_id = a.user_id and type in ('chat', 'reroll')) as charges
     from ruby_accounts a where user_id = $1`,
    [client.user.id]
  )
  return rows[0]
}

/** Only a failure waits so long. */
const patienceMs = 60_000

/** Waits until a query's first column is true. */
export const until = async (db: pg.Client, sql: string, values: unknown[] = []): Promise<void> => {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rows } = await db.query({ text: sql, values, rowMode: 'array' })
    if (rows[0]?.[0] === true) return
    if (Date.now() > deadline) throw new Error(`Still not so after ${patienceMs} ms: ${sql}`)
    await sleep(25)
  }
}

/** Waits until no reply is under way any more. Tells what is known of those that don't end. */
export const settled = async (db: pg.Client) => {
  try {
    await until(db, `select not exists (select from replies where state = 'running')`)
  } catch (cause) {
    const { rows } = await db.query(
      `select r.id, r.kind, clock_timestamp() - r.created_at as age, r.stop_requested_at is not null as is_to_stop,
         o.instance, o.lease_until - clock_timestamp() as lease
       from replies r left join reply_owners o on o.id = r.owner where r.state = 'running'`
    )
    throw new Error(`Replies that don't end: ${JSON.stringify(rows)}`, { cause })
  }
}

/** Waits for the end of all replies and then says which promises are broken: none, when all is well. */
export const brokenAfterwards = async (db: pg.Client): Promise<string[]> => {
  await settled(db)
  return brokenPromises(db)
}
