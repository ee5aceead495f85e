import type { CharacterSheet, Sight } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import type { ReplyState } from '../../api.ts'
import { ownSession } from '../chats/own_session.ts'
import { historyColumns, type HistoryRow } from './history_columns.ts'
import { paceColumns, type ReplyPaceRow } from './reply_pace.ts'

/** All that a send must know of the chat and its character. */
export interface SendContext extends HistoryRow, ReplyPaceRow {
  /** Null when the character is gone. */
  sheet: CharacterSheet | null
  sight: Sight | null
  /** Null when there is no such session of this user with this character. */
  session_id: string | null
  /** The message that already bears the caller's key. */
  said_id: string | null
  said_session_id: string | null
  said_content: string | null
  said_created_at: Date | null
  /** It was deleted since. */
  said_deleted: boolean
  /** The latest reply to that message. */
  reply_id: string | null
  reply_state: ReplyState | null
  /** The answer of this reply was deleted since, or is gone for good. */
  reply_deleted: boolean | null
  /** The key is one of a reroll or a continuation. */
  is_rewrite_key: boolean
  /** What the user keeps in every prompt. */
  pins: string[] | null
}

export interface SendContextInput {
  user: { id: string; isAdmin: boolean; limitlessEnabled: boolean }
  characterId: string
  sessionId: string | null
  clientMessageId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
  /** Null: no limit. */
  repliesPerMinute: number | null
}

/** What follows `with`: the statement's `$1` to `$8` are `contextValues`. `saidWhere` finds the message that was said before. */
export const contextCtes = (saidWhere: string) => `
   said as materialized (
     select id, chat_session_id, content, position, created_at, deleted_at, reply_id from chat_messages where ${saidWhere}
   ), chosen as materialized (
     ${ownSession('(select chat_session_id from said), $3::uuid', 'opened_at', 'id, pins')}
   ), seen as materialized (
     select sheet, sight from gallery_sheet($2, $1, $7::boolean, $8::boolean)
   ), pace as materialized (
     select ${paceColumns},
     case when $4::text is not null then exists (
       select from rewrite_keys where user_id = $1 and client_message_id = $4
     ) else false end as is_rewrite_key
   )`

export const bySaidKey = 'user_id = $1 and client_message_id = $4'

/** `pins` and `upTo` are SQL: where a statement has locked the session, they come from the locked row. */
const columns = ({ pins, upTo }: { pins: string; upTo: string }) => `
     seen.sheet, seen.sight, chosen.id as session_id, ${pins} as pins, pace.retry_after, pace.unpaid_retry_after, pace.is_rewrite_key,
     said.id as said_id, said.chat_session_id as said_session_id, said.content as said_content, said.created_at as said_created_at,
     said.deleted_at is not null as said_deleted, earlier.id as reply_id, earlier.state as reply_state,
     coalesce(
       (select deleted_at is not null from chat_messages where id = earlier.message_id), earlier.state = 'written'
     ) as reply_deleted,
     ${historyColumns({ session: 'chosen.id', upTo, budget: '$5' })}`

const upToSaid = 'coalesce(said.position, 2147483647)'

/** The columns for a statement that only reads. */
const contextColumns = columns({ pins: 'chosen.pins', upTo: upToSaid })

/** The columns for the statement that begins a reply, with its CTEs `session` and `reply`: history and pins are those under the lock. */
export const begunContextColumns = columns({
  pins: 'coalesce(session.pins, chosen.pins)',
  upTo: `coalesce(reply.position - 2, ${upToSaid})`,
})

export const contextTables = `
   from pace
   left join said on true
   left join chosen on true
   left join seen on true
   left join replies earlier on earlier.id = said.reply_id`

export const contextValues = (input: SendContextInput): unknown[] => [
  input.user.id,
  input.characterId,
  input.sessionId,
  input.clientMessageId,
  input.historyCharacters,
  input.repliesPerMinute,
  input.user.isAdmin,
  input.user.limitlessEnabled,
]

const load = statement<SendContext>(
  'chat_load_send_context_11',
  `with ${contextCtes(`id = $9 or (${bySaidKey})`)} select ${contextColumns} ${contextTables}`
)

/** Reads it alone, for when something was in the way. The message is found by its id too. */
export const loadSendContext = async (
  client: Parameters<typeof load>[0],
  input: SendContextInput,
  saidId: string
): Promise<SendContext> => {
  const [row] = await load(client, [...contextValues(input), saidId])
  return row!
}
