import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import type pg from 'pg'
import { postgresBus } from '#plugins/bus-postgres/index'
import { systemTimers, type Timers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { queryUnprepared } from '#modules/kernel/sql'
import { Bus } from '#modules/realtime/src/bus'
import { ProcessConnection } from '#modules/realtime/src/process_connection'
import { UserEvents } from '#modules/realtime/src/user_events'
import type { Chat } from '#tests/support/stage'
import type { ReplyKind } from '../api.ts'
import { CreatedChats } from '../replies/ports.ts'
import { ReplyContext } from '../replies/run/reply_context.ts'
import { ChatSummaries } from '../replies/memory/chat_summaries.ts'
import { AskModeration } from '../replies/help/ask_moderation.ts'
import { Help } from '../replies/help/help.ts'
import { ShownPictures } from '../replies/pictures/shown_pictures.ts'
import { Notices } from '../replies/run/notices.ts'
import { ReplyHub } from '../replies/run/reply_hub.ts'
import { TokenRatios } from '../prompts/token_ratios.ts'

const timings = { leaseMs: 10_000, tickMs: 30, firstTextTimeoutMs: 800, nextTextTimeoutMs: 300, drainMs: 0 }

type Cleanup = (work: () => Promise<void>) => void

export interface ProcessOptions {
  databaseUrl?: string
  timings?: Partial<typeof timings>
  timers?: Timers
  /** Called with each log line and its fields. */
  onLog?: (message: string, fields: Record<string, unknown>) => void
}

/** Creates the dependencies that the code about replies shares in a process, on a real database. */
export const startProcess = async (cleanup: Cleanup, options: ProcessOptions = {}) => {
  const { databaseUrl = process.env.DATABASE_URL!, timers = systemTimers, onLog = () => {} } = options
  const log = (fields: Record<string, unknown>, message: string) => onLog(message, fields)
  const logger = { info: log, warn: log, error: log } as unknown as ReplyContext['logger']
  const connection = new ProcessConnection({
    config: { connectionString: databaseUrl },
    deadlineMs: 5_000,
    timers,
    logger,
  })
  const bus = new Bus(connection, postgresBus(connection))
  const events = new UserEvents({ bus, timers, logger, sessionCheckMs: 60_000, streamsMax: 5_000 })
  const journalFolder = join(tmpdir(), `facet-journal-${newId()}`)
  cleanup(async () => {
    events.close()
    await connection.close()
    await rm(journalFolder, { recursive: true, force: true })
  })
  const db = await app.container.make(Database)
  const context: ReplyContext = {
    owner: bus.processId,
    db,
    hub: new ReplyHub(timers),
    created: new CreatedChats(),
    ratios: new TokenRatios(),
    lore: (await app.container.make(ReplyContext)).lore,
    summaries: await app.container.make(ChatSummaries),
    pictures: await app.container.make(ShownPictures),
    prompts: null,
    allowance: (await app.container.make(ReplyContext)).allowance,
    shares: (await app.container.make(ReplyContext)).shares,
    suggestions: 'paid',
    scripts: (await app.container.make(ReplyContext)).scripts,
    notices: new Notices(db, events, logger, app.config.get('notices')),
    help: new Help(timers, bus, app.config.get('help_lines'), await app.container.make(AskModeration)),
    bus,
    connection,
    events,
    timings: { ...timings, ...options.timings },
    journalFolder,
    timers,
    maintenance: { sentence: null },
    logger,
  }
  const open = ({ id = newId(), userId = newId() } = {}) =>
    context.hub.open({
      id,
      chatSessionId: newId(),
      characterId: newId(),
      messageId: newId(),
      userId,
      kind: 'reply',
      userMessage: null,
      speaker: null,
    })
  return { context, open }
}

/** Inserts a running reply of a user with 5 rubies, 3 of them held, in a chat with one answer. */
export const beginInTables = async ({ kind = 'reply', agoMs = 0 }: { kind?: ReplyKind; agoMs?: number } = {}) => {
  const db = (await app.container.make(Database)).connection()
  const ask = (sql: string, ...values: unknown[]) => queryUnprepared<any>(db, sql, values)
  const [userId, replyId, sessionId, owner, answerId] = [newId(), newId(), newId(), newId(), newId()]
  const messageId = kind === 'reply' ? newId() : answerId
  await ask('SELECT ledger_open_account($1)', userId)
  await ask(`SELECT ledger_post($1, 5, 'admin_grant', 'A test', 'opening')`, userId)
  await ask(`SELECT ledger_hold($1, $2, 3, now() + INTERVAL '2 hours')`, userId, replyId)
  await ask('INSERT INTO chat_sessions (id, user_id, character_id) VALUES ($1, $2, $3)', sessionId, userId, newId())
  await ask(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, tier) VALUES ($1, $2, $3, 1, 'Before.', 'basic')`,
    userId,
    answerId,
    sessionId
  )
  const values = [replyId, sessionId, userId, newId(), messageId, owner, kind, kind === 'continue' ? answerId : null]
  await ask(
    `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner, kind, continues, created_at)
     VALUES ($1, $2, $3, $4, $5, 2, 'basic', 3, $6, $7, $8, clock_timestamp() - $9 * INTERVAL '1 millisecond')`,
    ...values,
    agoMs
  )
  const account = async () =>
    (await ask('SELECT balance::int, held::int FROM ruby_accounts WHERE user_id = $1', userId))[0]
  return { db, ask, userId, replyId, messageId, owner, account }
}

/** Inserts numbered messages in alternating roles, without the server. */
export const fillChat = (
  db: pg.Client,
  { sessionId, client }: Pick<Chat, 'sessionId' | 'client'>,
  count: number,
  text = 'word '.repeat(60)
) =>
  db.query(
    `WITH said AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
       SELECT $2, uuidv7(), $1, n + 1, CASE WHEN n % 2 = 0 THEN $2::uuid END, format('Number %s. %s', n, $4::text) FROM generate_series(1, $3::int) n
     ) UPDATE chat_sessions SET next_position = $3::int + 2 WHERE id = $1`,
    [sessionId, client.user.id, count, text]
  )
