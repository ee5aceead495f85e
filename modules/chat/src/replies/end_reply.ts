import { statement } from '#modules/kernel/sql'
import { messageColumns, type MessageRow } from './message_row.ts'

/**
 * The other moment, and the only door out of `running`: whoever changes that row also saves the text and moves the rubies, in
 * this one statement. No row back means that somebody else ended the reply. It asks for `ended_at` instead of the state, so that no
 * plan goes through the index of what is running.
 */
const closeReply = statement<MessageRow & { reply_id: string }>(
  'chat_end_reply_3',
  `with closed as (
     update replies set state = $3, ended_at = now(), error_code = $4
     where id = $1 and owner = $2 and ended_at is null
     returning id, chat_session_id, message_id, position, cost
   ), written as (
     insert into chat_messages (id, chat_session_id, position, content, ruby_cost, state)
     select message_id, chat_session_id, position, $5, case when $7 then cost else 0 end, $6 from closed where $5 <> ''
     returning ${messageColumns}
   ), parts as (
     delete from reply_parts where reply_id = $1
   )
   select closed.id as reply_id, written.*,
     case when $7 then ledger_take(closed.id, 'chat', $8) end as taken,
     case when not $7 then ledger_give_back(closed.id) end as given_back,
     case when written.id is not null then gallery_count_messages($9::uuid, 2) end as counted
   from closed left join written on true`
)

export interface Ending {
  state: 'written' | 'stopped' | 'broken_off' | 'failed'
  /** Why, where it was not as it should be. */
  errorCode: string | null
  text: string
}

export interface EndInput extends Ending {
  replyId: string
  owner: string
  characterId: string
  /** What the account's history says of the charge. */
  description: string
}

type Client = Parameters<typeof closeReply>[0]

/** Null: the reply had been ended by someone else. Charged are whole replies and those stopped after their first word. */
export const endReply = async (client: Client, input: EndInput): Promise<{ message: MessageRow | null } | null> => {
  const hasText = input.text !== ''
  const isCharged = hasText && (input.state === 'written' || input.state === 'stopped')
  const messageState = input.state === 'written' ? 'complete' : input.state === 'stopped' ? 'stopped' : 'broken_off'
  const [row] = await closeReply(client, [
    input.replyId,
    input.owner,
    input.state,
    input.errorCode,
    input.text,
    messageState,
    isCharged,
    input.description,
    input.characterId,
  ])
  if (!row) return null
  return { message: row.id ? row : null }
}
