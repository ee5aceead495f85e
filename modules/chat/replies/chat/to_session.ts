import type { ChatSession } from '../api.ts'
import { scenarioColumn } from '../../prompts/index.ts'
import { parentOf } from './chat_branches.ts'

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
}

/** SQL for the depths of a chat's pins. */
export const pinDepthsOf = (session: string, user: string) =>
  `(SELECT pin_depths FROM chat_settings WHERE user_id = ${user} AND chat_session_id = ${session})`

/** The columns of a `SessionRow`, read from `chat_sessions`. */
export const sessionColumns = `id, created_at, last_message_at, title, pins,
  ${pinDepthsOf('chat_sessions.id', 'chat_sessions.user_id')} AS pin_depths,
  ${scenarioColumn('chat_sessions.id', 'chat_sessions.user_id')} AS scenario,
  ${parentOf('chat_sessions.id', 'chat_sessions.user_id')} AS parent`

export const toSession = ({
  id,
  created_at: createdAt,
  last_message_at: lastMessageAt,
  title,
  pins,
  pin_depths: pinDepths,
  scenario,
  parent,
}: SessionRow): ChatSession => ({
  id,
  createdAt: createdAt.toISOString(),
  lastMessageAt: lastMessageAt.toISOString(),
  title,
  pins,
  ...(pinDepths ? { pinDepths } : {}),
  ...(scenario === null ? {} : { scenario }),
  ...(parent ? { parent } : {}),
})
