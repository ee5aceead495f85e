import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Database } from '@adonisjs/lucid/database'

/** A character of a group chat, or one that left it. */
export interface StoredMember {
  chat_session_id: string
  character_id: string
  character_version: number | null
  is_muted: boolean
  talkativeness: number
  is_removed: boolean
}

/**
 * Reads the characters of group chats in the order of their turns, also those that left. Returns none for other chats. Those that left count
 * for the adult gate, because their messages stay.
 */
export const readGroupMembers = async (
  db: Database | QueryClientContract,
  userId: string,
  sessionIds: readonly string[]
): Promise<StoredMember[]> => {
  if (sessionIds.length === 0) return []
  const { rows } = await db.rawQuery<{ rows: StoredMember[] }>(
    `SELECT chat_session_id, character_id, character_version, is_muted, talkativeness, removed_at IS NOT NULL AS is_removed
     FROM chat_group_members WHERE user_id = ?::uuid AND chat_session_id = ANY (?::uuid[]) ORDER BY chat_session_id, position`,
    [userId, [...sessionIds]] as never
  )
  return rows
}

/**
 * SQL for whether a present or former member of a group chat is behind the user's adult gate. `viewer`: the arguments of `gallery_sheet` for the user, in the
 * caller's style of placeholders.
 */
export const hasGatedMember = (session: string, user: string, viewer: string) => `EXISTS (
       SELECT FROM chat_group_members member
       CROSS JOIN LATERAL gallery_sheet(member.character_id, ${viewer}, member.character_version) seen
       WHERE member.user_id = ${user} AND member.chat_session_id = ${session} AND seen.sight = 'adult_gate'
     )`
