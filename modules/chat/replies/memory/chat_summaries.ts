import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Logger } from '@adonisjs/core/logger'
import { Timers } from '#plugins/contract/timers'
import { Jobs } from '#modules/jobs/index'
import { UserEvents } from '#modules/realtime/index'
import type { ChatSummary, ChatSummaryChange, SummaryVersion } from '../api.ts'
import { Allowance } from '../allowance.ts'
import type { ChatKey } from '../replies.ts'
import { answerFact, type FactRefusal } from './facts.ts'
import { requestSummary, summaryKind, type SummaryOrder } from './request_summary.ts'
import { currentColumns } from './revise_summary.ts'
import {
  forgetOldVersions,
  makeCurrent,
  WriteSummary,
  type SummaryModel,
  SummarySettings,
  type SummaryProgress,
} from './write_summary.ts'

/** The number of summaries that a process writes at once. Most of their time is waiting for the model. */
const summariesAtOnce = 4

interface ChatSummariesParts {
  db: Database
  jobs: Jobs
  events: Pick<UserEvents, 'publish'>
  timers: Timers
  logger: Pick<Logger, 'warn'>
  /** The model of all summaries. Null: there are none. */
  model: SummaryModel | null
  allowance: Allowance
}

interface SettingsRow {
  summary_id: string | null
  summary_text: string | null
  is_summary_on: boolean | null
  is_summary_frozen: boolean | null
  summary_job_id: string | null
  is_anew: boolean | null
  message_count: number
}

interface VersionRow {
  id: string
  author: SummaryVersion['author']
  tier: string | null
  created_at: Date
  up_to: string | null
  up_to_at: Date | null
  up_to_excerpt: string | null
  is_stale: boolean
  excerpt: string
}

/** Reads, changes and requests the running summaries of chats. */
@inject()
export class ChatSummaries {
  readonly #parts: ChatSummariesParts

  constructor(
    db: Database,
    jobs: Jobs,
    events: UserEvents,
    timers: Timers,
    logger: Logger,
    settings: SummarySettings,
    allowance: Allowance
  ) {
    this.#parts = { db, jobs, events, timers, logger, model: settings.summary, allowance }
  }

  /** Defines the job that writes summaries. Call it at boot. */
  defineJob() {
    const writer = new WriteSummary(this.#parts)
    this.#parts.jobs.define<{ sessionId: string }, SummaryProgress>(summaryKind, (job) => writer.run(job), {
      atOnce: summariesAtOnce,
    })
  }

  get isAvailable() {
    return this.#parts.model !== null
  }

  /** Whether the user has used up today's summaries. */
  isSpent(userId: string) {
    return this.#parts.allowance.isSpent(userId)
  }

  /** Requests a summary after a reply whose prompt left out messages. Never throws, because the next reply requests it again. */
  async afterReply(chat: ChatKey, order: Omit<SummaryOrder, 'isAnew'>) {
    const { db, jobs, logger } = this.#parts
    if (!this.isAvailable) return
    try {
      await requestSummary(db, jobs, chat, { ...order, isAnew: false })
    } catch (error) {
      logger.warn({ err: error, chatId: chat.sessionId }, 'the summary of a chat could not be queued')
    }
  }

  /** Reads the summary of a chat. Returns null if this user has no such chat. */
  async read(userId: string, sessionId: string): Promise<ChatSummary | null> {
    const { db, jobs } = this.#parts
    const { rows } = await db.rawQuery<{ rows: SettingsRow[] }>(
      `SELECT summary_id, summary_text, is_summary_on, is_summary_frozen, summary_job_id, summary_request @> '{"isAnew": true}' AS is_anew, (
         SELECT count(*)::int FROM chat_messages
         WHERE user_id = :userId::uuid AND chat_session_id = session.id AND position <= summary_position
           AND deleted_at IS NULL AND hidden_at IS NULL
       ) AS message_count
       FROM ${ownChat} LEFT JOIN chat_settings settings ON settings.user_id = session.user_id AND chat_session_id = id`,
      { userId, sessionId }
    )
    const [row] = rows
    if (!row) return null
    const { rows: found } = await db.rawQuery<{ rows: VersionRow[] }>(
      `SELECT version.id, author, version.tier, version.created_at, message.id AS up_to, message.created_at AS up_to_at, left(message.content, ${excerptMax}) AS up_to_excerpt, is_stale, left(text, ${excerptMax}) AS excerpt
       FROM chat_summaries version
       LEFT JOIN chat_messages message ON message.user_id = version.user_id AND message.id = up_to AND message.deleted_at IS NULL
       WHERE version.user_id = ?::uuid AND version.chat_session_id = ?::uuid ORDER BY version.created_at DESC, version.id DESC`,
      [userId, sessionId]
    )
    const { rows: facts } = await db.rawQuery<{ rows: ChatSummary['facts'] }>(
      `SELECT id, text FROM chat_facts WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND state = 'proposed' ORDER BY id`,
      [userId, sessionId]
    )
    const jobId = row.summary_job_id
    const job = jobId ? (await jobs.statuses([jobId])).get(jobId) : undefined
    const isRunning = job?.finishedAt === null
    // A version that will replace the current one is only shown when it is complete.
    const versions = found.filter(({ id }) => id === row.summary_id || !(row.is_anew && id === jobId)).map(toVersion)
    const current = versions.find(({ id }) => id === row.summary_id)
    return {
      isOn: row.is_summary_on ?? true,
      isFrozen: row.is_summary_frozen ?? false,
      isAvailable: this.isAvailable,
      isSpent: this.isAvailable && (await this.isSpent(userId)),
      state: isRunning ? 'running' : job?.state === 'failed' ? 'failed' : 'idle',
      current: current ? { ...current, text: row.summary_text!, messageCount: row.message_count } : null,
      versions,
      facts,
    }
  }

  async change(
    userId: string,
    sessionId: string,
    { text, versionId, isOn, isFrozen }: ChatSummaryChange
  ): Promise<ChatSummary | 'no_such_version' | null> {
    const { db, events } = this.#parts
    const chat = { userId, sessionId }
    const refusal = await db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        `SELECT FROM chat_sessions
         WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL FOR UPDATE`,
        chat
      )
      if (rows.length === 0) return 'no_such_chat'
      if (versionId && !(await makeCurrent(trx, chat, versionId))) return 'no_such_version'
      if (text) await writeOwn(trx, chat, text)
      else if (text === null)
        await trx.rawQuery(
          `UPDATE chat_settings SET (${currentColumns}) = (NULL, NULL, NULL, NULL)
           WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid`,
          chat
        )
      if (isOn !== undefined || isFrozen !== undefined)
        await trx.rawQuery(
          `INSERT INTO chat_settings (user_id, chat_session_id, is_summary_on, is_summary_frozen)
           VALUES (:userId::uuid, :sessionId::uuid, coalesce(:isOn::boolean, true), coalesce(:isFrozen::boolean, false))
           ON CONFLICT (user_id, chat_session_id) DO UPDATE SET
             is_summary_on = coalesce(:isOn::boolean, chat_settings.is_summary_on),
             is_summary_frozen = coalesce(:isFrozen::boolean, chat_settings.is_summary_frozen)`,
          { ...chat, isOn: isOn ?? null, isFrozen: isFrozen ?? null } as never
        )
      return null
    })
    if (refusal === 'no_such_chat') return null
    if (refusal) return refusal
    events.publish(userId, { type: 'chat', sessionId, what: 'memory_changed' })
    return this.read(userId, sessionId)
  }

  /** Accepts or dismisses a proposed fact. */
  async answerFact(input: Parameters<typeof answerFact>[1]): Promise<ChatSummary | FactRefusal | null> {
    const { db, events } = this.#parts
    const { userId, sessionId, isAccepted } = input
    const refusal = await db.transaction((trx) => answerFact(trx, input))
    if (refusal) return refusal
    events.publish(userId, { type: 'chat', sessionId, what: isAccepted ? 'pins_changed' : 'memory_changed' })
    return this.read(userId, sessionId)
  }

  /**
   * Requests a new summary from scratch. `order.before`: the position before which the next prompt leaves out messages. The current summary
   * may cover more.
   */
  async regenerate(
    userId: string,
    sessionId: string,
    order: Omit<SummaryOrder, 'isAnew'>
  ): Promise<ChatSummary | 'nothing_left_out' | 'is_off' | 'is_spent' | null> {
    const { db, jobs, events } = this.#parts
    const { rows } = await db.rawQuery<{ rows: { covered: number; is_on: boolean }[] }>(
      `SELECT coalesce(summary_position, -1) + 1 AS covered, coalesce(is_summary_on, true) AS is_on
       FROM ${ownChat} LEFT JOIN chat_settings settings ON settings.user_id = session.user_id AND chat_session_id = id`,
      { userId, sessionId }
    )
    const [row] = rows
    if (!row) return null
    if (!row.is_on || !this.isAvailable) return 'is_off'
    const before = Math.max(order.before, row.covered)
    if (before === 0) return 'nothing_left_out'
    const summary = await this.read(userId, sessionId)
    if (summary?.state === 'running') return summary
    if (summary?.isSpent) return 'is_spent'
    await requestSummary(db, jobs, { userId, sessionId }, { ...order, before, isAnew: true })
    events.publish(userId, { type: 'chat', sessionId, what: 'memory_changed' })
    return this.read(userId, sessionId)
  }
}

/** SQL for the chat of a user in FROM. */
const ownChat = `(
         SELECT user_id, id FROM chat_sessions
         WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL
       ) session`
const excerptMax = 160

const toVersion = (row: VersionRow): SummaryVersion => ({
  id: row.id,
  author: row.author,
  model: row.tier,
  createdAt: row.created_at.toISOString(),
  upToMessageId: row.up_to,
  upToAt: row.up_to_at?.toISOString() ?? null,
  upToExcerpt: row.up_to_excerpt,
  isStale: row.is_stale,
  excerpt: row.excerpt,
})

/** Stores the user's text as the current version. It covers the same messages as the version before. */
const writeOwn = async (trx: TransactionClientContract, chat: ChatKey, text: string) => {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `INSERT INTO chat_summaries (user_id, chat_session_id, text, author, position, up_to)
     SELECT :userId::uuid, :sessionId::uuid, :text, 'user', coalesce(summary_position, -1), summary_up_to
     FROM (SELECT) one LEFT JOIN chat_settings ON user_id = :userId::uuid AND chat_session_id = :sessionId::uuid
     RETURNING id`,
    { ...chat, text }
  )
  await makeCurrent(trx, chat, rows[0]!.id)
  await forgetOldVersions(trx, chat)
}
