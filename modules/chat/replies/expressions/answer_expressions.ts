import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { Gallery, type VersionKey, type Viewer } from '#modules/gallery/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { UserEvents } from '#modules/realtime/index'
import { clipText, inertName, inertText } from '../../prompts/index.ts'
import { chatUserEvent, type AnswerExpression, type ChatExpressions } from '../api.ts'
import { storeOpening } from '../opening/store_opening.ts'
import { ShortAnswers } from '../short_answers.ts'
import { labelByWords, nameIn } from './label_by_words.ts'

const kind = 'chat.expression'
/** The number of labels that a process asks the model for at once. */
const labelsAtOnce = 4
/** A later label is of no use, because the chat has gone on. */
const labelWithinMs = 20_000
/** The newest messages, whose labels are read, and the most labels of them. */
const messagesRead = 20
const labelsMax = 200
/** The labels and the end of the text need few tokens. */
const textTokensMax = 1_000
const outputTokensMax = 16
const answerMax = 400

export interface AnswerKey {
  user: Viewer
  messageId: string
  /** Undefined: the selected answer. */
  answerId: string | undefined
}

export type ExpressionRefusal = 'no_such_message' | 'adult_gate' | 'no_expressions' | 'no_such_expression'

interface Order {
  messageId: string
  answerId: string
  /** The time of the request, in milliseconds since 1970. */
  at: number
}

interface Answer {
  id: string
  sessionId: string
  characterId: string | null
  version: number | null
  text: string
  label: string | null
  author: 'words' | 'model' | 'user' | null
}

interface Choice {
  userId: string
  text: string
  names: readonly string[]
  signal: AbortSignal
}

/** Without a choice of the user, an expression isn't shown again. So the job may see any. */
const anyone = (id: string): Viewer => ({ id, isAdmin: true, limitlessEnabled: true })

/**
 * The expressions of answers. An open chat asks for the label of its newest answer. Words decide at once, and a model may decide better soon
 * afterwards. A choice of the user stays.
 */
@inject()
export class AnswerExpressions {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly jobs: Jobs,
    private readonly events: UserEvents,
    private readonly timers: Timers,
    private readonly answers: ShortAnswers
  ) {}

  /** Defines the job that asks the model. Call it at boot. */
  defineJob() {
    this.jobs.define<Order, null>(kind, (job) => this.#improve(job), { atOnce: labelsAtOnce })
  }

  /** Returns null if this user has no such chat. */
  async read(user: Viewer, sessionId: string): Promise<ChatExpressions | null> {
    const { rows } = await this.db.rawQuery<{
      rows: { versions: VersionKey[]; labels: Record<string, string> | null }[]
    }>(
      `SELECT CASE WHEN character_id IS NOT NULL THEN json_build_array(json_build_object('id', character_id, 'version', character_version)) ELSE (
           SELECT coalesce(json_agg(json_build_object('id', member.character_id, 'version', member.character_version) ORDER BY position), '[]')
           FROM chat_group_members member
           WHERE member.user_id = session.user_id AND member.chat_session_id = session.id AND removed_at IS NULL
         ) END AS versions,
         (SELECT json_object_agg(answer_id, label) FROM (
            SELECT answer_id, label FROM chat_expressions
            WHERE user_id = :userId::uuid AND message_id IN (
              SELECT id FROM chat_messages
              WHERE user_id = :userId::uuid AND chat_session_id = session.id AND deleted_at IS NULL ORDER BY position DESC LIMIT ${messagesRead}
            )
            ORDER BY answer_id DESC LIMIT ${labelsMax}
          ) newest) AS labels
       FROM chat_sessions session WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL`,
      { userId: user.id, sessionId }
    )
    const [row] = rows
    if (!row) return null
    const found = await this.gallery.expressions(row.versions, user)
    const characters = row.versions.flatMap(({ id }) => {
      const expressions = found.get(id)
      return expressions === undefined ? [] : [{ id, expressions }]
    })
    return { characters, labels: row.labels ?? {} }
  }

  /** Labels an answer by its words, and asks the model, unless it has a label. */
  async label(key: AnswerKey): Promise<AnswerExpression | ExpressionRefusal> {
    const { db, jobs, timers } = this
    const userId = key.user.id
    const found = await this.#find(key)
    if (typeof found === 'string') return found
    const { answer, expressions } = found
    if (answer.label !== null) return { label: answer.label }
    const names = expressions.map(({ name }) => name)
    const label = labelByWords(answer.text, names)
    const order: Order = { messageId: key.messageId, answerId: answer.id, at: timers.now() }
    await db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        `INSERT INTO chat_expressions (user_id, message_id, answer_id, label, author)
         VALUES (?::uuid, ?::uuid, ?::uuid, ?, 'words') ON CONFLICT DO NOTHING RETURNING answer_id`,
        [userId, key.messageId, answer.id, label]
      )
      if (rows.length > 0 && this.answers.isAvailable && names.length > 1)
        await jobs.enqueue({ kind, ownerId: userId, payload: order }, trx)
    })
    return { label }
  }

  /** Stores the user's choice. The label is the name of an expression, in any case. */
  async choose(key: AnswerKey, label: string): Promise<AnswerExpression | ExpressionRefusal> {
    const found = await this.#find(key)
    if (typeof found === 'string') return found
    const { answer, expressions } = found
    const chosen = expressions.find(({ name }) => name.toLowerCase() === label.trim().toLowerCase())
    if (!chosen) return 'no_such_expression'
    await this.db.rawQuery(
      `INSERT INTO chat_expressions (user_id, message_id, answer_id, label, author) VALUES (?::uuid, ?::uuid, ?::uuid, ?, 'user')
       ON CONFLICT ON CONSTRAINT chat_expressions_pkey DO UPDATE SET label = excluded.label, author = excluded.author`,
      [key.user.id, key.messageId, answer.id, chosen.name]
    )
    this.events.publish(key.user.id, chatUserEvent(answer.sessionId, 'expression_changed', key.messageId))
    return { label: chosen.name }
  }

  async #find({ user, messageId, answerId }: AnswerKey) {
    await storeOpening(this.db.connection(), user.id, messageId)
    const answer = await this.#readAnswer(user.id, messageId, answerId)
    if (!answer) return 'no_such_message'
    const expressions = await this.#expressionsOf(answer, user)
    if (expressions === null) return 'adult_gate'
    return expressions?.length ? { answer, expressions } : 'no_expressions'
  }

  /** Undefined without a character. Null for a gated one. */
  async #expressionsOf({ characterId: id, version }: Answer, user: Viewer) {
    return id === null ? undefined : (await this.gallery.expressions([{ id, version }], user)).get(id)
  }

  async #readAnswer(userId: string, messageId: string, answerId: string | undefined): Promise<Answer | null> {
    const { rows } = await this.db.rawQuery<{ rows: Answer[] }>(
      `SELECT coalesce(answer.id, message.id) AS id, session.id AS "sessionId", coalesce(answer.content, message.content) AS text,
         coalesce(answer.character_id, message.character_id, session.character_id) AS "characterId",
         CASE WHEN session.character_id IS NOT NULL THEN session.character_version ELSE (
           SELECT member.character_version FROM chat_group_members member
           WHERE member.user_id = message.user_id AND member.chat_session_id = session.id
             AND member.character_id = coalesce(answer.character_id, message.character_id)
         ) END AS version, kept.label, kept.author
       FROM chat_messages message
       JOIN chat_sessions session ON session.user_id = message.user_id AND session.id = message.chat_session_id
       LEFT JOIN chat_message_alternates answer ON answer.user_id = message.user_id AND answer.message_id = message.id
         AND answer.id = coalesce(:answerId::uuid, message.answer_id)
       LEFT JOIN chat_expressions kept ON kept.user_id = message.user_id AND kept.message_id = message.id
         AND kept.answer_id = coalesce(answer.id, message.id)
       WHERE message.user_id = :userId::uuid AND message.id = :messageId::uuid AND message.author_id IS NULL
         AND message.deleted_at IS NULL AND session.deleted_at IS NULL
         AND coalesce(:answerId::uuid, message.answer_id, message.id) IN (answer.id, message.id)`,
      { userId, messageId, answerId: answerId ?? null } as never
    )
    return rows[0] ?? null
  }

  /** Asks the model for the expression that suits a text. Returns null if it doesn't answer with one. */
  async #choose({ userId, text, names, signal }: Choice): Promise<string | null> {
    const answer = await this.answers.ask('expression', {
      userId,
      system:
        'You choose the facial expression of a character in a role play. Read what the character says and does, and answer with the one label that ' +
        `suits the end of it best. Answer with nothing but the label.\n\nLabels: ${names.map(inertName).join(', ')}`,
      content: `<<The text>>\n${inertText(clipText(text, textTokensMax, 'end'))}\n<<end>>`,
      lengthMax: answerMax,
      outputTokensMax,
      temperature: 0,
      signal,
    })
    return answer.ok ? nameIn(answer.value, names) : null
  }

  /** The job. It never fails, because a later attempt would be too late. */
  async #improve({ ownerId: userId, payload: { messageId, answerId, at }, signal }: JobRun<Order, null>) {
    const leftMs = at + labelWithinMs - this.timers.now()
    if (leftMs <= 0 || !this.answers.isAvailable) return
    const answer = await this.#readAnswer(userId, messageId, answerId)
    if (answer?.author !== 'words') return
    const expressions = await this.#expressionsOf(answer, anyone(userId))
    if (!expressions || expressions.length < 2) return
    const within = AbortSignal.any([signal, this.timers.timeout(Math.min(leftMs, labelWithinMs))])
    const names = expressions.map(({ name }) => name)
    const label = await this.#choose({ userId, text: answer.text, names, signal: within })
    signal.throwIfAborted()
    if (label === null) return
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `UPDATE chat_expressions SET label = ?, author = 'model'
       WHERE user_id = ?::uuid AND message_id = ?::uuid AND answer_id = ?::uuid AND author = 'words' RETURNING answer_id`,
      [label, userId, messageId, answer.id]
    )
    if (rows.length > 0 && label !== answer.label)
      this.events.publish(userId, chatUserEvent(answer.sessionId, 'expression_changed', messageId))
  }
}
