import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import type { AnswerDetails } from '../api.ts'
import { writerColumns, writerColumnsOf } from '../run/message_row.ts'
import { hiddenTextsOf, readableBy, readsNothing, roundUpHidden } from '../../prompts/index.ts'

export interface AnswerDetailsInput {
  user: CurrentUser
  messageId: string
  /** The selected answer by default. */
  answerId: string | null
}

interface Row {
  tier: string | null
  ruby_cost: number
  model_name: string | null
  model_id: string | null
  provider: string | null
  is_fallback: boolean
  first_text_ms: number | null
  input_tokens: number | null
  output_tokens: number | null
  /** The characters of the prompt: the author first, then the others of a group chat. */
  cast: { sheet: CharacterSheet | null; sight: Visibility | null }[]
}

/** Reads the stored facts about the work of an answer. Greetings and messages of users have no details. */
export const readAnswerDetails = async (
  db: Database,
  { user, messageId, answerId }: AnswerDetailsInput
): Promise<AnswerDetails | 'no_such_message' | 'adult_gate'> => {
  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    `SELECT answer.*, (
       SELECT json_agg(json_build_object('sheet', seen.sheet, 'sight', seen.sight)) FROM (
         SELECT coalesce(message.character_id, session.character_id) AS character_id, session.character_version
         UNION SELECT character_id, character_version FROM chat_group_members WHERE user_id = :userId AND chat_session_id = session.id
       ) member
       LEFT JOIN LATERAL gallery_sheet(
         member.character_id, :userId, :isAdmin::boolean, :seesAdult::boolean, member.character_version
       ) seen ON true
     ) AS cast
     FROM chat_messages message
     JOIN chat_sessions session ON session.user_id = message.user_id AND session.id = message.chat_session_id
     CROSS JOIN LATERAL (
       SELECT tier, ruby_cost, ${writerColumns} FROM chat_message_alternates
       WHERE user_id = :userId AND message_id = message.id AND id = coalesce(:answerId::uuid, message.answer_id)
       UNION ALL
       SELECT message.tier, message.ruby_cost, ${writerColumnsOf('message')}
       WHERE message.answer_id IS NULL AND message.id = coalesce(:answerId::uuid, message.id)
     ) answer
     WHERE message.user_id = :userId AND message.id = :messageId AND message.author_id IS NULL AND message.deleted_at IS NULL
       AND session.deleted_at IS NULL AND answer.tier IS NOT NULL`,
    { messageId, answerId, userId: user.id, isAdmin: user.isAdmin, seesAdult: user.limitlessEnabled }
  )
  const [row] = rows
  if (!row) return 'no_such_message'
  if (row.cast.some(({ sight }) => sight === 'adult_gate')) return 'adult_gate'
  const isHidden = row.cast.some(
    ({ sheet, sight }) =>
      hiddenTextsOf(
        sheet !== null && (sight === 'visible' || sheet.ownerId === user.id) ? readableBy(user.id, sheet) : readsNothing
      ).size > 0
  )
  const { input_tokens: inputTokens, output_tokens: outputTokens } = row
  return {
    model: row.tier!,
    modelName: row.model_name,
    modelId: row.model_id,
    provider: row.provider,
    isFallback: row.is_fallback,
    inputTokens: inputTokens === null ? null : isHidden ? roundUpHidden(inputTokens) : inputTokens,
    outputTokens,
    isRounded: isHidden,
    firstTextMs: row.first_text_ms,
    rubyCost: row.ruby_cost,
  }
}
