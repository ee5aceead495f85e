import { statement } from '#modules/kernel/sql'
import type { Message, ReplyEnding, ReplyKind } from '../../api.ts'
import { messageColumns, toMessage, type MessageRow } from './message_row.ts'
import { readMessage } from './read_message.ts'

/**
 * The only transition out of `running`. One statement ends the reply, saves the text and moves the rubies. An expired hold can't be
 * charged, so such an answer is free. No row: the reply had ended before, or has another owner.
 *
 * The condition is on `ended_at` instead of the state, so that no plan uses the partial index of running replies.
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

/** The same for a reroll or a continuation, which changes an existing message. It doesn't count as a new message. */
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
  /** Null for a complete answer, and for one stopped after some text. */
  errorCode: string | null
  text: string
  /** It reached the tier's maximum length. */
  isCut: boolean
}

export interface EndInput extends Ending {
  replyId: string
  kind: ReplyKind
  owner: string
  characterId: string
  /** The text of the charge in the account's history. */
  description: string
  /** Null without any text. */
  firstTextMs: number | null
}

type Client = Parameters<typeof closeReply>[0]

/**
 * Ends a reply and returns the message it wrote, which is null without text. Returns null when the reply had ended before. Complete
 * replies are charged, and so are those stopped after some text.
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
