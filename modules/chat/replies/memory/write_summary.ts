import { createHash } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Timers } from '#plugins/contract/timers'
import type { JobRun } from '#modules/jobs/index'
import { storable } from '#modules/kernel/text'
import type { UserEvents } from '#modules/realtime/index'
import { ProviderError } from '#plugins/contract/errors'
import type { SummaryTask } from '#plugins/contract/model'
import { limits } from '../../limits.ts'
import { AllowanceSpent, freeCalls, type Allowance } from '../allowance.ts'
import { clipText, estimateTokens, type Tier } from '../../prompts/index.ts'
import type { ChatKey } from '../replies.ts'
import { proposeFacts } from './facts.ts'
import type { SummaryOrder } from './request_summary.ts'
import { currentColumns, versionColumns } from './revise_summary.ts'
import { linesOf, parseSummary, summaryPrompt, type SummarizedMessage } from './summary_prompt.ts'

/** A model that writes summaries. */
export type SummaryModel = Pick<Tier, 'provider' | 'model' | 'contextTokens' | 'outputTokensMax' | 'vision'> &
  Partial<Pick<Tier, 'isDemo'>>

/** The settings in `config/models.ts`. */
export abstract class SummarySettings {
  /** The model of all summaries. Null: there are none. */
  abstract readonly summary: SummaryModel | null
}

export interface WriteSummaryParts {
  db: Database
  events: Pick<UserEvents, 'publish'>
  timers: Timers
  /** The model of all summaries. Null: there are none. */
  model: SummaryModel | null
  allowance: Allowance
}

const outputTokensMax = 700
/** The largest share of a request for messages. The rest is for the current summary, and for wrong estimates. */
const messagesShare = 0.6
const messagesPerStep = 400
/** The timeout for the answer of the model. */
const requestMs = 180_000
const answerMax = 40_000

const { callsMax } = freeCalls.summary
/**
 * A job summarizes at most this many messages and tokens, the newest ones. So history that was imported, or that left prompts while summaries
 * were off or the allowance was spent, causes only so many calls. Older messages leave prompts without a summary.
 */
const messagesPerJob = 1_000
const bytesPerToken = 3

export interface SummaryProgress {
  position: number
  /** The calls of this job so far, apart from those that failed. */
  calls: number
}

interface Step {
  order: SummaryOrder
  /** The version that this step continues. Null: there is none. */
  base: { id: string; text: string; position: number } | null
  /** The position before the first message. */
  after: number
  messages: SummarizedMessage[]
  /** Whether this step covers all messages of the order. */
  isComplete: boolean
}

/**
 * The job that writes the running summary of a chat, in steps that fit the context of the model. Each run writes one version. If its calls
 * aren't enough, the next reply requests another job, which continues.
 */
export class WriteSummary {
  readonly #parts: WriteSummaryParts

  constructor(parts: WriteSummaryParts) {
    this.#parts = parts
  }

  async run({
    id,
    ownerId: userId,
    payload: { sessionId },
    progress,
    signal,
    save,
  }: JobRun<{ sessionId: string }, SummaryProgress>) {
    const chat = { userId, sessionId }
    const { db, events, model } = this.#parts
    let share = messagesShare
    for (let calls = (progress?.calls ?? 0) + 1; calls <= callsMax; calls++) {
      signal.throwIfAborted()
      const order = await this.#readOrder(chat)
      const step = order && model ? await this.#nextStep(chat, id, { order, room: roomOf(model) * share }) : null
      if (!step) return
      const publish = () => events.publish(userId, { type: 'chat', sessionId, what: 'memory_changed' })
      let written
      try {
        written = await this.#write(model!, chat, step, signal)
      } catch (error) {
        // Open tabs show that the allowance is spent. A later reply requests another job.
        if (error instanceof AllowanceSpent) return publish()
        const isTooLong = error instanceof ProviderError && error.code === 'context_too_long'
        if (!isTooLong || step.messages.length === 1) throw error
        share /= 2
        continue
      }
      const isLast = step.isComplete || calls === callsMax
      const isStored = await db.transaction(async (trx) => {
        const position = await store(trx, chat, id, { ...step, isLast }, written)
        if (position === null) return false
        await save({ position, calls }, trx)
        return true
      })
      if (isStored) {
        publish()
        if (isLast) return
      }
    }
  }

  /** Returns null if there is nothing to do, or the account is disabled. */
  async #readOrder({ userId, sessionId }: ChatKey): Promise<SummaryOrder | null> {
    const { rows } = await this.#parts.db.rawQuery<{ rows: { summary_request: SummaryOrder | null }[] }>(
      `SELECT summary_request FROM chat_settings
       WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND NOT accounts_is_disabled(user_id)`,
      [userId, sessionId]
    )
    return rows[0]?.summary_request ?? null
  }

  /** Reads the next step. Null: there is nothing to do. `room`: the tokens for messages. */
  async #nextStep(
    chat: ChatKey,
    jobId: string,
    { order, room }: { order: SummaryOrder; room: number }
  ): Promise<Step | null> {
    const { db } = this.#parts
    await db.rawQuery(
      `DELETE FROM chat_summaries WHERE user_id = :userId::uuid AND id = :jobId::uuid AND is_stale AND id IS DISTINCT FROM (
         SELECT summary_id FROM chat_settings WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid
       )`,
      { ...chat, jobId }
    )
    const { rows } = await db.rawQuery<{ rows: BaseRow[] }>(
      `SELECT version.id, version.text, version.position
       FROM chat_sessions session
       JOIN chat_settings settings ON settings.user_id = session.user_id AND settings.chat_session_id = session.id
       LEFT JOIN chat_summaries version ON version.user_id = session.user_id AND version.id = coalesce(
         (SELECT id FROM chat_summaries WHERE user_id = :userId::uuid AND id = :jobId::uuid),
         CASE WHEN NOT :isAnew::boolean THEN summary_id END
       )
       WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid AND deleted_at IS NULL AND is_summary_on AND (:isAnew::boolean OR NOT is_summary_frozen)`,
      { ...chat, jobId, isAnew: order.isAnew }
    )
    const [row] = rows
    if (!row) return null
    const known = toBase(row)
    const skipped = await this.#skippedUpTo(chat, { after: known?.position ?? -1, before: order.before, room })
    // A new summary of a chat that is too long for one job continues an earlier one.
    const base = known ?? (skipped < 0 ? null : await this.#readVersionUpTo(chat, skipped))
    const after = Math.max(base?.position ?? -1, skipped)
    const { rows: messages } = await db.rawQuery<{ rows: SummarizedMessage[] }>(
      `SELECT id, position, author_id IS NOT NULL AS "isUser", speaker, content, floor(extract(epoch FROM created_at) * 1000)::float8 AS at
       FROM chat_messages
       WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND position > ?::int AND position < ?::int
         AND deleted_at IS NULL AND hidden_at IS NULL
       ORDER BY position LIMIT ?::int`,
      [chat.userId, chat.sessionId, after, order.before, messagesPerStep + 1]
    )
    if (messages.length === 0) return null
    const count = Math.min(messagesPerStep, countFitting(messages, room))
    const isComplete = count === messages.length
    return { order, base, after, messages: messages.slice(0, count), isComplete }
  }

  /** Returns the position of the last message that is too old to be summarized. -1: there is none. */
  async #skippedUpTo(
    chat: ChatKey,
    { after, before, room }: { after: number; before: number; room: number }
  ): Promise<number> {
    const { rows } = await this.#parts.db.rawQuery<{ rows: { position: number | null }[] }>(
      `SELECT max(position) AS position FROM (
         SELECT position, row_number() OVER newest AS count, sum(octet_length(content)) OVER newest AS bytes
         FROM (
           SELECT position, content FROM chat_messages
           WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND position > :after::int AND position < :before::int
             AND deleted_at IS NULL AND hidden_at IS NULL
           ORDER BY position DESC LIMIT :messagesMax::int + 1
         ) found WINDOW newest AS (ORDER BY position DESC)
       ) measured WHERE count > :messagesMax::int OR (count > 1 AND bytes > :bytesMax::bigint)`,
      {
        ...chat,
        after,
        before,
        messagesMax: messagesPerJob,
        bytesMax: Math.floor(callsMax * room * bytesPerToken),
      } as never
    )
    return rows[0]!.position ?? -1
  }

  /** Reads the version by the model that covers the most messages, but none after this position. */
  async #readVersionUpTo({ userId, sessionId }: ChatKey, position: number): Promise<Step['base']> {
    const { rows } = await this.#parts.db.rawQuery<{ rows: BaseRow[] }>(
      `SELECT id, text, position FROM chat_summaries
       WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND position <= ?::int AND author = 'model' AND NOT is_stale
       ORDER BY position DESC, created_at DESC LIMIT 1`,
      [userId, sessionId, position]
    )
    return rows[0] ? toBase(rows[0]) : null
  }

  async #write(model: SummaryModel, { userId, sessionId }: ChatKey, step: Step, signal: AbortSignal) {
    const request = requestOf(model, sessionId, step)
    let answer = ''
    let reason: string | null = null
    const within = AbortSignal.any([signal, this.#parts.timers.timeout(requestMs)])
    const call = { userId, provider: model.provider, request, signal: within }
    for await (const part of this.#parts.allowance.stream('summary', call)) {
      if (part.type === 'text') answer += storable(part.text)
      else if (part.type === 'retract') answer = ''
      else if (part.type === 'finish') reason = part.reason
      if (answer.length > answerMax) break
    }
    signal.throwIfAborted()
    const { text, facts } = parseSummary(answer, reason !== 'stop')
    if (reason === 'filter' || reason === 'refusal' || within.aborted)
      throw new Error(`The model wrote no summary: ${reason ?? 'too slow'}.`)
    if (text === '') throw new Error('The model wrote an empty summary.')
    return { text: [...text].slice(0, limits.summaryMax).join(''), facts }
  }
}

type BaseRow = { [Key in 'id' | 'text']: string | null } & { position: number | null }

const toBase = ({ id, text, position }: BaseRow): Step['base'] =>
  id === null ? null : { id, text: text!, position: position! }

const roomOf = ({ contextTokens, outputTokensMax: max }: SummaryModel) => contextTokens - Math.min(max, outputTokensMax)

/** Returns how many messages fit into a step, which is at least one. A single message that is too long is cut later. */
const countFitting = (messages: readonly SummarizedMessage[], room: number) => {
  let left = room
  const index = messages.findIndex(({ content }) => (left -= estimateTokens(content)) < 0)
  return index === -1 ? messages.length : Math.max(1, index)
}

const requestOf = (model: SummaryModel, sessionId: string, { order, base, messages }: Step) => {
  const room = roomOf(model) * messagesShare
  const cut = messages.map((message) => ({ ...message, content: clipText(message.content, Math.floor(room)) }))
  const task: SummaryTask = {
    previous: base?.text ?? '',
    lines: linesOf(cut, order, { chatId: sessionId, timeZone: order.timeZone }),
  }
  const narrator = { name: order.char, description: '', personality: '' }
  return {
    model: model.model,
    ...summaryPrompt(order, task),
    cast: { character: narrator, user: { name: order.user, persona: '' } },
    contextTokens: model.contextTokens,
    outputTokensMax: Math.min(model.outputTokensMax, outputTokensMax),
    sampling: { temperature: 0.3 },
    stop: [],
    variant: 0,
    summary: task,
  }
}

/**
 * Stores the result of a step. Returns the position up to which the summary now covers the chat. Null if messages, the summary or settings
 * have changed since the step was read.
 */
const store = async (
  trx: TransactionClientContract,
  chat: ChatKey,
  jobId: string,
  { order, base, after, messages, isComplete, isLast }: Step & { isLast: boolean },
  { text, facts }: { text: string; facts: string[] }
): Promise<number | null> => {
  const last = messages.at(-1)!
  const { rows: locked } = await trx.rawQuery<{ rows: unknown[] }>(
    'SELECT FROM chat_sessions WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL FOR UPDATE',
    { ...chat }
  )
  if (locked.length === 0) return null
  const { rows } = await trx.rawQuery<{ rows: { is_same: boolean }[] }>(
    `SELECT is_summary_on AND (:isAnew::boolean OR NOT is_summary_frozen)
       AND CASE
         WHEN EXISTS (SELECT FROM chat_summaries WHERE user_id = :userId::uuid AND id = :jobId::uuid) THEN :jobId::uuid IS NOT DISTINCT FROM :baseId::uuid
         WHEN NOT :isAnew::boolean AND summary_id IS NOT NULL THEN summary_id IS NOT DISTINCT FROM :baseId::uuid
         ELSE :baseId::uuid IS NULL OR EXISTS (
           SELECT FROM chat_summaries WHERE user_id = :userId::uuid AND id = :baseId::uuid AND NOT is_stale)
       END
       AND NOT EXISTS (SELECT FROM chat_summaries WHERE user_id = :userId::uuid AND id = :jobId::uuid AND is_stale)
       AND coalesce(summary_request @> '{"isAnew": true}', false) = :isAnew::boolean
       AND (
         SELECT md5(string_agg(id::text || content, '' ORDER BY position)) FROM chat_messages
         WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND position > :after::int AND position <= :upTo::int
           AND deleted_at IS NULL AND hidden_at IS NULL
       ) = :hash AS is_same
     FROM chat_settings WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid FOR UPDATE`,
    {
      ...chat,
      jobId,
      isAnew: order.isAnew,
      baseId: base?.id ?? null,
      after,
      upTo: last.position,
      hash: hashOf(messages),
    } as never
  )
  if (!rows[0]?.is_same) return null
  const position = isComplete ? order.before - 1 : last.position
  await trx.rawQuery(
    `INSERT INTO chat_summaries (user_id, id, chat_session_id, text, author, tier, position, up_to)
     VALUES (?::uuid, ?::uuid, ?::uuid, ?, 'model', ?, ?::int, ?::uuid)
     ON CONFLICT (user_id, id) DO UPDATE SET text = excluded.text, position = excluded.position, up_to = excluded.up_to, created_at = now()`,
    [chat.userId, jobId, chat.sessionId, text, order.tier, position, last.id]
  )
  if (!order.isAnew || isLast) await makeCurrent(trx, chat, jobId)
  if (order.isAnew && isLast)
    await trx.rawQuery(
      `UPDATE chat_settings SET summary_request = summary_request || '{"isAnew": false}'
       WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid`,
      { ...chat }
    )
  // The facts of messages that were summarized before have already been proposed.
  if (!order.isAnew) await proposeFacts(trx, chat, facts)
  await forgetOldVersions(trx, chat)
  return position
}

const hashOf = (messages: readonly SummarizedMessage[]) => {
  const hash = createHash('md5')
  for (const { id, content } of messages) hash.update(id).update(content)
  return hash.digest('hex')
}

/** Makes a version the current one. Returns false if the chat has no such version. */
export const makeCurrent = async (trx: TransactionClientContract, chat: ChatKey, id: string): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `INSERT INTO chat_settings (user_id, chat_session_id, ${currentColumns})
     SELECT user_id, chat_session_id, ${versionColumns} FROM chat_summaries version
     WHERE user_id = :userId::uuid AND id = :id::uuid AND chat_session_id = :sessionId::uuid
     ON CONFLICT (user_id, chat_session_id) DO UPDATE SET (${currentColumns}) = (
       excluded.summary_id, excluded.summary_text, excluded.summary_position, excluded.summary_up_to
     )
     RETURNING chat_session_id`,
    { ...chat, id }
  )
  return rows.length > 0
}

export const forgetOldVersions = async (trx: TransactionClientContract, chat: ChatKey) => {
  await trx.rawQuery(
    `DELETE FROM chat_summaries WHERE user_id = :userId::uuid AND id IN (
       SELECT id FROM chat_summaries
       WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND id IS DISTINCT FROM (
         SELECT summary_id FROM chat_settings WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid
       )
       ORDER BY created_at DESC, id DESC OFFSET :kept::int
     )`,
    { ...chat, kept: limits.summaryVersionsMax - 1 }
  )
}
