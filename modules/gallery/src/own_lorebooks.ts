import type { CharacterProblem } from './domain/field_schemas.ts'

/** Of these lorebooks, the ids of those that the user owns. */
export type OwnLorebooks = (userId: string, ids: readonly string[]) => Promise<readonly string[]>

/** There are no lorebooks yet, so a character can't have any. */
export const noLorebooks: OwnLorebooks = async () => []

/** A character must not have another user's lorebook: its prompts would contain that user's texts. Null: all are the user's own. */
export const findUnknownLorebooks = async (
  ownLorebooks: OwnLorebooks,
  userId: string,
  ids: readonly string[]
): Promise<CharacterProblem | null> => {
  if (ids.length === 0) return null
  const own = await ownLorebooks(userId, ids)
  return ids.every((id) => own.includes(id))
    ? null
    : { field: 'lorebookIds', rule: 'unknown', message: 'A character can only have your own lorebooks.' }
}
