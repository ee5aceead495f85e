import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { UserEvents } from '#modules/realtime/index'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery, type CharacterView } from '#modules/gallery/index'
import type { ChatCharacterVersion, ChatVersionDifference } from './api.ts'
import { chatUserEvent } from '../replies/api.ts'

interface Row {
  /** Null in a group chat without that character. */
  character_id: string | null
  character_version: number | null
  is_group: boolean
}

interface VersionTarget {
  sessionId: string
  /** The character of a group chat. Null: the chat's only character. */
  characterId: string | null
}

interface Found extends Row {
  character_id: string
  view: CharacterView
}

/** Compares a chat's version of a character with the newest one, and updates to it. */
@inject()
export class ChangeChatVersion {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents,
    private readonly gallery: Gallery
  ) {}

  async compare(
    user: CurrentUser,
    place: VersionTarget
  ): Promise<ChatVersionDifference | 'no_such_chat' | 'adult_gate'> {
    const found = await this.#find(user, place)
    if (typeof found === 'string') return found
    const { character_id: characterId, character_version: number, view } = found
    const newest = view.version.number
    if (number === null || number === newest) return { number: newest, newest, changes: [] }
    return (await this.gallery.compareVersion(characterId, number, user)) ?? 'no_such_chat'
  }

  /** Updates to the newest version, from the next reply on. A running reply keeps its texts, and so do the messages of the chat. */
  async update(user: CurrentUser, place: VersionTarget): Promise<ChatCharacterVersion | 'no_such_chat' | 'adult_gate'> {
    const found = await this.#find(user, place)
    if (typeof found === 'string') return found
    const { db, events } = this
    const { sessionId } = place
    const { number, char } = found.view.version
    // Keeps a newer version that a concurrent request has set.
    const { rowCount } = found.is_group
      ? await db.rawQuery<{ rowCount: number }>(
          `UPDATE chat_group_members SET character_version = greatest(character_version, ?::integer)
           WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND character_id = ?::uuid`,
          [number, user.id, sessionId, found.character_id]
        )
      : await db.rawQuery<{ rowCount: number }>(
          `UPDATE chat_sessions SET character_version = greatest(character_version, ?::integer)
           WHERE user_id = ? AND id = ? AND deleted_at IS NULL`,
          [number, user.id, sessionId]
        )
    if (rowCount === 0) return 'no_such_chat'
    if (found.character_version !== number) events.publish(user.id, chatUserEvent(sessionId, 'version_changed'))
    return { number, newest: number, char }
  }

  async #find(
    user: CurrentUser,
    { sessionId, characterId }: VersionTarget
  ): Promise<Found | 'no_such_chat' | 'adult_gate'> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT coalesce(s.character_id, m.character_id) AS character_id, s.character_id IS NULL AS is_group,
         CASE WHEN s.character_id IS NULL THEN m.character_version ELSE s.character_version END AS character_version
       FROM chat_sessions s
       LEFT JOIN chat_group_members m ON m.user_id = s.user_id AND m.chat_session_id = s.id AND m.character_id = ?::uuid
       WHERE s.user_id = ?::uuid AND s.id = ?::uuid AND s.deleted_at IS NULL`,
      [characterId, user.id, sessionId] as never
    )
    const [row] = rows
    if (!row?.character_id) return 'no_such_chat'
    const view = await this.gallery.find(row.character_id, user)
    if (!view) return 'no_such_chat'
    return view.kind === 'adult_gate' ? 'adult_gate' : { ...row, character_id: row.character_id, view }
  }
}
