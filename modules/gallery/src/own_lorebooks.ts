import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { OwnLorebooks } from '#modules/accounts/index'
import type { CharacterProblem } from './domain/field_schemas.ts'

/**
 * Returns a problem unless all lorebooks are the user's own. A character must not have another user's lorebook, because its prompts would
 * contain that user's texts.
 */
export const findUnknownLorebooks = async (
  ownLorebooks: OwnLorebooks,
  userId: string,
  ids: readonly string[],
  trx?: TransactionClientContract
): Promise<CharacterProblem | null> => {
  if (ids.length === 0) return null
  const own = await ownLorebooks.findOwn(userId, ids, trx)
  return ids.every((id) => own.includes(id))
    ? null
    : { field: 'lorebookIds', rule: 'unknown', message: 'A character can only have your own lorebooks.' }
}
