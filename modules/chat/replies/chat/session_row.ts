import type { ChatSession } from '../api.ts'
import { scenarioColumn } from '../../prompts/index.ts'

/** A row of `chat_sessions`, with the depths of its pins and its parent. */
export interface SessionRow {
  id: string
  created_at: Date
  last_message_at: Date
  title: string | null
  pins: string[]
  pin_depths: Record<string, number> | null
  /** The chat's own scenario. */
  scenario: string | null
  parent: ChatSession['parent'] | null
  has_pictures?: boolean | null
}

/** SQL for the parent of a branch, as the JSON of `ChatSession['parent']`. Null for other chats, and if the parent was deleted. */
export const parentOf = (session: string, user: string) => `(
  SELECT json_build_object('sessionId', parent.id, 'messageId', branch.parent_message_id, 'title', parent.title)
  FROM chat_branches branch
  CROSS JOIN LATERAL (SELECT id, title, deleted_at FROM chat_sessions WHERE user_id = branch.user_id AND id = branch.parent_session_id OFFSET 0) parent
  WHERE branch.user_id = ${user} AND branch.chat_session_id = ${session} AND parent.deleted_at IS NULL
)`

/** SQL for the branches of a chat, as the JSON of `ChatData['branches']`, oldest first. Null without branches. */
export const branchesOf = (session: string, user: string) => `(
  SELECT json_agg(json_build_object('sessionId', child.id, 'messageId', branch.parent_message_id, 'title', child.title) ORDER BY child.id)
  FROM chat_branches branch
  CROSS JOIN LATERAL (SELECT id, title, deleted_at FROM chat_sessions WHERE user_id = branch.user_id AND id = branch.chat_session_id OFFSET 0) child
  WHERE branch.user_id = ${user} AND branch.parent_session_id = ${session} AND child.deleted_at IS NULL
)`

/** SQL for the depths of a chat's pins. */
export const pinDepthsOf = (session: string, user: string) =>
  `(SELECT pin_depths FROM chat_settings WHERE user_id = ${user} AND chat_session_id = ${session})`

/** SQL for whether a chat may have pictures. */
export const hasPicturesOf = (session: string, user: string) =>
  `(SELECT has_pictures FROM chat_settings WHERE user_id = ${user} AND chat_session_id = ${session})`

/** The columns of a `SessionRow`, read from `chat_sessions`. */
export const sessionColumns = `id, created_at, last_message_at, title, pins,
  ${pinDepthsOf('chat_sessions.id', 'chat_sessions.user_id')} AS pin_depths,
  ${scenarioColumn('chat_sessions.id', 'chat_sessions.user_id')} AS scenario,
  ${parentOf('chat_sessions.id', 'chat_sessions.user_id')} AS parent,
  ${hasPicturesOf('chat_sessions.id', 'chat_sessions.user_id')} AS has_pictures`

export const toSession = ({
  id,
  created_at: createdAt,
  last_message_at: lastMessageAt,
  title,
  pins,
  pin_depths: pinDepths,
  scenario,
  parent,
  has_pictures: hasPictures,
}: SessionRow): ChatSession => ({
  id,
  createdAt: createdAt.toISOString(),
  lastMessageAt: lastMessageAt.toISOString(),
  title,
  pins,
  ...(pinDepths ? { pinDepths } : {}),
  ...(scenario === null ? {} : { scenario }),
  ...(parent ? { parent } : {}),
  ...(hasPictures ? { hasPictures } : {}),
})

interface OwnSession {
  /** SQL for the session's id, or null. */
  named: string
  newest: 'opened_at' | 'last_message_at'
  columns?: string
  user?: string
  character?: string
}

/**
 * SQL for a session of a user with a character, `$1` and `$2` by default. Finds the session with the id `named`, or else the one with the
 * latest `newest`. `OFFSET 0` keeps the planner from using a partial index on the user, which looks equally good while tables are small.
 * The cached plan would then read all sessions of the user each time.
 */
export const ownSession = ({ named, newest, columns = 'id', user = '$1', character = '$2' }: OwnSession) => `
     SELECT ${columns} FROM (
       SELECT * FROM chat_sessions WHERE user_id = ${user} AND id = coalesce(${named}, (
         SELECT id FROM chat_sessions WHERE user_id = ${user} AND character_id = ${character} AND deleted_at IS NULL
         ORDER BY ${newest} DESC, id DESC LIMIT 1
       )) OFFSET 0
     ) found WHERE character_id = ${character} AND deleted_at IS NULL`
