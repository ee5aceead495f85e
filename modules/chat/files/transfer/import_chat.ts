import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { lockSql } from '#modules/kernel/locks'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../../limits.ts'
import { importedTier, insertBatch, MessageBatch } from './message_batch.ts'
import type { ImportedHeader, ImportedMessage, ImportedSession } from './transferred_chat.ts'

/** `busy`: another import of this user is running. `full`: the user's imports would take up too much space. */
export type ImportFailure = { kind: 'busy' } | { kind: 'full'; usedBytes: number; bytesMax: number }

export interface ImportChatInput {
  userId: string
  /** A character that the user may chat with, as the caller has checked. */
  characterId: string
  header: ImportedHeader
  /** At least one message that isn't hidden. */
  messages: AsyncIterable<ImportedMessage>
}

/** A stalled upload must not hold a connection for longer than this. */
const idleSeconds = 30

class Failed extends Error {
  readonly failure: ImportFailure

  constructor(failure: ImportFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/**
 * Stores a chat as a new session, in batches and one transaction. The chat has no replies, so it is free and not in statistics. A user has
 * one import at a time, across all processes. With `trx`, several chats can be stored together, and the caller rolls back after a failure.
 */
export const importChat = async (
  db: Database,
  input: ImportChatInput,
  trx?: TransactionClientContract
): Promise<Result<ImportedSession, ImportFailure>> => {
  try {
    return ok(await (trx ? importIn(trx, input) : db.transaction((own) => importIn(own, input))))
  } catch (error) {
    if (error instanceof Failed) return fail(error.failure)
    throw error
  }
}

const importIn = async (
  trx: TransactionClientContract,
  { userId, characterId, header, messages }: ImportChatInput
): Promise<ImportedSession> => {
  await trx.rawQuery(`SET LOCAL idle_in_transaction_session_timeout = '${idleSeconds}s'`)
  const { rows } = await trx.rawQuery<{ rows: { got: boolean; used: string }[] }>(
    `SELECT ${lockSql.try('?::text')} AS got,
       (SELECT coalesce(sum(bytes), 0) FROM chat_imports WHERE user_id = ?::uuid) AS used`,
    [`chat.import ${userId}`, userId]
  )
  const { got, used } = rows[0]!
  if (!got) throw new Failed({ kind: 'busy' })
  const sessionId = newId()
  const quota = new Quota(Number(used))
  if (header.original) quota.add(header.original.byteLength)
  // The lines of the chat refer to it. It counts as written, because a user has only one chat with a character that isn't.
  await run(
    trx,
    `INSERT INTO chat_sessions (user_id, id, character_id, title, pins, messages_written)
     VALUES (?::uuid, ?::uuid, ?::uuid, ?::text, ?::text[], 1)`,
    [userId, sessionId, characterId, header.title, header.pins]
  )
  const totals = await insertMessages(trx, { sessionId, userId, messages, quota })
  const { firstAt, lastAt } = totals
  await trx.rawQuery(
    `UPDATE chat_sessions SET next_position = :position::int, messages_written = :said::int, messages_imported = :said::int,
       created_at = :createdAt::timestamptz, opened_at = :createdAt::timestamptz, last_message_at = :lastAt::timestamptz
     WHERE user_id = :userId::uuid AND id = :sessionId::uuid`,
    {
      userId,
      sessionId,
      // The last position of messages and answers. New messages and replies take the positions after it.
      position: Math.max(totals.lastPosition, totals.answersMax),
      // A chat without a message of the user wouldn't be listed.
      said: Math.max(1, totals.said),
      createdAt: header.createdAt ?? firstAt,
      lastAt,
    }
  )
  const { note, scenario, systemPrompt } = header.settings
  if (note !== null || scenario !== null || systemPrompt !== null)
    await run(
      trx,
      `INSERT INTO chat_settings (user_id, chat_session_id, note, scenario, system_prompt)
       VALUES (?::uuid, ?::uuid, ?::jsonb, ?::text, ?::text)`,
      [userId, sessionId, note && JSON.stringify(note), scenario, systemPrompt]
    )
  await run(
    trx,
    `INSERT INTO chat_imports (user_id, chat_session_id, format, title, pins, header, bytes)
     VALUES (?::uuid, ?::uuid, ?::text, ?::text, ?::text[], ?::bytea, ?::bigint)`,
    [
      userId,
      sessionId,
      header.format,
      header.title,
      header.pins,
      header.original && Buffer.from(header.original),
      quota.added,
    ]
  )
  return { sessionId, title: header.title, messages: totals.messages, lastMessageAt: lastAt }
}

/** Runs a query with values that may be null, which the library's type leaves out. */
const run = (trx: TransactionClientContract, sql: string, values: readonly unknown[]) =>
  trx.rawQuery(sql, values as never)

/** Counts the bytes of one import towards the user's limit. */
class Quota {
  readonly #used: number
  added = 0

  constructor(used: number) {
    this.#used = used
  }

  add(bytes: number) {
    this.added += bytes
    const bytesMax = limits.importedBytesMax
    if (this.#used + this.added > bytesMax) throw new Failed({ kind: 'full', usedBytes: this.#used, bytesMax })
  }
}

interface Totals {
  messages: number
  said: number
  lastPosition: number
  answersMax: number
  firstAt: Date
  lastAt: Date
}

const insertMessages = async (
  trx: TransactionClientContract,
  input: { sessionId: string; userId: string; messages: AsyncIterable<ImportedMessage>; quota: Quota }
): Promise<Totals> => {
  const totals = { messages: 0, said: 0, lastPosition: 0, answersMax: 0 }
  let firstAt: Date | null = null
  let lastAt: Date | null = null
  let batch = new MessageBatch()
  const store = async () => {
    if (batch.isEmpty) return
    input.quota.add(batch.bytes)
    await trx.rawQuery(insertBatch, [input.sessionId, input.userId, importedTier, ...batch.toValues()])
    batch = new MessageBatch()
  }
  for await (const message of input.messages) {
    batch.add(message, ++totals.lastPosition)
    if (!message.hidden) {
      totals.messages++
      if (message.role === 'user') totals.said++
      totals.answersMax = Math.max(totals.answersMax, message.alternates.length)
      firstAt ??= message.createdAt
      lastAt = message.createdAt
    }
    if (batch.isFull) await store()
  }
  await store()
  if (firstAt === null || lastAt === null) throw new Error('An imported chat needs a message that is not hidden')
  return { ...totals, firstAt, lastAt }
}
