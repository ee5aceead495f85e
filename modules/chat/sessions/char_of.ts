import type { CharacterView, Gallery } from '#modules/gallery/index'

/** Returns the value of {{char}} in a chat with this version of a character. Only an earlier version needs a query. */
export const charOf = async (
  gallery: Pick<Gallery, 'charInVersion'>,
  { character, version }: CharacterView,
  number: number | null
): Promise<string> => {
  if (number === null || number === version.number) return version.char
  return (await gallery.charInVersion(character.id, number)) ?? version.char
}
