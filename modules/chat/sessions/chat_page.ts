import { inject } from '@adonisjs/core'
import { toPersona, type CurrentUser, type StoredPersona } from '#modules/accounts/index'
import { rateLimit } from '#modules/kernel/rate_limit'
import { Notice } from '#modules/kernel/settings'
import { statement } from '#modules/kernel/sql'
import { limits } from '../limits.ts'
import { personaColumn, scenarioColumn } from '../prompts/index.ts'
import {
  alternatesOf,
  branchesOf,
  type ChatRow,
  fromJson,
  hasPicturesOf,
  messageColumns,
  openingColumn,
  parentOf,
  pinDepthsOf,
  scriptCountOf,
  StoredTierModels,
  toSession,
  withoutFlush,
} from '../replies/index.ts'
import type { ChatPersona } from './api.ts'

/** Limits the chats and groups that a user opens without a message, which no price limits. */
export class OpeningPace extends rateLimit('chat:open', limits.chatsPerHour, '1 hour') {}

/** A page of a chat: the newest messages, the end for a first screen, or the messages before, after or around a message. */
export type ChatPage = { kind: 'newest' | 'end' } | { kind: 'before' | 'after' | 'around'; messageId: string }

/**
 * SQL for the JSON of `ChatData['draft']`. A draft is outdated once the user has sent a message. Comparing times here avoids a write for
 * each send.
 */
const draftOf = (session: string, user: string) => `(
  SELECT json_build_object('id', reply_id, 'text', text) FROM chat_drafts
  WHERE user_id = ${user} AND chat_session_id = ${session} AND NOT EXISTS (
    SELECT FROM replies WHERE user_id = ${user} AND id = reply_id AND kind = 'suggest'
  ) AND written_at > coalesce((
    SELECT created_at FROM chat_messages WHERE user_id = ${user} AND chat_session_id = ${session} AND author_id IS NOT NULL
    ORDER BY position DESC LIMIT 1
  ), '-infinity')
)`

/** SQL for the JSON of `ChatData['suggestions']`. Any later change of a message, and any later reply, advances the position. */
const suggestionsOf = (session: string, user: string) => `(
  SELECT json_build_object('id', reply_id, 'text', text) FROM chat_drafts
  WHERE user_id = ${user} AND chat_session_id = ${session}.id AND EXISTS (
    SELECT FROM replies WHERE user_id = ${user} AND id = reply_id AND kind = 'suggest' AND position = ${session}.next_position
  )
)`

/**
 * Reads a page of the session that `session` finds. The limits are literals, so that each kind of page gets its own plan. Returns no row
 * without such a chat, or without such a message in it. `$1`: the user. `$4`: the id of the message of the page.
 */
const readStatement = (label: string, kind: ChatPage['kind'], session: string) => {
  const length = kind === 'end' ? limits.endMessages : kind === 'around' ? limits.messagesPage / 2 : limits.messagesPage
  const page = (condition: string, order: 'ASC' | 'DESC') => `(
       SELECT position, has_notice, ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages
       WHERE user_id = $1 AND chat_session_id = (SELECT id FROM session) AND deleted_at IS NULL AND ${condition}
       ORDER BY position ${order} LIMIT ${length}
     )`
  const older = page(`position ${kind === 'around' ? '<=' : '<'} (SELECT position FROM place)`, 'DESC')
  const newer = page('position > (SELECT position FROM place)', 'ASC')
  // Limits the work of rendering the first screen. Drops the messages beyond the limits, even if no message is left.
  const end = `
    SELECT position, has_notice, ${messageColumns}, alternates FROM (
      SELECT *, sum(char_length(content)) OVER newest AS letters,
        sum(octet_length(alternates::text)) OVER newest AS alternates_bytes
      FROM ${older} AS newest WINDOW newest AS (ORDER BY position DESC)
    ) AS measured
    WHERE letters <= ${limits.endLetters} AND coalesce(alternates_bytes, 0) <= ${limits.endAlternatesBytes}`
  const pages = { newest: older, end, before: older, after: newer, around: `${older} UNION ALL ${newer}` }
  return statement<ChatRow>(
    `${label}_${kind}`,
    `WITH session AS (
       UPDATE chat_sessions SET opened_at = clock_timestamp() WHERE user_id = $1 AND id = (${session})
       RETURNING id, character_id, created_at, last_message_at, title, pins, next_position, character_version, opening_version,
         opening_places, seen_change, accepted_change
     ), place AS MATERIALIZED (
       SELECT position FROM chat_messages WHERE user_id = $1 AND id = $4::uuid AND chat_session_id = (SELECT id FROM session)
       UNION ALL SELECT 2147483647 WHERE $4::uuid IS NULL
     ), page AS MATERIALIZED (${pages[kind]})
     SELECT session.*, ${openingColumn('session')}, ${withoutFlush}, ${parentOf('session.id', '$1')} AS parent, ${branchesOf('session.id', '$1')} AS branches,
       ${personaColumn('session.id', '$1')} AS persona, ${pinDepthsOf('session.id', '$1')} AS pin_depths, ${scenarioColumn('session.id', '$1')} AS scenario,
       ${scriptCountOf('session')} AS script_count,
       ${hasPicturesOf('session.id', '$1')} AS has_pictures,
       ${draftOf('session.id', '$1')} AS draft, ${suggestionsOf('session', '$1')} AS suggestions,
       (SELECT json_build_object('id', id, 'kind', kind, 'messageId', message_id) FROM replies
        WHERE user_id = $1 AND chat_session_id = session.id AND state = 'running') AS reply,
       coalesce((SELECT json_agg(page ORDER BY position) FROM page), '[]') AS messages,
       (SELECT array_agg(id) FROM page WHERE has_notice) AS noticed,
       EXISTS (
         SELECT FROM chat_messages WHERE user_id = $1 AND chat_session_id = session.id AND deleted_at IS NULL
           AND position < (SELECT ${kind === 'end' ? 'coalesce(min(position), 2147483647)' : 'min(position)'} FROM page)
       ) AS has_older,
       EXISTS (
         SELECT FROM chat_messages WHERE user_id = $1 AND chat_session_id = session.id AND deleted_at IS NULL
           AND position > (SELECT max(position) FROM page)
       ) AS has_newer
     FROM session, place`
  )
}

/** Creates a statement for each kind of page. */
export const pageStatements = (label: string, session: string) => ({
  newest: readStatement(label, 'newest', session),
  end: readStatement(label, 'end', session),
  before: readStatement(label, 'before', session),
  after: readStatement(label, 'after', session),
  around: readStatement(label, 'around', session),
})

/** Describes a page of a chat, apart from its characters. */
@inject()
export class ChatPages {
  constructor(
    private readonly tierModels: StoredTierModels,
    private readonly notice: Notice
  ) {}

  async show(user: CurrentUser, chat: ChatRow) {
    const messages = chat.messages.map(fromJson)
    const modelChange = chat.has_newer ? null : await this.tierModels.changeOf(messages, chat)
    return {
      session: toSession(chat),
      persona: toChatPersona(user, chat.persona),
      messages,
      hasOlder: chat.has_older,
      hasNewer: chat.has_newer,
      ...(chat.branches ? { branches: chat.branches } : {}),
      ...(chat.draft ? { draft: chat.draft } : {}),
      ...(chat.script_count ? { scriptCount: chat.script_count } : {}),
      ...(chat.suggestions ? { suggestions: chat.suggestions } : {}),
      notice: { text: this.notice.text, messageIds: chat.noticed ?? [] },
      ...(modelChange && { modelChange }),
    }
  }
}

/** Converts a persona for the browser. Null: the user's default persona. */
const toChatPersona = (user: CurrentUser, stored: StoredPersona | null): ChatPersona | null => {
  if (!stored) return null
  const { name, description, personality, background } = toPersona(user, stored)
  return { id: stored.id, name, avatar: stored.avatar, description, personality, background }
}
