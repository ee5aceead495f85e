import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { PrivatePictures } from '#modules/imagegen/index'
import type { ModelPicture } from '#plugins/contract/model'
import { choosePictures, type PromptMessage, type ShownPicture, type Tier, withPictures } from '../../prompts/index.ts'
import type { ChatKey } from '../replies.ts'

/** The pictures that users show in their messages, for prompts. */
@inject()
export class ShownPictures {
  constructor(
    private readonly db: Database,
    private readonly files: PrivatePictures
  ) {}

  /** Whether all of these pictures are in the chat, and in no message yet. */
  async areUnsent({ userId, sessionId }: ChatKey, ids: readonly string[]): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `SELECT FROM chat_pictures
       WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND id = ANY (?::uuid[]) AND kind = 'shown' AND message_id IS NULL`,
      [userId, sessionId, [...ids]]
    )
    return rows.length === ids.length
  }

  /** Adds the pictures to the messages of a prompt. With `withFiles`, also what a model that sees gets. */
  async addTo<Message extends PromptMessage>(
    userId: string,
    history: readonly Message[],
    tier: Tier,
    { withFiles = false } = {}
  ): Promise<readonly Message[]> {
    const { rows: shown } = await this.db.rawQuery<{ rows: ShownPicture[] }>(
      `SELECT message_id AS "messageId", file, width, height, alt FROM chat_pictures
       WHERE user_id = ?::uuid AND message_id = ANY (?::uuid[]) AND kind = 'shown' ORDER BY id`,
      [userId, history.flatMap(({ id }) => id ?? [])]
    )
    if (shown.length === 0) return history
    const chosen = choosePictures(history, shown, tier)
    if (!withFiles) return withPictures(history, shown, chosen)
    const files = await this.#read([...chosen])
    return withPictures(history, shown, new Set(files.keys()), files)
  }

  /** Reads the files. Without its file, a picture is left to its description. */
  async #read(pictures: readonly ShownPicture[]): Promise<Map<ShownPicture, ModelPicture>> {
    const read = await Promise.all(
      pictures.map(async (picture): Promise<[ShownPicture, ModelPicture][]> => {
        const bytes = await this.files.read(picture.file, 'model')
        return bytes ? [[picture, { type: 'image/jpeg', base64: bytes.toString('base64') }]] : []
      })
    )
    return new Map(read.flat())
  }
}
