import { groupedStatement } from '#modules/kernel/grouped_statement'
import { namedStatement } from '#modules/kernel/sql'
import { isLine, type Message, type ReplyKind } from '../api.ts'
import type { CreatorShare } from './creator_shares.ts'
import { storedStateOf, type Ending } from './endings.ts'
import {
  messageColumns,
  readMessage,
  toMessage,
  writerColumns,
  writerColumnsOf,
  type MessageRow,
} from './message_row.ts'

const rewriteInput = {
  user_id: 'uuid',
  reply_id: 'uuid',
  owner: 'uuid',
  state: 'text',
  error_code: 'text',
  text: 'text',
  message_state: 'text',
  is_charged: 'boolean',
  is_unpaid: 'boolean',
  description: 'text',
  is_cut: 'boolean',
  first_text_ms: 'integer',
  model_name: 'text',
  model_id: 'text',
  provider: 'text',
  is_fallback: 'boolean',
  input_tokens: 'integer',
  output_tokens: 'integer',
}

const closeInput = { ...rewriteInput, character_id: 'uuid' }
const shareInput = { creator_id: 'uuid', share_percent: 'integer' }

/** SQL that charges a hold. `type` and the other arguments are SQL, too. */
const take = (user: string, type: string, description: string) => `ledger_take(${user}, id, ${type}, ${description})`
/** The same, and the character's creator gets a share. */
const takeShared =
  (creator: string, percent: string): typeof take =>
  (user, type, description) =>
    `ledger_take_shared(${user}, id, ${type}, ${description}, ${creator}, ${percent})`

/**
 * The transition out of `running` by the owner of a reply. A single statement ends replies, saves their texts and moves the rubies. An
 * expired hold can't be charged, so such an answer is free. A reply without a price has no hold. Returns no row for a reply that has already ended, or has another owner. Locks
 * accounts in the order of their users, as all writers of several accounts do.
 *
 * The condition is on `ended_at` instead of the state, so that no plan uses the partial index of running replies. The arrays
 * `$1` and `$2`, of users and replies, keep plans from reading whole indexes while there are few replies.
 */
const closingReply = <Column extends string>(label: string, columns: Record<Column, string>, charge = take) =>
  groupedStatement<MessageRow & { reply_id: string }, Column>({
    label,
    columns,
    text: `-- all users: the replies of a group
   closed AS (
     UPDATE replies SET state = given.state, ended_at = now(), error_code = given.error_code, first_text_ms = given.first_text_ms,
       is_unpaid = given.is_unpaid
     FROM given
     WHERE replies.user_id = given.user_id AND replies.id = given.reply_id AND replies.user_id = ANY ($1) AND replies.id = ANY ($2)
       AND replies.owner = given.owner AND ended_at IS NULL
     RETURNING given.n, replies.user_id, replies.id, chat_session_id, user_message_id, message_id, position, cost, tier, replies.character_id, speaker
   ), settled AS MATERIALIZED (
     SELECT n, CASE WHEN is_charged AND cost > 0 THEN ${charge('user_id', "'chat'", 'description')} END AS transaction_id,
       CASE WHEN NOT is_charged THEN ledger_give_back(user_id, id) END AS given_back
     FROM (
       SELECT n, closed.user_id, closed.id, closed.cost, given.is_charged, given.description${charge === take ? '' : ', given.creator_id, given.share_percent'}
       FROM closed JOIN given USING (n) ORDER BY closed.user_id OFFSET 0
     ) ordered
   ), written AS (
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, ruby_cost, state, tier, is_cut, character_id, speaker,
       ${writerColumns})
     SELECT closed.user_id, message_id, chat_session_id, position, text, CASE WHEN transaction_id IS NOT NULL THEN cost ELSE 0 END, message_state,
       tier, is_cut, closed.character_id, speaker, ${writerColumnsOf('given')}
     FROM closed JOIN given USING (n) JOIN settled USING (n) WHERE text <> ''
     RETURNING ${messageColumns}
   ), parts AS (
     DELETE FROM reply_parts USING given
     WHERE reply_parts.user_id = given.user_id AND reply_parts.reply_id = given.reply_id
       AND reply_parts.user_id = ANY ($1) AND reply_parts.reply_id = ANY ($2)
   )
   SELECT n, closed.id AS reply_id, written.*, given_back,
     CASE WHEN written.id IS NOT NULL THEN
       gallery_count_messages(given.character_id, CASE WHEN closed.user_message_id IS NULL THEN 1 ELSE 2 END)
     END AS counted
   FROM closed JOIN given USING (n) JOIN settled USING (n) LEFT JOIN written ON written.id = closed.message_id`,
  })

const closeReply = closingReply('chat_end_reply', closeInput)
const closeSharedReply = closingReply(
  'chat_end_shared_reply',
  { ...closeInput, ...shareInput },
  takeShared('creator_id', 'share_percent')
)

/**
 * The same transition for a reroll, a continuation or lines for the user. It changes an existing message or the chat's draft, and doesn't
 * count as a new message.
 */
const closingRewrite = <Column extends string>(label: string, input: Record<Column, string>, charge = take) =>
  namedStatement<{ message_id: string }, Column>(
    label,
    input,
    `WITH closed AS (
     UPDATE replies SET state = :state, ended_at = now(), error_code = :error_code, first_text_ms = :first_text_ms, is_unpaid = :is_unpaid
     WHERE user_id = :user_id AND id = :reply_id AND owner = :owner AND ended_at IS NULL
     RETURNING id, kind, message_id, position, cost, tier, continues
   ), settled AS MATERIALIZED (
     SELECT CASE WHEN :is_charged AND cost > 0 THEN
         ${charge(':user_id', "CASE kind WHEN 'reroll' THEN 'reroll' ELSE 'chat' END", ':description')} END AS transaction_id,
       CASE WHEN NOT :is_charged THEN ledger_give_back(:user_id, id) END AS given_back
     FROM closed
   ), kept AS MATERIALIZED (
     SELECT chat_keep_rewrite(
       :user_id, id, kind, message_id, position, tier, continues, :text, CASE WHEN transaction_id IS NOT NULL THEN cost ELSE 0 END, :message_state, :is_cut,
       :model_name, :model_id, :provider, :is_fallback, :first_text_ms, :input_tokens, :output_tokens) AS is_kept
     FROM closed CROSS JOIN settled WHERE :text <> ''
   ), parts AS (
     DELETE FROM reply_parts WHERE user_id = :user_id AND reply_id = :reply_id
   )
   SELECT message_id, given_back, is_kept FROM closed CROSS JOIN settled LEFT JOIN kept ON true`
  )

const closeRewrite = closingRewrite('chat_end_rewrite', rewriteInput)
const closeSharedRewrite = closingRewrite(
  'chat_end_shared_rewrite',
  { ...rewriteInput, ...shareInput },
  takeShared(':creator_id', ':share_percent')
)

export interface EndInput extends Ending {
  userId: string
  replyId: string
  kind: ReplyKind
  owner: string
  characterId: string
  /** The text of the charge in the account's history. */
  description: string
  /** The time until the first text. Null without any text. */
  firstTextMs: number | null
  /** Missing if no creator gets a share of the charge. */
  share?: CreatorShare | undefined
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

/** The values of `writerColumns`. */
export const writerValuesOf = ({
  writer,
  tokens,
  firstTextMs,
}: Pick<EndInput, 'writer' | 'tokens' | 'firstTextMs'>) => ({
  model_name: writer?.name ?? null,
  model_id: writer?.id ?? null,
  provider: writer?.provider ?? null,
  is_fallback: writer?.isFallback ?? false,
  first_text_ms: firstTextMs,
  input_tokens: tokens?.input ?? null,
  output_tokens: tokens?.output ?? null,
})

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
  const { text, share } = input
  const given = {
    user_id: input.userId,
    reply_id: input.replyId,
    owner: input.owner,
    state: input.state,
    error_code: input.errorCode,
    text,
    message_state: storedStateOf(input),
    is_charged: input.isCharged,
    is_unpaid: input.isUnpaid,
    description: input.description,
    character_id: input.characterId,
    is_cut: input.isCut,
    ...writerValuesOf(input),
  }
  if (input.kind === 'reply') {
    const options = { isAlone: isRetry }
    const row = await (share
      ? closeSharedReply(client, { ...given, ...toInput(share) }, options)
      : closeReply(client, given, options))
    return row ? { message: row.id ? toMessage(row) : null } : null
  }
  const [row] = await (share
    ? closeSharedRewrite(client, { ...given, ...toInput(share) })
    : closeRewrite(client, given))
  if (!row) return null
  return {
    message: text !== '' && !isLine(input.kind) ? await readMessage(client, input.userId, row.message_id) : null,
  }
}

const toInput = ({ creatorId, percent }: CreatorShare) => ({ creator_id: creatorId, share_percent: percent })
