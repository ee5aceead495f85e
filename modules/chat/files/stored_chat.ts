import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser, Persona, StoredPersona } from '#modules/accounts/index'
import type { Character } from '#modules/gallery/api'
import type { Gallery } from '#modules/gallery/index'
import { type MacroScope, personaColumn, personaOf, scopeTexts } from '../prompts/index.ts'
import { readGroupMembers, storeOpening } from '../replies/index.ts'
import type { ChatSettings } from '../sessions/api.ts'

const deletedCharacter = 'Deleted Character'

/** The characters of a chat, as far as its user may see them. */
interface ChatCast {
  /** At most one character, except in a group chat. */
  characters: Character[]
  isGroup: boolean
  /** The name of the character, or the names of all. */
  name: string
  /** The value of {{char}}. In a group chat, each message has its own. */
  char: string
}

interface ChatRow {
  id: string
  /** Null for a group chat. */
  character_id: string | null
  character_version: number | null
  title: string | null
  pins: string[]
  created_at: Date
  persona: StoredPersona | null
  settings: {
    note: ChatSettings['note']
    scenario: string | null
    system_prompt: string | null
    has_pictures: boolean
  } | null
}

/** A chat without its messages, for files. */
export interface StoredChat extends ChatCast, Pick<ChatRow, 'title' | 'pins'> {
  createdAt: Date
  /** The user's persona in this chat. */
  persona: Persona
  /** Whether its messages may have pictures. */
  hasPictures: boolean
  /** The chat's own texts. */
  settings: Pick<ChatSettings, 'note' | 'scenario' | 'systemPrompt'>
}

interface ChatTarget {
  user: CurrentUser
  sessionId: string
}

/** Reads a chat, and stores its opening. The chat of a deleted character stays readable. */
export const readStoredChat = async (
  db: Database,
  gallery: Gallery,
  { user, sessionId }: ChatTarget
): Promise<StoredChat | 'no_such_chat' | 'adult_gate'> => {
  await storeOpening(db.connection(), user.id, sessionId)
  const { rows } = await db.rawQuery<{ rows: ChatRow[] }>(
    `SELECT id, character_id, character_version, title, pins, created_at,
       ${personaColumn('chat_sessions.id', ':userId::uuid')} AS persona,
       (SELECT to_jsonb(chat_settings) FROM chat_settings
        WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS settings
     FROM chat_sessions WHERE user_id = :userId AND id = :sessionId AND deleted_at IS NULL`,
    { userId: user.id, sessionId }
  )
  const [row] = rows
  if (!row) return 'no_such_chat'
  const cast = await readCast(db, gallery, user, row)
  if (cast === 'adult_gate') return 'adult_gate'
  const { title, pins, created_at: createdAt, settings } = row
  return {
    ...cast,
    title,
    pins,
    createdAt,
    persona: personaOf(user, row),
    hasPictures: settings?.has_pictures ?? false,
    settings: {
      note: settings?.note ?? null,
      scenario: settings?.scenario ?? null,
      systemPrompt: settings?.system_prompt ?? null,
    },
  }
}

/** Returns the scope for the macros of the chat's messages. */
export const scopeOf = (
  { characters, isGroup, char, persona, settings: { scenario } }: StoredChat,
  { sessionId: chatId, timeZone }: { sessionId: string; timeZone: string }
): MacroScope => ({
  char,
  user: persona.name,
  chatId,
  timeZone,
  texts: scopeTexts({ ...(isGroup ? {} : characters[0]), ...(scenario !== null && { scenario }) }, persona),
})

/** Reads the characters of a chat. A chat of a deleted character stays readable. Refuses a chat with a character behind the adult gate. */
const readCast = async (
  db: Database,
  gallery: Gallery,
  user: CurrentUser,
  { id, character_id: characterId, character_version: version }: ChatRow
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
