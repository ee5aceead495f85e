import type { CharacterSummary } from '#modules/gallery/api'

/** Whether an adult character is covered. Owners always see their own characters. */
export const isCovered = (
  { isNsfw, createdBy }: Pick<CharacterSummary, 'isNsfw' | 'createdBy'>,
  viewer: { id: string; showsAdult: boolean }
): boolean => isNsfw && !viewer.showsAdult && createdBy !== viewer.id
