import { groupedStatement } from '#modules/kernel/grouped_statement'
import { statement } from '#modules/kernel/sql'
import type { Message, ReplyKind } from '../../api.ts'
import { storedStateOf, type Ending } from './endings.ts'
import { messageColumns, toMessage, writerColumns, writerColumnsOf, type MessageRow } from './message_row.ts'
import { readMessage } from './read_message.ts'

const closeInput = {
  reply_id: 'uuid',
  owner: 'uuid',
  state: 'text',
  error_code: 'text',
  text: 'text',
  message_state: 'text',
  is_charged: 'boolean',
  is_unpaid: 'boolean',
  description: 'text',
  character_id: 'uuid',
  is_cut: 'boolean',
  first_text_ms: 'integer',
  model_name: 'text',
  model_id: 'text',
  provider: 'text',
  is_fallback: 'boolean',
  input_tokens: 'integer',
  output_tokens: 'integer',
}

/**
 * The transition out of `running` by the owner of a reply. A single statement ends replies, saves their texts and moves the rubies. An
 * expired hold can't be charged, so such an answer is free. A reply without a price has no hold. Returns no row for a reply that has already ended, or has another owner. Locks
 * accounts in the order of their users, as all writers of several accounts do.
 *
 * The condition is on `ended_at` instead of the state, so that no plan uses the partial index of running replies. `ANY ($1)` keeps plans
 * from reading the whole index while there are few replies.
 */
const closeReply = groupedStatement<MessageRow & { reply_id: string }, keyof typeof closeInput>({
  label: 'chat_end_reply',
  columns: closeInput,
  text: `closed AS (
     UPDATE replies SET state = given.state, ended_at = now(), error_code = given.error_code, first_text_ms = given.first_text_ms,
       is_unpaid = given.is_unpaid
     FROM given
     WHERE replies.id = given.reply_id AND replies.id = ANY ($1) AND replies.owner = given.owner AND ended_at IS NULL
     RETURNING given.n, replies.id, chat_session_id, user_id, user_message_id, message_id, position, cost, tier, replies.character_id, speaker
   ), settled AS MATERIALIZED (
     SELECT n, CASE WHEN is_charged AND cost > 0 THEN ledger_take(id, 'chat', description) END AS transaction_id,
       CASE WHEN NOT is_charged THEN ledger_give_back(id) END AS given_back
     FROM (
       SELECT n, closed.id, closed.cost, given.is_charged, given.description FROM closed JOIN given USING (n) ORDER BY user_id OFFSET 0
     ) ordered
   ), written AS (
     INSERT INTO chat_messages (id, chat_session_id, position, content, ruby_cost, state, tier, is_cut, character_id, speaker,
       ${writerColumns})
     SELECT message_id, chat_session_id, position, text, CASE WHEN transaction_id IS NOT NULL THEN cost ELSE 0 END, message_state,
       tier, is_cut, closed.character_id, speaker, ${writerColumnsOf('given')}
     FROM closed JOIN given USING (n) JOIN settled USING (n) WHERE text <> ''
     RETURNING ${messageColumns}
   ), parts AS (
     DELETE FROM reply_parts WHERE reply_id = ANY ($1)
   )
   SELECT n, closed.id AS reply_id, written.*, given_back,
     CASE WHEN written.id IS NOT NULL THEN
       gallery_count_messages(given.character_id, CASE WHEN closed.user_message_id IS NULL THEN 1 ELSE 2 END)
     END AS counted
   FROM closed JOIN given USING (n) JOIN settled USING (n) LEFT JOIN written ON written.id = closed.message_id`,
})

/**
 * The same transition for a reroll, a continuation or a line for the user. It changes an existing message or the chat's draft, and doesn't
 * count as a new message.
 */
const closeRewrite = statement<{ message_id: string }>(
  'chat_end_rewrite',
  `WITH closed AS (
     UPDATE replies SET state = $3, ended_at = now(), error_code = $4, first_text_ms = $10, is_unpaid = $11
     WHERE id = $1 AND owner = $2 AND ended_at IS NULL
     RETURNING id, kind, message_id, position, cost, tier, continues
   ), charged AS MATERIALIZED (
     SELECT ledger_take(id, CASE kind WHEN 'reroll' THEN 'reroll' ELSE 'chat' END, $8) AS transaction_id FROM closed WHERE $7 AND cost > 0
   ), parts AS (
     DELETE FROM reply_parts WHERE reply_id = $1
   )
   SELECT message_id,
     CASE WHEN $5 <> '' THEN chat_keep_rewrite(
       id, kind, message_id, position, tier, continues, $5, CASE WHEN transaction_id IS NOT NULL THEN cost ELSE 0 END, $6, $9, $12, $13, $14, $15, $10, $16,
       $17) END AS kept,
     CASE WHEN NOT $7 THEN ledger_give_back(id) END AS given_back
   FROM closed LEFT JOIN charged ON true`
)

export interface EndInput extends Ending {
  replyId: string
  kind: ReplyKind
  owner: string
  characterId: string
  /** The text of the charge in the account's history. */
  description: string
  /** The time until the first text. Null without any text. */
  firstTextMs: number | null
  /** The model that wrote. Missing when unknown. */
  writer?: WriterModel
  tokens?: ReplyTokens | null
}

/** A model, with the name that users see and its real id. */
export interface WriterModel {
  name: string
  id: string
  /** The name of its provider. Missing when unknown. */
  provider?: string
  /** The tier's own model had failed. */
  isFallback?: true
}

/** The tokens of a reply, as its user may know them. Null when unknown. */
export interface ReplyTokens {
  input: number
  output: number
}

type Client = Parameters<typeof closeRewrite>[0]

/**
 * Ends a reply and returns the message that it wrote, which is null without text. Returns null if the reply had already ended. The ending
 * decides whether the reply is charged. Replies that end together share a statement, except for retries.
 */
export const endReply = async (
  client: Client,
  input: EndInput,
  { isRetry = false } = {}
): Promise<{ message: Message | null } | null> => {
  const {
    replyId,
    owner,
    state,
    errorCode,
    isCharged,
    isUnpaid,
    text,
    description,
    characterId,
    isCut,
    firstTextMs,
    writer,
    tokens,
  } = input
  const messageState = storedStateOf(input)
  if (input.kind === 'reply') {
    const row = await closeReply(
      client,
      {
        reply_id: replyId,
        owner,
        state,
        error_code: errorCode,
        text,
        message_state: messageState,
        is_charged: isCharged,
        is_unpaid: isUnpaid,
        description,
        character_id: characterId,
        is_cut: isCut,
        first_text_ms: firstTextMs,
        model_name: writer?.name ?? null,
        model_id: writer?.id ?? null,
        provider: writer?.provider ?? null,
        is_fallback: writer?.isFallback ?? false,
        input_tokens: tokens?.input ?? null,
        output_tokens: tokens?.output ?? null,
      },
      { isAlone: isRetry }
    )
    return row ? { message: row.id ? toMessage(row) : null } : null
  }
  const values = [
    replyId,
    owner,
    state,
    errorCode,
    text,
    messageState,
    isCharged,
    description,
    isCut,
    firstTextMs,
    isUnpaid,
    writer?.name ?? null,
    writer?.id ?? null,
    writer?.provider ?? null,
    writer?.isFallback ?? false,
    tokens?.input ?? null,
    tokens?.output ?? null,
  ]
  const [row] = await closeRewrite(client, values)
  return row
    ? { message: text !== '' && input.kind !== 'impersonate' ? await readMessage(client, row.message_id) : null }
    : null
}
