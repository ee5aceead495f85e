import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'
import { isDecline, type Alternate, type Decline, type Message, type MessageState } from '../api.ts'

/** The state of a message as it is stored: a stopped one that the model declined to finish says so. */
export type StoredState = MessageState | Decline

/** A row of `chat_messages`. */
export interface MessageRow {
  id: string
  chat_session_id: string
  /** The user who wrote it. Null for messages of the character. */
  author_id: string | null
  content: string
  ruby_cost: number
  state: StoredState
  client_message_id: string | null
  created_at: Date
  tier: string | null
  is_cut: boolean
  /** The selected answer; null if there is only one. */
  answer_id: string | null
  edited_at: Date | null
  /** When the user hid the message from prompts. Null: prompts contain it. */
  hidden_at: Date | null
  /**
   * In an imported chat, the author's name, unless the author is the chat's character or its user. In a group chat, the name of the
   * character.
   */
  speaker: string | null
  /** The character that wrote the message, in a group chat. */
  character_id: string | null
  /** The model that wrote an answer. Null for other messages and when unknown. */
  model_name: string | null
  model_id: string | null
  is_fallback: boolean
  /** All answers. Present if the statement reads them and there are several. */
  alternates?: AlternateJson[] | null
}

interface AlternateJson {
  id: string
  content: string
  ruby_cost: number
  state: StoredState
  tier: string | null
  model_name?: string | null
  model_id?: string | null
  is_fallback?: boolean
  is_cut: boolean
  created_at: string
  edited_at: string | null
  /** The character that would have written the greeting of a group chat. Null for other answers. */
  character_id?: string | null
  speaker?: string | null
}

/** The columns of a `MessageRow`, for SELECT and RETURNING. */
export const messageColumns =
  'id, chat_session_id, author_id, content, ruby_cost, state, client_message_id, created_at, tier, is_cut, answer_id, edited_at, hidden_at, speaker, character_id, model_name, model_id, is_fallback'

const writerColumnNames = [
  'model_name',
  'model_id',
  'provider',
  'is_fallback',
  'first_text_ms',
  'input_tokens',
  'output_tokens',
]

/** The columns of an answer's model and of its work. The alternates have the same. */
export const writerColumns = writerColumnNames.join(', ')
export const writerColumnsOf = (table: string) => writerColumnNames.map((name) => `${table}.${name}`).join(', ')

/** SQL for all answers of a message. Reads nothing for messages with one answer. */
export const alternatesOf = (table: string, answers = 'chat_message_alternates') => `
  CASE WHEN ${table}.answer_id IS NOT NULL THEN (
    SELECT json_agg(json_build_object('id', a.id, 'content', a.content, 'ruby_cost', a.ruby_cost, 'state', a.state, 'tier', a.tier,
      'model_name', a.model_name, 'model_id', a.model_id, 'is_fallback', a.is_fallback, 'character_id', a.character_id, 'speaker', a.speaker,
      'is_cut', a.is_cut, 'created_at', a.created_at, 'edited_at', a.edited_at) ORDER BY a.position)
    FROM ${answers} a WHERE a.user_id = ${table}.user_id AND a.message_id = ${table}.id
  ) END AS alternates`

/** A `MessageRow` as the JSON of PostgreSQL. */
export type MessageJson = Omit<MessageRow, 'created_at' | 'edited_at' | 'hidden_at'> & {
  created_at: string
  edited_at: string | null
  hidden_at: string | null
}

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  content: row.content,
  isUser: row.author_id !== null,
  createdAt: row.created_at.toISOString(),
  chatSessionId: row.chat_session_id,
  rubyCost: row.ruby_cost,
  ...stateOf(row.state),
  ...(row.client_message_id ? { clientMessageId: row.client_message_id } : {}),
  ...(row.speaker ? { speaker: row.speaker } : {}),
  ...(row.character_id ? { characterId: row.character_id } : {}),
  ...(row.tier ? { model: row.tier } : {}),
  ...modelOf(row),
  ...(row.is_cut ? { isCut: true } : {}),
  ...(row.edited_at ? { editedAt: row.edited_at.toISOString() } : {}),
  ...(row.hidden_at ? { isHidden: true } : {}),
  ...(row.alternates
    ? {
        alternates: row.alternates.map(toAlternate),
        selectedAlternate: row.alternates.findIndex(({ id }) => id === row.answer_id),
      }
    : {}),
})

const stateOf = (state: StoredState): Pick<Message, 'state' | 'declined'> =>
  isDecline(state) ? { state: 'stopped', declined: state } : { state }

const modelOf = ({
  model_name: name,
  model_id: id,
  is_fallback,
}: Pick<AlternateJson, 'model_name' | 'model_id' | 'is_fallback'>) =>
  name && id ? { modelName: name, modelId: id, ...(is_fallback ? { isFallback: true as const } : {}) } : {}

const toAlternate = (row: AlternateJson): Alternate => ({
  id: row.id,
  content: row.content,
  createdAt: new Date(row.created_at).toISOString(),
  rubyCost: row.ruby_cost,
  ...stateOf(row.state),
  model: row.tier ?? '',
  ...(row.character_id && row.speaker ? { characterId: row.character_id, speaker: row.speaker } : {}),
  ...modelOf(row),
  ...(row.is_cut ? { isCut: true } : {}),
  ...(row.edited_at ? { editedAt: new Date(row.edited_at).toISOString() } : {}),
})

export const fromJson = (row: MessageJson): Message =>
  toMessage({
    ...row,
    created_at: new Date(row.created_at),
    edited_at: row.edited_at === null ? null : new Date(row.edited_at),
    hidden_at: row.hidden_at === null ? null : new Date(row.hidden_at),
  })

const read = statement<MessageRow>(
  'chat_read_message',
  `SELECT ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages WHERE user_id = $1 AND id = $2`
)

/** Reads a message with all its answers. It must exist, deleted or not. */
export const readMessage = async (client: Parameters<typeof read>[0], userId: string, id: string): Promise<Message> => {
  const [row] = await read(client, [userId, id])
  return toMessage(row!)
}

/**
 * Removes the label of the selected answer, whose text has changed, so that an open chat asks for another. A choice of the user stays.
 * Returns whether there was a label.
 */
export const forgetLabel = async (
  client: Pick<QueryClientContract, 'rawQuery'>,
  userId: string,
  messageId: string
): Promise<boolean> => {
  const { rows } = await client.rawQuery<{ rows: unknown[] }>(
    `DELETE FROM chat_expressions
     WHERE user_id = :userId::uuid AND message_id = :messageId::uuid AND author <> 'user' AND answer_id = coalesce(
       (SELECT answer_id FROM chat_messages WHERE user_id = :userId::uuid AND id = :messageId::uuid), :messageId::uuid
     ) RETURNING answer_id`,
    { userId, messageId }
  )
  return rows.length > 0
}
