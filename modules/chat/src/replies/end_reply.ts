import { statement } from '#modules/kernel/sql'
import type { Message, ReplyEnding, ReplyKind } from '../../api.ts'
import { messageColumns, toMessage, type MessageRow } from './message_row.ts'
import { readMessage } from './read_message.ts'

/**
 * The other moment, and the only door out of `running`: whoever changes that row also saves the text and moves the rubies, in
 * this one statement. A hold that has expired by then can't be taken: such an answer is free. No row back means that somebody else
 * ended the reply. It asks for `ended_at` instead of the state, so that no plan goes through the index of what is running.
 */
const closeReply = statement<MessageRow & { reply_id: string }>(
  'chat_end_reply_6',
  `with closed as (
     update replies set state = $3, ended_at = now(), error_code = $4, first_text_ms = $11
     where id = $1 and owner = $2 and ended_at is null
     returning id, chat_session_id, message_id, position, cost, tier
   ), charged as materialized (
     select ledger_take(id, 'chat', $8) as transaction_id from closed where $7
   ), written as (
     insert into chat_messages (id, chat_session_id, position, content, ruby_cost, state, tier, is_cut)
     select message_id, chat_session_id, position, $5, case when transaction_id is not null then cost else 0 end, $6, tier, $10
     from closed left join charged on true where $5 <> ''
     returning ${messageColumns}
   ), parts as (
     delete from reply_parts where reply_id = $1
   )
   select closed.id as reply_id, written.*,
     case when not $7 then ledger_give_back(closed.id) end as given_back,
     case when written.id is not null then gallery_count_messages($9::uuid, 2) end as counted
   from closed left join written on true`
)

/**
 * The same door for a reroll or a continuation, which changes a message that is there. A reroll is charged as one, and counts no
 * message.
 */
const closeRewrite = statement<{ message_id: string }>(
  'chat_end_rewrite_3',
  `with closed as (
     update replies set state = $3, ended_at = now(), error_code = $4, first_text_ms = $10
     where id = $1 and owner = $2 and ended_at is null
     returning id, kind, message_id, position, cost, tier, continues
   ), charged as materialized (
     select ledger_take(id, case kind when 'reroll' then 'reroll' else 'chat' end, $8) as transaction_id from closed where $7
   ), parts as (
     delete from reply_parts where reply_id = $1
   )
   select message_id,
     case when $5 <> '' then chat_keep_rewrite(
       id, kind, message_id, position, tier, continues, $5, case when transaction_id is not null then cost else 0 end, $6, $9) end as kept,
     case when not $7 then ledger_give_back(id) end as given_back
   from closed left join charged on true`
)

export interface Ending {
  state: ReplyEnding
  /** Why, where it was not as it should be. */
  errorCode: string | null
  text: string
  /** The tier's length cut it. */
  isCut: boolean
}

export interface EndInput extends Ending {
  replyId: string
  kind: ReplyKind
  owner: string
  characterId: string
  /** What the account's history says of the charge. */
  description: string
  /** How long the first text took; null where there was none. */
  firstTextMs: number | null
}

type Client = Parameters<typeof closeReply>[0]

/**
 * Gives what was written as a message, null when nothing was; null instead of that when the reply had been ended by someone else.
 * Charged are whole replies and those stopped after their first word.
 */
export const endReply = async (client: Client, input: EndInput): Promise<{ message: Message | null } | null> => {
  const hasText = input.text !== ''
  const isCharged = hasText && (input.state === 'written' || input.state === 'stopped')
  const messageState = input.state === 'written' ? 'complete' : input.state === 'stopped' ? 'stopped' : 'broken_off'
  const { replyId, owner, state, errorCode, text, description, characterId, isCut, firstTextMs } = input
  const values = [replyId, owner, state, errorCode, text, messageState, isCharged, description]
  if (input.kind === 'reply') {
    const [row] = await closeReply(client, [...values, characterId, isCut, firstTextMs])
    return row ? { message: row.id ? toMessage(row) : null } : null
  }
  const [row] = await closeRewrite(client, [...values, isCut, firstTextMs])
  return row ? { message: hasText ? await readMessage(client, row.message_id) : null } : null
}
