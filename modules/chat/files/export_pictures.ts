import type { Database } from '@adonisjs/lucid/database'
import type { PrivatePictures } from '#modules/imagegen/index'
import type { Message } from '../replies/api.ts'

/** A picture of a message, as files contain it. */
export interface ExportedPicture {
  kind: 'shown' | 'drawn'
  alt: string
  /** The prompt of a drawn one, and its model. */
  prompt?: string
  modelName?: string
  /** A WebP as a data URL. */
  data?: string
}

export interface StoredPicture extends ExportedPicture {
  id: string
  messageId: string
  file: string
}

/** Reads the pictures of messages, oldest first. */
export const readPictures = async (
  db: Database,
  userId: string,
  messageIds: readonly string[]
): Promise<Map<string, StoredPicture[]>> => {
  const { rows } = await db.rawQuery<{ rows: (StoredPicture & { prompt: string | null; modelName: string | null })[] }>(
    `SELECT id, message_id AS "messageId", kind, file, alt, drawing ->> 'prompt' AS prompt, drawing ->> 'modelName' AS "modelName"
     FROM chat_pictures WHERE user_id = ?::uuid AND message_id = ANY (?::uuid[]) AND file IS NOT NULL ORDER BY id`,
    [userId, [...messageIds]]
  )
  const pictures = rows.map(({ prompt, modelName, ...picture }): StoredPicture => ({
    ...picture,
    ...(prompt !== null && { prompt }),
    ...(modelName !== null && { modelName }),
  }))
  return Map.groupBy(pictures, ({ messageId }) => messageId)
}

export const hasPictures = async (db: Database, userId: string, sessionId: string): Promise<boolean> => {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    'SELECT FROM chat_pictures WHERE user_id = ?::uuid AND chat_session_id = ?::uuid LIMIT 1',
    [userId, sessionId]
  )
  return rows.length > 0
}

const exported = ({ kind, alt, prompt, modelName }: StoredPicture): ExportedPicture => ({
  kind,
  alt,
  ...(prompt !== undefined && { prompt }),
  ...(modelName !== undefined && { modelName }),
})

export const withFile = async (picture: StoredPicture, files: PrivatePictures): Promise<ExportedPicture> => {
  const bytes = await files.read(picture.file, 'whole')
  return { ...exported(picture), ...(bytes && { data: `data:image/webp;base64,${bytes.toString('base64')}` }) }
}

/** Messages whose pictures are read with one query. */
const batchSize = 50

interface PicturesSource {
  db: Database
  files: PrivatePictures
}

/** Adds the pictures to the messages of a chat, with `isWhole` as files. Only a chat with pictures is searched for them. */
export async function* withPictures(
  { db, files }: PicturesSource,
  { userId, sessionId, isWhole }: { userId: string; sessionId: string; isWhole: boolean },
  messages: AsyncIterable<Message>
): AsyncGenerator<Message & { pictures?: ExportedPicture[] }> {
  if (!(await hasPictures(db, userId, sessionId))) return yield* messages
  const batch: Message[] = []
  async function* flush() {
    const found = await readPictures(
      db,
      userId,
      batch.map(({ id }) => id)
    )
    for (const message of batch.splice(0)) {
      const pictures: ExportedPicture[] = []
      for (const picture of found.get(message.id) ?? [])
        pictures.push(isWhole ? await withFile(picture, files) : exported(picture))
      yield pictures.length > 0 ? { ...message, pictures } : message
    }
  }
  for await (const message of messages) if (batch.push(message) === batchSize) yield* flush()
  yield* flush()
}
