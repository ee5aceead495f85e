import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Character } from '#modules/gallery/api'
import type { Gallery } from '#modules/gallery/index'
import { readGroupMembers } from '../replies/index.ts'

const deletedCharacter = 'Deleted Character'

/** The characters of a chat, as far as its user may see them. */
export interface ChatCast {
  /** At most one character, except in a group chat. */
  characters: Character[]
  isGroup: boolean
  /** The name of the character, or the names of all. */
  name: string
  /** The value of {{char}}. In a group chat, each message has its own. */
  char: string
}

interface SessionRow {
  id: string
  /** Null for a group chat. */
  character_id: string | null
  character_version: number | null
}

/** Reads the characters of a chat. A chat of a deleted character stays readable. Refuses a chat with a character behind the adult gate. */
export const readCast = async (
  db: Database,
  gallery: Gallery,
  user: CurrentUser,
  { id, character_id: characterId, character_version: version }: SessionRow
): Promise<ChatCast | 'adult_gate'> => {
  if (characterId !== null) {
    const view = await gallery.find(characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    if (!view) return { characters: [], isGroup: false, name: deletedCharacter, char: deletedCharacter }
    const char = await gallery.charOf(view, version)
    return { characters: [view.character], isGroup: false, name: view.character.name, char }
  }
  const members = await readGroupMembers(db, user.id, [id])
  const views = await gallery.findMany(
    members.map((member) => member.character_id),
    user
  )
  if ([...views.values()].some(({ kind }) => kind === 'adult_gate')) return 'adult_gate'
  const seen = members.flatMap((member) => (member.is_removed ? [] : (views.get(member.character_id) ?? [])))
  const characters = seen.map(({ character }) => character)
  const name = listed(characters.map((character) => character.name)) || deletedCharacter
  return { characters, isGroup: true, name, char: seen[0]?.version.char ?? deletedCharacter }
}

/** `A, B and C` */
const listed = (names: readonly string[]) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
