import { createHash } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { JobRun } from '#modules/jobs/index'
import { storable } from '#modules/kernel/text'
import type { UserEvents } from '#modules/realtime/index'
import { ProviderError } from '#plugins/contract/errors'
import type { SummaryTask } from '#plugins/contract/model'
import { limits } from '../../api.ts'
import { clipText } from '../prompt/clip_text.ts'
import { estimateTokens } from '../prompt/estimate_tokens.ts'
import type { Tier } from '../prompt/tier.ts'
import { proposeFacts } from './facts.ts'
import type { SummaryOrder } from './request_summary.ts'
import { currentColumns, versionColumns } from './revise_summary.ts'
import { linesOf, parseSummary, summaryPrompt, type SummarizedMessage } from './summary_prompt.ts'

/** A model that writes summaries. */
export type SummaryModel = Pick<Tier, 'provider' | 'model' | 'contextTokens' | 'outputTokensMax'>

export interface WriteSummaryParts {
  db: Database
  events: Pick<UserEvents, 'publish'>
  /** Returns the model for chats that use a tier. Null: there are no summaries. */
  modelOf: (tier: string) => SummaryModel | null
}

const outputTokensMax = 700
/** The largest share of a request for messages. The rest is for the current summary, and for wrong estimates. */
const messagesShare = 0.6
const messagesPerStep = 400
/** How often messages that change while they are summarized are read again in one run. */
const changesMax = 5
/** The timeout for the answer of the model. */
const requestMs = 180_000
const answerMax = 40_000

interface Step {
  order: SummaryOrder
  userId: string
  /** The version that this step continues. Null: there is none. */
  base: { id: string; text: string; position: number } | null
  messages: SummarizedMessage[]
  /** Whether this step completes the summary. */
  isLast: boolean
}

/** The job that writes the running summary of a chat, in steps that fit the context of the model. Each run writes one version. */
export class WriteSummary {
  readonly #parts: WriteSummaryParts

  constructor(parts: WriteSummaryParts) {
    this.#parts = parts
  }

  async run({ id, payload: { sessionId }, signal, save }: JobRun<{ sessionId: string }, { position: number }>) {
    let share = messagesShare
    for (let changes = 0; ;) {
      signal.throwIfAborted()
      const order = await this.#readOrder(sessionId)
      const model = order && this.#parts.modelOf(order.tier)
      const step = model ? await this.#nextStep(sessionId, id, { order, room: roomOf(model) * share }) : null
      if (!step) return
      let written
      try {
        written = await write(model!, sessionId, step, signal)
      } catch (error) {
        const isTooLong = error instanceof ProviderError && error.code === 'context_too_long'
        if (!isTooLong || step.messages.length === 1) throw error
        share /= 2
        continue
      }
      const isStored = await this.#parts.db.transaction(async (trx) => {
        const stored = await store(trx, sessionId, id, step, written)
        if (stored) await save({ position: stored }, trx)
        return stored !== null
      })
      if (isStored) {
        this.#parts.events.publish(step.userId, { type: 'chat', sessionId, what: 'memory_changed' })
        if (step.isLast) return
      } else if (++changes > changesMax) throw new Error('The messages changed while they were summarized.')
    }
  }

  async #readOrder(sessionId: string): Promise<SummaryOrder | null> {
    const { rows } = await this.#parts.db.rawQuery<{ rows: { summary_request: SummaryOrder | null }[] }>(
      'SELECT summary_request FROM chat_settings WHERE chat_session_id = ?::uuid',
      [sessionId]
    )
    return rows[0]?.summary_request ?? null
  }

  /** Reads the next step. Null: there is nothing to do. `room`: the tokens for messages. */
  async #nextStep(
    sessionId: string,
    jobId: string,
    { order, room }: { order: SummaryOrder; room: number }
  ): Promise<Step | null> {
    const { db } = this.#parts
    await db.rawQuery(
      `DELETE FROM chat_summaries WHERE id = ?::uuid AND is_stale AND id IS DISTINCT FROM (
         SELECT summary_id FROM chat_settings WHERE chat_session_id = ?::uuid
       )`,
      [jobId, sessionId]
    )
    const { rows } = await db.rawQuery<{ rows: (BaseRow & { user_id: string })[] }>(
      `SELECT user_id, version.id, version.text, version.position
       FROM chat_sessions session
       JOIN chat_settings ON chat_session_id = session.id
       LEFT JOIN chat_summaries version ON version.id = coalesce(
         (SELECT id FROM chat_summaries WHERE id = :jobId::uuid), CASE WHEN NOT :isAnew::boolean THEN summary_id END
       )
       WHERE session.id = :sessionId::uuid AND deleted_at IS NULL AND is_summary_on AND (:isAnew::boolean OR NOT is_summary_frozen)`,
      { jobId, sessionId, isAnew: order.isAnew }
    )
    const [row] = rows
    if (!row) return null
    const base = row.id ? { id: row.id, text: row.text!, position: row.position! } : null
    const { rows: messages } = await db.rawQuery<{ rows: SummarizedMessage[] }>(
      `SELECT id, position, user_id IS NOT NULL AS "isUser", speaker, content, floor(extract(epoch FROM created_at) * 1000)::float8 AS at
       FROM chat_messages
       WHERE chat_session_id = ?::uuid AND position > ?::int AND position < ?::int AND deleted_at IS NULL
       ORDER BY position LIMIT ?::int`,
      [sessionId, base?.position ?? -1, order.before, messagesPerStep + 1]
    )
    if (messages.length === 0) return null
    const count = Math.min(messagesPerStep, countFitting(messages, room))
    const isLast = count === messages.length
    return { order, userId: row.user_id, base, messages: messages.slice(0, count), isLast }
  }
}

type BaseRow = { [Key in 'id' | 'text']: string | null } & { position: number | null }

const roomOf = ({ contextTokens, outputTokensMax: max }: SummaryModel) => contextTokens - Math.min(max, outputTokensMax)

/** Returns how many messages fit into a step, which is at least one. A single message that is too long is cut later. */
const countFitting = (messages: readonly SummarizedMessage[], room: number) => {
  let left = room
  const index = messages.findIndex(({ content }) => (left -= estimateTokens(content)) < 0)
  return index === -1 ? messages.length : Math.max(1, index)
}

const write = async (model: SummaryModel, sessionId: string, { order, base, messages }: Step, signal: AbortSignal) => {
  const room = roomOf(model) * messagesShare
  const cut = messages.map((message) => ({ ...message, content: clipText(message.content, Math.floor(room)) }))
  const task: SummaryTask = {
    previous: base?.text ?? '',
    lines: linesOf(cut, order, { chatId: sessionId, timeZone: order.timeZone }),
  }
  const narrator = { name: order.char, description: '', personality: '', backstory: '' }
  const request = {
    model: model.model,
    ...summaryPrompt(order, task),
    cast: { character: narrator, scenario: '', user: { name: order.user, persona: '' } },
    contextTokens: model.contextTokens,
    outputTokensMax: Math.min(model.outputTokensMax, outputTokensMax),
    sampling: { temperature: 0.3 },
    stop: [],
    variant: 0,
    summary: task,
  }
  let answer = ''
  let reason: string | null = null
  const within = AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
  for await (const part of model.provider.streamReply(request, within)) {
    if (part.type === 'text') answer += storable(part.text)
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

/**
 * Stores the result of a step. Returns the position up to which the summary now covers the chat. Null if messages, the summary or settings
 * have changed since the step was read.
 */
const store = async (
  trx: TransactionClientContract,
  sessionId: string,
  jobId: string,
  { order, base, messages, isLast }: Step,
  { text, facts }: { text: string; facts: string[] }
): Promise<number | null> => {
  const last = messages.at(-1)!
  const { rows: locked } = await trx.rawQuery<{ rows: unknown[] }>(
    'SELECT FROM chat_sessions WHERE id = ?::uuid AND deleted_at IS NULL FOR UPDATE',
    [sessionId]
  )
  if (locked.length === 0) return null
  const { rows } = await trx.rawQuery<{ rows: { is_same: boolean }[] }>(
    `SELECT is_summary_on AND (:isAnew::boolean OR NOT is_summary_frozen)
       AND coalesce((SELECT id FROM chat_summaries WHERE id = :jobId::uuid), CASE WHEN NOT :isAnew::boolean THEN summary_id END)
         IS NOT DISTINCT FROM :baseId::uuid
       AND NOT EXISTS (SELECT FROM chat_summaries WHERE id = :jobId::uuid AND is_stale)
       AND coalesce(summary_request @> '{"isAnew": true}', false) = :isAnew::boolean
       AND (
         SELECT md5(string_agg(id::text || content, '' ORDER BY position)) FROM chat_messages
         WHERE chat_session_id = :sessionId::uuid AND position > :after::int AND position <= :upTo::int AND deleted_at IS NULL
       ) = :hash AS is_same
     FROM chat_settings WHERE chat_session_id = :sessionId::uuid FOR UPDATE`,
    {
      jobId,
      sessionId,
      isAnew: order.isAnew,
      baseId: base?.id ?? null,
      after: base?.position ?? -1,
      upTo: last.position,
      hash: hashOf(messages),
    } as never
  )
  if (!rows[0]?.is_same) return null
  const position = isLast ? order.before - 1 : last.position
  await trx.rawQuery(
    `INSERT INTO chat_summaries (id, chat_session_id, text, author, tier, position, up_to)
     VALUES (?::uuid, ?::uuid, ?, 'model', ?, ?::int, ?::uuid)
     ON CONFLICT (id) DO UPDATE SET text = excluded.text, position = excluded.position, up_to = excluded.up_to, created_at = now()`,
    [jobId, sessionId, text, order.tier, position, last.id]
  )
  if (!order.isAnew || isLast) await makeCurrent(trx, sessionId, jobId)
  if (order.isAnew && isLast)
    await trx.rawQuery(
      `UPDATE chat_settings SET summary_request = summary_request || '{"isAnew": false}' WHERE chat_session_id = ?::uuid`,
      [sessionId]
    )
  // The facts of messages that were summarized before have already been proposed.
  if (!order.isAnew) await proposeFacts(trx, sessionId, facts)
  await forgetOldVersions(trx, sessionId)
  return position
}

const hashOf = (messages: readonly SummarizedMessage[]) => {
  const hash = createHash('md5')
  for (const { id, content } of messages) hash.update(id).update(content)
  return hash.digest('hex')
}

/** Makes a version the current one. Returns false if the chat has no such version. */
export const makeCurrent = async (trx: TransactionClientContract, sessionId: string, id: string): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `INSERT INTO chat_settings (chat_session_id, ${currentColumns})
     SELECT chat_session_id, ${versionColumns} FROM chat_summaries version WHERE id = ?::uuid AND chat_session_id = ?::uuid
     ON CONFLICT (chat_session_id) DO UPDATE SET (${currentColumns}) = (
       excluded.summary_id, excluded.summary_text, excluded.summary_position, excluded.summary_up_to
     )
     RETURNING chat_session_id`,
    [id, sessionId]
  )
  return rows.length > 0
}

export const forgetOldVersions = async (trx: TransactionClientContract, sessionId: string) => {
  await trx.rawQuery(
    `DELETE FROM chat_summaries WHERE id IN (
       SELECT id FROM chat_summaries
       WHERE chat_session_id = :sessionId::uuid
         AND id IS DISTINCT FROM (SELECT summary_id FROM chat_settings WHERE chat_session_id = :sessionId::uuid)
       ORDER BY created_at DESC, id DESC OFFSET :kept::int
     )`,
    { sessionId, kept: limits.summaryVersionsMax - 1 }
  )
}
