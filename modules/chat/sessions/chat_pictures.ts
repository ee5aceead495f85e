import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { BalanceUpdates } from '#modules/economy/index'
import type { CopiedDrawing, PrivatePicture } from '#modules/imagegen/index'
import { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { UserEvents } from '#modules/realtime/index'
import { limits } from '../limits.ts'
import { chatUserEvent } from '../replies/api.ts'
import { type ChatKey, markPictures } from '../replies/index.ts'
import { ChatPictureRow } from '../tables/chat_picture_row.ts'
import type { ChatPicture } from './api.ts'
import { deletionOf, privateTables } from './private_tables.ts'

type PictureRow = Omit<Attributes<ChatPictureRow>, 'userId'>

const columns = attributesOf(ChatPictureRow, { without: ['user_id'] })
const pictures = privateTables.find(({ table }) => table === 'chat_pictures')!

/** The pictures of chats, for their users alone. */
@inject()
export class ChatPictures {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents,
    private readonly jobs: Jobs,
    private readonly balances: BalanceUpdates
  ) {}

  /** Whether a chat takes another picture. */
  async check({ userId, sessionId }: ChatKey): Promise<'no_such_chat' | 'too_many_pictures' | null> {
    const { rows } = await this.db.rawQuery<{ rows: { count: number }[] }>(
      `SELECT (SELECT count(*)::int FROM chat_pictures WHERE user_id = :userId::uuid AND chat_session_id = session.id) AS count
       FROM chat_sessions session WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL`,
      { userId, sessionId }
    )
    if (!rows[0]) return 'no_such_chat'
    return rows[0].count >= limits.picturesPerChat ? 'too_many_pictures' : null
  }

  /** Adds a picture that the next message can show. Marks the chat, so that its prompts look for pictures. */
  add(key: ChatKey, picture: PrivatePicture): Promise<ChatPicture> {
    return this.#add(key, picture, { kind: 'shown' })
  }

  /** Puts a drawn picture of no message behind a chat. */
  putBehind(key: ChatKey, { prompt, modelName, ...picture }: CopiedDrawing): Promise<ChatPicture> {
    return this.#add(key, picture, { kind: 'drawn', drawing: { prompt, modelName } })
  }

  async #add(
    { userId, sessionId }: ChatKey,
    { file, width, height, bytes }: PrivatePicture,
    { kind, drawing = null }: { kind: ChatPicture['kind']; drawing?: { prompt: string; modelName: string } | null }
  ): Promise<ChatPicture> {
    const id = newId()
    await this.db.transaction(async (trx) => {
      await markPictures(trx, userId, sessionId)
      await trx.rawQuery(
        `INSERT INTO chat_pictures (user_id, id, chat_session_id, kind, file, width, height, bytes, alt, is_background, drawing)
         VALUES (:userId::uuid, :id::uuid, :sessionId::uuid, :kind, :file::uuid, :width::int, :height::int, :bytes::int,
           left(:alt, ${limits.pictureAltMax}), :isBackground::boolean, :drawing::jsonb)`,
        {
          userId,
          id,
          sessionId,
          kind,
          file,
          width,
          height,
          bytes,
          alt: drawing?.prompt ?? '',
          isBackground: drawing !== null,
          drawing: drawing && JSON.stringify(drawing),
        } as never
      )
      if (drawing) await leaveBehind(trx, { userId, sessionId, id })
    })
    this.#publish(userId, sessionId)
    return (await this.#find(userId, id))!.picture
  }

  /** Returns all pictures of a chat whose messages aren't deleted, oldest first. Null without such a chat. */
  async list(key: ChatKey): Promise<ChatPicture[] | null> {
    if ((await this.check(key)) === 'no_such_chat') return null
    const { userId, sessionId } = key
    const { rows } = await this.db.rawQuery<{ rows: PictureRow[] }>(
      `SELECT ${columns} FROM chat_pictures WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND (message_id IS NULL OR EXISTS (
         SELECT FROM chat_messages WHERE user_id = chat_pictures.user_id AND id = chat_pictures.message_id AND deleted_at IS NULL
       )) ORDER BY id LIMIT ${limits.picturesPerChat}`,
      [userId, sessionId]
    )
    return rows.map(toChatPicture)
  }

  /** Returns a picture of the user. */
  async find(userId: string, id: string): Promise<ChatPicture | null> {
    return (await this.#find(userId, id))?.picture ?? null
  }

  /** Returns the name of a picture's files. Null if the user has no such picture, or it isn't drawn yet. */
  async fileOf(userId: string, id: string): Promise<{ file: string; alt: string; isDrawn: boolean } | null> {
    const found = await this.#find(userId, id)
    return found?.file ? { file: found.file, alt: found.picture.alt, isDrawn: found.picture.kind === 'drawn' } : null
  }

  /**
   * Changes the description of a picture, for readers who don't see it and for models that don't, and whether it is the background of its chat.
   * Null if the user has no such picture.
   */
  async change(
    userId: string,
    id: string,
    { alt, isBackground }: { alt?: string | undefined; isBackground?: boolean | undefined }
  ): Promise<ChatPicture | null> {
    const sessionId = await this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { sessionId: string }[] }>(
        `UPDATE chat_pictures SET alt = coalesce(?::text, alt), is_background = coalesce(?::boolean, is_background)
         WHERE user_id = ?::uuid AND id = ?::uuid RETURNING chat_session_id AS "sessionId"`,
        [alt ?? null, isBackground ?? null, userId, id] as never
      )
      if (rows[0] && isBackground) await leaveBehind(trx, { userId, sessionId: rows[0].sessionId, id })
      return rows[0]?.sessionId ?? null
    })
    if (sessionId === null) return null
    this.#publish(userId, sessionId)
    return this.find(userId, id)
  }

  /** Deletes a picture. A drawing ends, and its rubies are given back. Returns false if the user has no such picture. */
  async delete(userId: string, id: string): Promise<boolean> {
    const sessionId = await this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { sessionId: string; file: string | null }[] }>(
        `SELECT chat_session_id AS "sessionId", file FROM chat_pictures WHERE user_id = ?::uuid AND id = ?::uuid FOR UPDATE`,
        [userId, id]
      )
      if (!rows[0]) return null
      await trx.rawQuery(deletionOf(pictures, 'rest WHERE user_id = ?::uuid AND id = ?::uuid'), [userId, id])
      if (rows[0].file === null) {
        await this.jobs.cancel(id, trx)
        await trx.rawQuery('SELECT ledger_give_back(?::uuid, ?::uuid)', [userId, id])
      }
      return rows[0].sessionId
    })
    if (sessionId === null) return false
    this.#publish(userId, sessionId)
    this.balances.refresh(userId)
    return true
  }

  async #find(userId: string, id: string): Promise<{ picture: ChatPicture; file: string | null } | null> {
    const { rows } = await this.db.rawQuery<{ rows: PictureRow[] }>(
      `SELECT ${columns} FROM chat_pictures WHERE user_id = ?::uuid AND id = ?::uuid`,
      [userId, id]
    )
    return rows[0] ? { picture: toChatPicture(rows[0]), file: rows[0].file } : null
  }

  #publish(userId: string, sessionId: string) {
    this.events.publish(userId, chatUserEvent(sessionId, 'pictures_changed'))
  }
}

/** Only this picture stays behind its chat. */
const leaveBehind = (
  trx: TransactionClientContract,
  { userId, sessionId, id }: ChatKey & { id: string }
): Promise<unknown> =>
  trx.rawQuery(
    `UPDATE chat_pictures SET is_background = false
     WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND is_background AND id <> ?::uuid`,
    [userId, sessionId, id]
  )

const toChatPicture = (row: PictureRow): ChatPicture => {
  const { id, messageId, kind, file, width, height, alt, drawing, failure, createdAt } = row
  const { prompt, modelName } = (drawing ?? {}) as Pick<ChatPicture, 'prompt' | 'modelName'>
  return {
    id,
    messageId,
    kind,
    state: file !== null ? 'ready' : failure !== null ? 'failed' : 'drawing',
    width,
    height,
    alt,
    createdAt: createdAt.toISOString(),
    ...(prompt !== undefined && { prompt }),
    ...(modelName !== undefined && { modelName }),
    ...(failure !== null && { failure }),
    ...(row.isBackground && { isBackground: true as const }),
  }
}

/** Returns the bytes of the pictures of a user's chats. */
export const pictureBytes = async (db: Database, userId: string): Promise<number> => {
  const { rows } = await db.rawQuery<{ rows: [{ bytes: number }] }>(
    'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM chat_pictures WHERE user_id = ?::uuid',
    [userId]
  )
  return rows[0].bytes
}
