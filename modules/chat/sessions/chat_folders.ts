import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { waitForLock } from '#modules/kernel/locks'
import { violatedConstraint } from '#modules/kernel/sql'
import { UserEvents } from '#modules/realtime/index'
import { limits } from '../limits.ts'
import { chatUserEvent } from '../replies/api.ts'
import { ChatFolderRow } from '../tables/chat_folder_row.ts'
import type { ChatFolder, ChatPlace } from './api.ts'

export type FolderRefusal = 'no_such_folder' | 'folder_name_taken' | 'too_many_folders'

/** The folders of a user, and the places of chats: on top, in the archive, in a folder. */
@inject()
export class ChatFolders {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents
  ) {}

  /** Returns the folders in the order of their names. */
  async list(userId: string): Promise<ChatFolder[]> {
    const rows = await ChatFolderRow.of(userId).orderByRaw('lower(name)')
    return rows.map(toFolder)
  }

  async create(userId: string, name: string): Promise<ChatFolder | FolderRefusal> {
    return unlessTaken(() =>
      this.db.transaction(async (trx) => {
        await waitForLock(trx, `chat.folders ${userId}`)
        const { rows } = await trx.rawQuery<{ rows: [{ count: number }] }>(
          'SELECT count(*)::int FROM chat_folders WHERE user_id = ?::uuid',
          [userId]
        )
        if (rows[0].count >= limits.foldersMax) return 'too_many_folders'
        return toFolder(await ChatFolderRow.create({ userId, name }, { client: trx }))
      })
    )
  }

  async rename(userId: string, id: string, name: string): Promise<ChatFolder | FolderRefusal> {
    return unlessTaken(async () => {
      const folder = await ChatFolderRow.of(userId).where('id', id).first()
      return folder ? toFolder(await folder.merge({ name }).save()) : 'no_such_folder'
    })
  }

  /** Deletes a folder. Its chats stay. */
  delete(userId: string, id: string): Promise<'no_such_folder' | null> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        'DELETE FROM chat_folders WHERE user_id = ?::uuid AND id = ?::uuid RETURNING id',
        [userId, id]
      )
      await trx.rawQuery('UPDATE chat_sessions SET folder_id = NULL WHERE user_id = ?::uuid AND folder_id = ?::uuid', [
        userId,
        id,
      ])
      return rows.length === 0 ? 'no_such_folder' : null
    })
  }

  /** Moves a chat. Absent keys stay. */
  async place(
    userId: string,
    sessionId: string,
    { isKept, isArchived, folderId }: ChatPlace
  ): Promise<'no_such_chat' | 'no_such_folder' | null> {
    const refusal = await this.db.transaction(async (trx) => {
      if (folderId) {
        const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
          'SELECT FROM chat_folders WHERE user_id = ?::uuid AND id = ?::uuid FOR KEY SHARE',
          [userId, folderId]
        )
        if (rows.length === 0) return 'no_such_folder'
      }
      const changes = [
        ...(isKept === undefined ? [] : [`kept_at = ${isKept ? 'now()' : 'NULL'}`]),
        // Another process may have set a time of its last message that is slightly later.
        ...(isArchived === undefined
          ? []
          : [`archived_at = ${isArchived ? 'greatest(now(), last_message_at)' : 'NULL'}`]),
        ...(folderId === undefined ? [] : ['folder_id = :folderId::uuid']),
      ]
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        `UPDATE chat_sessions SET ${['id = id', ...changes].join(', ')}
         WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL RETURNING id`,
        { userId, sessionId, folderId: folderId ?? null } as never
      )
      return rows.length === 0 ? 'no_such_chat' : null
    })
    if (!refusal) this.events.publish(userId, chatUserEvent(sessionId, 'settings_changed'))
    return refusal
  }
}

const toFolder = ({ id, name }: ChatFolderRow): ChatFolder => ({ id, name })

const unlessTaken = async <Value>(save: () => Promise<Value>): Promise<Value | 'folder_name_taken'> => {
  try {
    return await save()
  } catch (error) {
    if (violatedConstraint(error) === 'chat_folders_name_unique') return 'folder_name_taken'
    throw error
  }
}
