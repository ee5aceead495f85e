import type { Timers } from '#plugins/contract/timers'
import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import type { AnswerPrompt, ReplyKind, ReplyState } from '../api.ts'
import type { PromptViewLore } from '../../prompts/api.ts'
import type { ChatKey } from '../replies.ts'
import { begunWithin } from '../begin/rate_limits.ts'
import type { KeptPrompt } from './keep_prompts.ts'
import {
  charNameOf,
  type FindMessage,
  hashOf,
  hiddenTextsOf,
  readableBy,
  readsNothing,
  unpackPrompt,
  unpackText,
  viewPrompt,
} from '../../prompts/index.ts'
import { storeOpening } from '../opening/store_opening.ts'

export interface ReadPromptInput {
  user: CurrentUser
  messageId: string
  /** The selected answer by default. */
  answerId: string | null
  /** The reply of an answer with several replies. The newest by default. */
  replyId: string | null
  /** Whether this server keeps prompts. Otherwise, none follows the end of a reply. */
  keepsPrompts: boolean
  timers: Timers
}

interface Row {
  reply_id: string | null
  chat_session_id: string
  packed: Buffer | null
  /** The prompt of an earlier release. */
  data: KeptPrompt | null
  kind: ReplyKind
  state: ReplyState
  cost: number
  first_text_ms: number | null
  created_at: Date
  sheet: CharacterSheet | null
  sight: Visibility | null
  /** The other characters of a group chat. */
  others: { sheet: CharacterSheet | null; sight: Visibility | null }[] | null
  /** The numbers of messages before the answer, and of those that were hidden when it began. */
  message_count: number
  hidden_count: number
  /** A reply that wrote this message has just ended, and its prompt isn't kept yet. */
  is_pending: boolean
}

/** Prompts are written just after their replies have ended. An earlier reader waits up to this long. */
const pendingMs = 3_000
const pauseMs = 50

/**
 * Reads the prompt of an answer, as far as the user of the chat may read it now. `not_kept`: the message is in the user's chat, but its
 * prompt isn't kept, or is no longer kept.
 */
export const readPrompt = async (
  db: Database,
  { replyId, ...input }: ReadPromptInput
): Promise<AnswerPrompt | 'no_such_message' | 'adult_gate' | 'not_kept'> => {
  const { user } = input
  let rows = await readRows(db, input)
  if (rows.length === 0) {
    await storeOpening(db.connection(), user.id, input.messageId)
    rows = await readRows(db, input)
  }
  if (rows.length === 0) return 'no_such_message'
  const { sight: speakerSight, others } = rows[0]!
  if ([speakerSight, ...(others ?? []).map(({ sight }) => sight)].includes('adult_gate')) return 'adult_gate'
  const row = replyId === null ? rows.at(-1)! : rows.find(({ reply_id }) => reply_id === replyId)
  if (!row?.reply_id) return 'not_kept'
  const { packed, sheet } = row
  const chat = { userId: user.id, sessionId: row.chat_session_id }
  const data = row.data ?? (JSON.parse(unpackText(packed!)) as KeptPrompt)
  const record = await unpackPrompt(
    data,
    (hashes) => readTexts(db, chat, hashes),
    (ids) => readMessages(db, chat, ids)
  )
  if (!record) return 'not_kept'
  // The texts of a character that was deleted or hidden since are no longer readable.
  const readableOf = (sheet: CharacterSheet | null, sight: Visibility | null) =>
    sheet !== null && (sight === 'visible' || sheet.ownerId === user.id) ? readableBy(user.id, sheet) : readsNothing
  const closed = (others ?? []).filter(({ sheet, sight }) => hiddenTextsOf(readableOf(sheet, sight)).has('personality'))
  const view = viewPrompt(
    record,
    readableOf(sheet, row.sight),
    closed.map(({ sheet }) => sheet && charNameOf(sheet))
  )
  const hasHidden = view.parts.some(({ text }) => text === null)
  const pieces = record.messages.flatMap(({ pieces }) => pieces)
  const isCharged = row.state === 'written' || row.state === 'stopped'
  return {
    ...view,
    lore: data.lore ? await readLore(db, chat, data.lore) : [],
    cutMessages: Math.max(
      0,
      row.message_count - row.hidden_count - pieces.filter((piece) => !('part' in piece)).length
    ),
    ...(row.hidden_count > 0 ? { hiddenMessages: row.hidden_count } : {}),
    replyId: row.reply_id,
    replies: rows.map(({ reply_id: id, kind, created_at: createdAt }) => {
      return { id: id!, kind, createdAt: createdAt.toISOString() }
    }),
    model: data.model,
    sampling: data.sampling,
    outputTokens: data.outputTokens,
    usage: data.usage && hasHidden ? { inputTokens: null, outputTokens: data.usage.outputTokens } : data.usage,
    firstTextMs: row.first_text_ms,
    cost: isCharged ? row.cost : 0,
    ...(data.failedScripts && { failedScripts: data.failedScripts }),
  }
}

const readRows = async (
  db: Database,
  { user, messageId, answerId, keepsPrompts, timers }: Omit<ReadPromptInput, 'replyId'>
): Promise<Row[]> => {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const { rows } = await db.rawQuery<{ rows: Row[] }>(
      `SELECT kept.reply_id, session.id AS chat_session_id, kept.packed, kept.data, reply.kind, reply.state, reply.cost, reply.first_text_ms,
         reply.created_at, seen.sheet, seen.sight,
         (
           SELECT json_agg(json_build_object('sheet', other.sheet, 'sight', other.sight)) FROM chat_group_members member
           LEFT JOIN LATERAL gallery_sheet(
             member.character_id, :userId, :isAdmin::boolean, :seesAdult::boolean, member.character_version
           ) other ON true
           WHERE member.user_id = :userId AND member.chat_session_id = session.id AND member.character_id IS DISTINCT FROM message.character_id
         ) AS others,
         counted.message_count, counted.hidden_count,
         EXISTS (
           SELECT FROM replies ended
           WHERE ended.user_id = :userId AND ended.message_id = message.id AND ended.state <> 'failed'
             AND ${begunWithin(2 * 60 * 60, 'ended')} AND ended.ended_at > now() - INTERVAL '${pendingMs} milliseconds'
             AND NOT EXISTS (SELECT FROM kept_prompts done WHERE done.user_id = :userId AND done.reply_id = ended.id)
         ) AS is_pending
       FROM chat_messages message
       JOIN chat_sessions session ON session.user_id = message.user_id AND session.id = message.chat_session_id
       LEFT JOIN LATERAL gallery_sheet(
         coalesce(message.character_id, session.character_id), :userId, :isAdmin::boolean, :seesAdult::boolean,
         session.character_version
       ) seen ON true
       LEFT JOIN kept_prompts kept ON kept.user_id = :userId AND kept.message_id = message.id
         AND kept.answer_id = coalesce(:answerId::uuid, message.answer_id, message.id)
       LEFT JOIN replies reply ON reply.user_id = :userId AND reply.id = kept.reply_id
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS message_count, count(*) FILTER (WHERE before.hidden_at <= reply.created_at)::int AS hidden_count
         FROM chat_messages before
         WHERE before.user_id = :userId AND before.chat_session_id = session.id AND before.position < message.position
           AND (before.deleted_at IS NULL OR before.deleted_at > reply.created_at)
       ) counted
       WHERE message.user_id = :userId AND message.id = :messageId AND message.author_id IS NULL AND message.deleted_at IS NULL
         AND session.deleted_at IS NULL
       ORDER BY reply.created_at, kept.reply_id`,
      {
        messageId,
        answerId,
        userId: user.id,
        isAdmin: user.isAdmin,
        seesAdult: user.limitlessEnabled,
      }
    )
    if (!keepsPrompts || !rows[0]?.is_pending || waitedMs >= pendingMs) return rows
    await timers.sleep(pauseMs)
  }
}

const readTexts = async (db: Database, { userId, sessionId }: ChatKey, hashes: readonly string[]) => {
  const { rows } = await db.rawQuery<{ rows: { hash: Buffer; packed: Buffer | null; text: string | null }[] }>(
    'SELECT hash, packed, text FROM prompt_texts WHERE user_id = ? AND chat_session_id = ? AND hash = ANY (?::bytea[])',
    [userId, sessionId, hashes.map((hash) => Buffer.from(hash, 'base64url'))]
  )
  return new Map(rows.map(({ hash, packed, text }) => [hash.toString('base64url'), text ?? unpackText(packed!)]))
}

/** Leaves out hidden entries, which earlier releases listed. */
const readLore = async (db: Database, chat: ChatKey, hash: string): Promise<PromptViewLore[]> => {
  const entries = JSON.parse((await readTexts(db, chat, [hash])).get(hash) ?? '[]') as (
    PromptViewLore | { entryId: null }
  )[]
  return entries.filter((entry): entry is PromptViewLore => entry.entryId !== null)
}

/** Reads the texts of messages. The selected text of a message is in its own row, and the others are in the rows of its answers. */
const readMessages = async (db: Database, chat: ChatKey, ids: readonly string[]): Promise<FindMessage> => {
  const { rows } = await db.rawQuery<{ rows: { id: string; content: string }[] }>(
    `SELECT id, content FROM chat_messages WHERE user_id = :userId AND chat_session_id = :sessionId AND id = ANY (:ids::uuid[])
     UNION ALL
     SELECT message_id, content FROM chat_message_alternates WHERE user_id = :userId AND message_id IN (
       SELECT id FROM chat_messages WHERE user_id = :userId AND chat_session_id = :sessionId AND id = ANY (:ids::uuid[])
     )`,
    { ...chat, ids: [...ids] }
  )
  const byHash = new Map(rows.map(({ id, content }) => [`${id} ${hashOf(content)}`, content]))
  return (id, hash) => byHash.get(`${id} ${hash}`) ?? null
}
