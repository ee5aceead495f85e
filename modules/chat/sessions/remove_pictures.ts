import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { failureSentences, PrivatePictures } from '#modules/imagegen/index'
import { limits } from '../limits.ts'
import { deletionOf, privateTables } from './private_tables.ts'

/** Long enough for downloads and replies that have just begun to read the files. */
const afterMinutes = 10
const filesPerRun = 50

const pictures = privateTables.find(({ table }) => table === 'chat_pictures')!

/** Deletes pictures whose message was never sent, or that are no longer behind their chat, and removes the files of deleted pictures. What fails is repeated by a later run. */
@inject()
export class RemovePictures {
  constructor(
    private readonly db: Database,
    private readonly files: PrivatePictures
  ) {}

  async run(): Promise<void> {
    await this.db.rawQuery(
      `-- all users: pictures of messages that were never sent
       ${deletionOf(
         pictures,
         `rest WHERE message_id IS NULL AND NOT is_background AND created_at < now() - INTERVAL '${limits.unsentPictureHours} hours'`
       )}`
    )
    // Their holds expire at the same time.
    await this.db.rawQuery(
      `-- all users: drawings whose job was lost
       UPDATE chat_pictures SET failure = ? WHERE file IS NULL AND failure IS NULL AND created_at < now() - INTERVAL '2 hours'`,
      [failureSentences.timeout]
    )
    const { rows } = await this.db.rawQuery<{ rows: { file: string }[] }>(
      `SELECT file FROM removed_chat_pictures WHERE removed_at < clock_timestamp() - make_interval(mins => ?::int)
       ORDER BY random() LIMIT ?::int`,
      [afterMinutes, filesPerRun]
    )
    for (const { file } of rows) await this.#remove(file)
  }

  /** Keeps the files that a branch still shows. */
  async #remove(file: string): Promise<void> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `-- all users: the copies in branches share the files
       SELECT FROM chat_pictures WHERE file = ?::uuid LIMIT 1`,
      [file]
    )
    if (rows.length === 0) await this.files.remove(file)
    await this.db.rawQuery('DELETE FROM removed_chat_pictures WHERE file = ?::uuid', [file])
  }
}
