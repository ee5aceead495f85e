import type { CurrentUser } from '#modules/accounts/index'
import type { CharacterView, Gallery } from '#modules/gallery/index'
import type { ChatCharacterVersion, ChatVersionDifference } from '../../api.ts'
import type { ReplyContext } from '../generating/reply_context.ts'
import { chatUserEvent } from './chat_user_event.ts'

interface Row {
  character_id: string
  character_version: number | null
}

interface Found extends Row {
  view: CharacterView
}

/** Compares a chat's version of its character with the newest one, and updates to it. */
export class ChangeChatVersion {
  readonly #context: ReplyContext
  readonly #gallery: Gallery

  constructor(context: ReplyContext, gallery: Gallery) {
    this.#context = context
    this.#gallery = gallery
  }

  async compare(user: CurrentUser, sessionId: string): Promise<ChatVersionDifference | 'no_such_chat' | 'adult_gate'> {
    const found = await this.#find(user, sessionId)
    if (typeof found === 'string') return found
    const { character_id: characterId, character_version: number, view } = found
    const newest = view.version.number
    if (number === null || number === newest) return { number: newest, newest, changes: [] }
    return (await this.#gallery.compareVersion(characterId, number, user)) ?? 'no_such_chat'
  }

  /** Applies from the next reply on. A running one keeps its texts, and so do the messages of the chat. */
  async update(user: CurrentUser, sessionId: string): Promise<ChatCharacterVersion | 'no_such_chat' | 'adult_gate'> {
    const found = await this.#find(user, sessionId)
    if (typeof found === 'string') return found
    const { db, events } = this.#context
    const { number, char } = found.view.version
    // A later update by another request stays.
    const { rowCount } = await db.rawQuery<{ rowCount: number }>(
      `UPDATE chat_sessions SET character_version = greatest(character_version, ?::integer)
       WHERE id = ? AND user_id = ? AND deleted_at IS NULL`,
      [number, sessionId, user.id]
    )
    if (rowCount === 0) return 'no_such_chat'
    if (found.character_version !== number) events.publish(user.id, chatUserEvent(sessionId, 'version_changed'))
    return { number, newest: number, char }
  }

  async #find(user: CurrentUser, sessionId: string): Promise<Found | 'no_such_chat' | 'adult_gate'> {
    const { rows } = await this.#context.db.rawQuery<{ rows: Row[] }>(
      'SELECT character_id, character_version FROM chat_sessions WHERE id = ? AND user_id = ? AND deleted_at IS NULL',
      [sessionId, user.id]
    )
    const [row] = rows
    const view = row && (await this.#gallery.find(row.character_id, user))
    if (!view) return 'no_such_chat'
    return view.kind === 'adult_gate' ? 'adult_gate' : { ...row, view }
  }
}
