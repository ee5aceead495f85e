import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Limiters } from '#modules/kernel/rate_limit'
import { UserEvents } from '#modules/realtime/index'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { tryLock } from '#modules/kernel/locks'
import { copyOf } from '#modules/kernel/tables'
import { limits } from '../limits.ts'
import { chatUserEvent, type ChatSession } from '../replies/api.ts'
import {
  copySummary,
  currentColumns,
  hasGatedMember,
  sessionColumns,
  type SessionRow,
  storeOpening,
  toSession,
} from '../replies/index.ts'
import { AlternateRow } from '../tables/alternate_row.ts'
import { ChatGroupRow } from '../tables/chat_group_row.ts'
import { ChatImportRow } from '../tables/chat_import_row.ts'
import { ChatMessageRow } from '../tables/chat_message_row.ts'
import { ChatPictureRow } from '../tables/chat_picture_row.ts'
import { ChatSessionRow } from '../tables/chat_session_row.ts'
import { ChatSettingsRow } from '../tables/chat_settings_row.ts'
import { ExpressionRow } from '../tables/expression_row.ts'
import { GroupMemberRow } from '../tables/group_member_row.ts'
import { ImportLineRow } from '../tables/import_line_row.ts'

export interface BranchInput {
  user: CurrentUser
  sessionId: string
  messageId: string
}

export type BranchOutcome =
  | { kind: 'branched'; session: ChatSession }
  | { kind: 'no_such_chat' | 'no_such_message' | 'adult_gate' }
  /** The user's previous branch is still being copied. */
  | { kind: 'busy' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** The chat has the maximum number of branches, or the user's branches would take up too much space. */
  | { kind: 'too_many_branches' | 'full' }

interface SourceRow {
  title: string | null
  sight: string | null
  /** Null if the chat has no such message. */
  position: number | null
  /** The number of branches. Includes deleted ones, so that titles don't repeat. */
  branches: number
  present_branches: number
  used_bytes: string
  retry_after: number | null
}

/**
 * Copies a chat up to a message. The copy has its own messages and answers. It is free and not in statistics, because it has no replies,
 * and `messages_imported` offsets its messages. A running reply has no message yet, so it isn't in the copy.
 */
@inject()
export class BranchChat {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents,
    private readonly limiters: Limiters
  ) {}

  async run(input: BranchInput): Promise<BranchOutcome> {
    const { db, events } = this
    const outcome = await db.transaction((trx) => this.#branch(trx, input))
    if (outcome.kind === 'branched') events.publish(input.user.id, chatUserEvent(input.sessionId, 'branched'))
    return outcome
  }

  async #branch(trx: TransactionClientContract, { user, sessionId, messageId }: BranchInput): Promise<BranchOutcome> {
    if (!(await tryLock(trx, `chat.branch ${user.id}`))) return { kind: 'busy' }
    await storeOpening(trx, user.id, sessionId)
    const source = await readSource(trx, { user, sessionId, messageId })
    if (!source) return { kind: 'no_such_chat' }
    if (source.sight === 'adult_gate') return { kind: 'adult_gate' }
    if (source.position === null) return { kind: 'no_such_message' }
    if (this.limiters.enabled && source.retry_after !== null)
      return { kind: 'too_many', retryAfterSeconds: Math.max(1, source.retry_after) }
    if (source.present_branches >= limits.branchesMax) return { kind: 'too_many_branches' }
    const bytes = await measure(trx, { userId: user.id, sessionId, position: source.position })
    if (Number(source.used_bytes) + bytes > limits.branchedBytesMax) return { kind: 'full' }
    const branchId = newId()
    await trx.rawQuery(copy, {
      userId: user.id,
      branchId,
      sessionId,
      messageId,
      position: source.position,
      title: titleOf(source) as string,
      bytes,
    })
    await copyGroup(trx, { userId: user.id, from: sessionId, to: branchId })
    await copySummary(trx, { userId: user.id, from: sessionId, to: branchId, upTo: source.position })
    const { rows } = await trx.rawQuery<{ rows: SessionRow[] }>(
      `SELECT ${sessionColumns} FROM chat_sessions WHERE user_id = ?::uuid AND id = ?::uuid`,
      [user.id, branchId]
    )
    return { kind: 'branched', session: toSession(rows[0]!) }
  }
}

const readSource = async (
  trx: TransactionClientContract,
  { user, sessionId, messageId }: BranchInput
): Promise<SourceRow | null> => {
  const { rows } = await trx.rawQuery<{ rows: SourceRow[] }>(
    `SELECT s.title, CASE WHEN s.character_id IS NULL AND ${hasGatedMember('s.id', ':userId', ':userId::uuid, :isAdmin, :seesAdult')} THEN 'adult_gate'
         ELSE (SELECT sight FROM gallery_sheet(s.character_id, :userId::uuid, :isAdmin, :seesAdult)) END AS sight,
       (SELECT position FROM chat_messages
        WHERE user_id = :userId::uuid AND id = :messageId::uuid AND chat_session_id = s.id AND deleted_at IS NULL) AS position,
       children.*, used.*
     FROM chat_sessions s
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS branches, (count(*) FILTER (WHERE child.deleted_at IS NULL))::int AS present_branches
       FROM chat_branches b JOIN chat_sessions child ON child.user_id = b.user_id AND child.id = b.chat_session_id
       WHERE b.user_id = :userId::uuid AND b.parent_session_id = s.id
     ) children
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(bytes), 0) AS used_bytes, (
         SELECT ceil(extract(epoch FROM created_at + INTERVAL '1 hour' - now()))::int FROM chat_branches
         WHERE user_id = :userId::uuid AND created_at > now() - INTERVAL '1 hour'
         ORDER BY created_at DESC OFFSET ${limits.branchesPerHour - 1} LIMIT 1
       ) AS retry_after
       FROM chat_branches WHERE user_id = :userId::uuid
     ) used
     WHERE s.user_id = :userId::uuid AND s.id = :sessionId::uuid AND s.deleted_at IS NULL`,
    { sessionId, messageId, userId: user.id, isAdmin: user.isAdmin, seesAdult: user.limitlessEnabled }
  )
  return rows[0] ?? null
}

const measure = async (
  trx: TransactionClientContract,
  upTo: { userId: string; sessionId: string; position: number }
): Promise<number> => {
  const { rows } = await trx.rawQuery<{ rows: { bytes: string }[] }>(
    `SELECT coalesce(sum(octet_length(content)), 0) + coalesce(sum(
         (SELECT sum(octet_length(a.content)) FROM chat_message_alternates a
          WHERE a.user_id = :userId::uuid AND a.message_id = m.id AND m.answer_id IS NOT NULL)
       ), 0) + coalesce((
         SELECT sum(octet_length(line)) FROM chat_import_lines
         WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND position <= :position::int
       ), 0) AS bytes
     FROM chat_messages m
     WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND position <= :position::int AND deleted_at IS NULL`,
    upTo
  )
  return Number(rows[0]!.bytes)
}

const inChat = 'user_id = :userId::uuid AND chat_session_id = :sessionId::uuid'
const ofBranch = { chat_session_id: ':branchId::uuid' }

/**
 * A single statement, so that it reads one snapshot. `uuidv7()` ascends within a process of the database, so the new ids have the order of
 * the positions. The first answer of a message has the id of the message. If the last message is the user's, it gets a key, so that the
 * browser can request a reply to it.
 */
const copy = `
  WITH source AS MATERIALIZED (
    SELECT ordered.*, uuidv7() AS new_id FROM (
      SELECT * FROM chat_messages
      WHERE ${inChat} AND position <= :position::int AND deleted_at IS NULL ORDER BY position OFFSET 0
    ) ordered
  ), answer AS MATERIALIZED (
    SELECT ordered.*, CASE WHEN id = message_id THEN new_message_id ELSE uuidv7() END AS new_id FROM (
      SELECT a.*, source.new_id AS new_message_id
      FROM source JOIN chat_message_alternates a ON a.user_id = :userId::uuid AND a.message_id = source.id
      WHERE source.answer_id IS NOT NULL ORDER BY source.position, a.position OFFSET 0
    ) ordered
  ), session AS (
    ${copyOf(ChatSessionRow, {
      values: {
        id: ':branchId::uuid',
        title: ':title::text',
        messages_written: 'said',
        messages_imported: 'said',
        last_message_at: 'now()',
      },
      // Its opening is stored, and its user sees changes of the model anew.
      without: [
        'opening_version',
        'opening_places',
        'seen_change',
        'accepted_change',
        'kept_at',
        'archived_at',
        'created_at',
        'opened_at',
        'deleted_at',
      ],
    })}
    FROM chat_sessions, (
      -- Without a message of the user, the chat would be in no list.
      SELECT greatest(1, count(*) FILTER (WHERE author_id IS NOT NULL))::int AS said FROM source
    ) counted
    WHERE user_id = :userId::uuid AND id = :sessionId::uuid
  ), branch AS (
    INSERT INTO chat_branches (user_id, chat_session_id, parent_session_id, parent_message_id, bytes)
    VALUES (:userId::uuid, :branchId::uuid, :sessionId::uuid, :messageId::uuid, :bytes::bigint)
  ), settings AS (
    ${copyOf(ChatSettingsRow, {
      values: ofBranch,
      // `copySummary` copies the summary.
      without: [...currentColumns.split(', '), 'summary_job_id', 'summary_request'],
    })}
    FROM chat_settings WHERE ${inChat}
  ), imported AS (
    ${copyOf(ChatImportRow, { values: { ...ofBranch, bytes: '0' } })} FROM chat_imports WHERE ${inChat}
  ), lines AS (
    ${copyOf(ImportLineRow, { values: ofBranch })} FROM chat_import_lines
    WHERE ${inChat} AND position <= :position::int AND (is_hidden OR position IN (SELECT position FROM source))
  ), expressions AS (
    ${copyOf(ExpressionRow, {
      values: { message_id: 'source.new_id', answer_id: 'coalesce(answer.new_id, source.new_id)' },
      alias: 'kept',
    })}
    FROM source JOIN chat_expressions kept ON kept.user_id = :userId::uuid AND kept.message_id = source.id
    LEFT JOIN answer ON answer.id = kept.answer_id
  ), pictures AS (
    ${copyOf(ChatPictureRow, {
      values: { ...ofBranch, id: 'uuidv7()', message_id: 'source.new_id', bytes: '0' },
      alias: 'picture',
    })}
    FROM chat_pictures picture LEFT JOIN source ON source.id = picture.message_id
    WHERE picture.user_id = :userId::uuid AND picture.chat_session_id = :sessionId::uuid AND picture.file IS NOT NULL
      AND (source.id IS NOT NULL OR (picture.message_id IS NULL AND picture.is_background))
  ), answers AS (
    ${copyOf(AlternateRow, { values: { id: 'new_id', message_id: 'new_message_id', ruby_cost: '0' }, alias: 'answer' })}
    FROM answer
  )
  ${copyOf(ChatMessageRow, {
    values: {
      ...ofBranch,
      id: 'source.new_id',
      answer_id: 'answer.new_id',
      client_message_id: `CASE WHEN author_id IS NOT NULL AND source.position = :position::int THEN 'branch ' || source.new_id END`,
    },
    // No reply wrote the copies.
    without: ['ruby_cost', 'reply_id'],
    alias: 'source',
  })}
  FROM source LEFT JOIN answer ON answer.id = source.answer_id`

/** Makes another session a group of the same characters. Does nothing if `from` isn't a group chat. */
const copyGroup = async (trx: TransactionClientContract, chats: { userId: string; from: string; to: string }) => {
  const inChat = 'WHERE user_id = :userId::uuid AND chat_session_id = :from::uuid'
  const values = { chat_session_id: ':to::uuid' }
  const group = copyOf(ChatGroupRow, { values, without: ['talk_id', 'talk_turns', 'turns_left'] })
  await trx.rawQuery(`${group} FROM chat_groups ${inChat}`, chats)
  await trx.rawQuery(`${copyOf(GroupMemberRow, { values })} FROM chat_group_members ${inChat}`, chats)
}

/** Returns the title of a branch: "The tower" becomes "The tower (2)". Null without a title. */
const titleOf = ({ title, branches }: SourceRow): string | null => {
  if (title === null) return null
  const number = ` (${branches + 2})`
  const base = [...title.replace(/ \(\d+\)$/, '')].slice(0, limits.titleMax - number.length)
  return base.join('') + number
}
