import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser, StoredPersona } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { ChatListItem } from './api.ts'
import { readGroupMembers } from '../replies/index.ts'
import { type MacroScope, personaOf, scopeTexts } from '../prompts/index.ts'

/** A message of a chat in a list. */
export interface CastRow {
  /** The id of the chat. */
  id: string
  /** Null for a group chat. */
  character_id: string | null
  persona: StoredPersona | null
  /** The chat's own scenario. */
  scenario: string | null
  /** The name of the speaker, in a group chat. */
  speaker: string | null
}

type View = NonNullable<Awaited<ReturnType<Gallery['find']>>>

/** The characters of a chat, as far as the user may see them. */
export interface Cast {
  shown: Pick<ChatListItem, 'character' | 'characters'>
  /** A present or former character is behind the adult gate, so no text of the chat is shown. */
  isGated: boolean
  /** The ids of those characters. */
  gatedIds: string[]
  char: string | undefined
  sheet?: Parameters<typeof scopeTexts>[0]
}

/** Reads the characters of chats. Returns a function for the cast of each row. */
export const readCasts = async (
  db: Database,
  gallery: Gallery,
  user: CurrentUser,
  rows: readonly CastRow[]
): Promise<(row: CastRow) => Cast> => {
  const groups = rows.filter((row) => row.character_id === null).map(({ id }) => id)
  const members = await readGroupMembers(db, user.id, [...new Set(groups)])
  const ids = [...rows, ...members].flatMap((row) => row.character_id ?? [])
  const views = await gallery.findMany([...new Set(ids)], user)
  const gatedOf = (characterIds: readonly string[]) => characterIds.filter((id) => views.get(id)?.kind === 'adult_gate')
  return ({ id, character_id: characterId, speaker }) => {
    if (characterId !== null) {
      const view = views.get(characterId)
      const gatedIds = gatedOf([characterId])
      const shown = { character: view ? toListCharacter(view) : null }
      return { shown, gatedIds, isGated: gatedIds.length > 0, char: view?.version.char, sheet: view?.character }
    }
    const cast = members.filter((member) => member.chat_session_id === id && views.has(member.character_id))
    const present = cast.filter((member) => !member.is_removed).map((member) => views.get(member.character_id)!)
    const gatedIds = gatedOf(cast.map((member) => member.character_id))
    const shown = { character: null, characters: present.map(toListCharacter) }
    return { shown, gatedIds, isGated: gatedIds.length > 0, char: speaker ?? present[0]?.version.char }
  }
}

/** Returns the values of the macros in a message of a chat. */
export const macroScopeOf = (
  row: CastRow,
  { char = deletedCharacter, sheet }: Cast,
  { user, timeZone }: { user: CurrentUser; timeZone: string }
): MacroScope => {
  const persona = personaOf(user, row)
  const texts = scopeTexts({ ...sheet, ...(row.scenario !== null && { scenario: row.scenario }) }, persona)
  return { char, user: persona.name, chatId: row.id, timeZone, texts }
}

const toListCharacter = (view: View): NonNullable<ChatListItem['character']> => {
  const isVisible = view.kind === 'visible'
  const { id, name, avatar, avatarFocus, category, description, isPublic } = view.character
  return {
    id,
    name,
    category,
    isPublic,
    avatar: isVisible ? avatar : null,
    avatarFocus: isVisible ? avatarFocus : null,
    description: isVisible ? description : null,
  }
}

const deletedCharacter = 'Deleted Character'
