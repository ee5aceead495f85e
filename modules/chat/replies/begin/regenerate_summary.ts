import type { ContextRequest } from '../replies.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import type { StoredPersona } from '#modules/accounts/index'
import { personaColumn, personaOf } from '../../prompts/index.ts'
import { hasGatedMember } from '../chat/group_members.ts'
import { readChatContext } from './chat_context_query.ts'

interface Row {
  char: string
  oldest: number
  persona: StoredPersona | null
}

/** Requests a new summary of a chat, up to the messages that the next prompt contains. */
export const regenerateSummary = async (context: ReplyContext, input: ContextRequest) => {
  const { db, summaries } = context
  const { user, sessionId, tier, timeZone } = input
  const viewer = { userId: user.id, isAdmin: user.isAdmin, seesAdult: user.limitlessEnabled }
  const { rows: groups } = await db.rawQuery<{
    rows: { char: string | null; is_gated: boolean; persona: StoredPersona | null }[]
  }>(
    `SELECT ${hasGatedMember('session.id', ':userId::uuid', ':userId::uuid, :isAdmin::boolean, :seesAdult::boolean')} AS is_gated,
     ${personaColumn('session.id', ':userId::uuid')} AS persona, (
       SELECT speaker FROM chat_messages
       WHERE user_id = :userId::uuid AND chat_session_id = session.id AND speaker IS NOT NULL AND deleted_at IS NULL
       ORDER BY position DESC LIMIT 1
     ) AS char
     FROM chat_sessions session JOIN chat_groups g ON g.user_id = session.user_id AND g.chat_session_id = session.id
     WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid AND deleted_at IS NULL`,
    { ...viewer, sessionId } as never
  )
  const [group] = groups
  if (group?.is_gated) return 'adult_gate'
  const order = { tier: tier.id, timeZone }
  const nameOf = (row: Pick<Row, 'persona'>) => personaOf(user, row).name
  // In a group, the next speaker determines which messages the next prompt leaves out. So the new summary covers the same messages as
  // the current one.
  if (group)
    return summaries.regenerate(user.id, sessionId, {
      ...order,
      user: nameOf(group),
      before: 0,
      char: group.char ?? '',
    })
  const next = await readChatContext(context, input)
  if (typeof next === 'string') return next
  const { cutMessages, oldestId } = next.history
  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    `SELECT coalesce(nullif(sheet ->> 'nickname', ''), sheet ->> 'name') AS char,
       coalesce((SELECT position FROM chat_messages WHERE user_id = :userId::uuid AND id = :oldestId::uuid), next_position) AS oldest,
       ${personaColumn('session.id', ':userId::uuid')} AS persona
     FROM chat_sessions session
     CROSS JOIN LATERAL gallery_sheet(
       character_id, :userId::uuid, :isAdmin::boolean, :seesAdult::boolean, character_version
     ) seen
     WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid`,
    { ...viewer, oldestId, sessionId } as never
  )
  const [row] = rows
  if (!row) return 'no_such_chat'
  return summaries.regenerate(user.id, sessionId, {
    ...order,
    user: nameOf(row),
    before: cutMessages > 0 ? row.oldest : 0,
    char: row.char,
  })
}
