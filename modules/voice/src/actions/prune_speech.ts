import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { VoiceSettings } from '../../index.ts'
import { SpeechFiles } from '../speech_files.ts'

export const keptDays = 30
/** Rows without a file are younger while their audio is being written. */
const unwrittenMinutes = 10
const filesPerRun = 200

interface Kept {
  user_id: string
  hash: string
}

/** Removes kept audio: what was not used for 30 days, and the longest unused of what exceeds the limit of bytes. A later run continues. */
@inject()
export class PruneSpeech {
  constructor(
    private readonly db: Database,
    private readonly files: SpeechFiles,
    private readonly settings: VoiceSettings
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const kept of await this.#superfluous()) {
      if (signal.aborted) return
      await this.#remove(kept)
    }
  }

  async #superfluous(): Promise<Kept[]> {
    const { rows } = await this.db.rawQuery<{ rows: Kept[] }>(
      `-- all users: the limit is that of the server
       SELECT user_id, hash FROM (
         SELECT user_id, hash, used_at, bytes, sum(bytes) OVER (ORDER BY used_at DESC, hash, user_id) AS bytes_until_here
         FROM kept_speech
       ) AS kept
       WHERE used_at < clock_timestamp() - make_interval(days => :days::int) OR bytes_until_here > :bytes::bigint
         OR (bytes IS NULL AND used_at < clock_timestamp() - make_interval(mins => :minutes::int))
       ORDER BY used_at, hash LIMIT :limit::int`,
      { days: keptDays, bytes: this.settings.keptBytesMax, minutes: unwrittenMinutes, limit: filesPerRun }
    )
    return rows
  }

  /** The row is locked until its file is removed, so that the same text, spoken again meanwhile, waits and keeps its new file. */
  #remove({ user_id: userId, hash }: Kept): Promise<void> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        'DELETE FROM kept_speech WHERE user_id = ?::uuid AND hash = ? RETURNING hash',
        [userId, hash]
      )
      if (rows.length > 0) await this.files.remove(userId, hash)
    })
  }
}
