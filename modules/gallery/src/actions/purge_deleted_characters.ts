import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { runInBatches } from '#modules/kernel/batches'
import { Retention } from '#modules/kernel/settings'
import { Gallery } from '../../index.ts'
import { limits } from '../domain/limits.ts'

/** Bounds how many rows are locked at once. */
const batchRows = 20
/** The next run purges the rest. */
const batchesPerRun = 500

/**
 * Removes the texts, versions, reviews and picture addresses of characters that were deleted long enough ago. Their rows stay,
 * because chats refer to them. What moderators removed waits longer, because its owner may appeal. Several processes may run it at once.
 */
@inject()
export class PurgeDeletedCharacters {
  readonly #purged: Gallery['charactersPurged']

  constructor(
    private readonly db: Database,
    { charactersPurged }: Gallery,
    private readonly retention: Retention,
    private readonly timers: Timers
  ) {
    this.#purged = charactersPurged
  }

  /** Returns the number of purged characters. */
  async run(signal?: AbortSignal): Promise<number> {
    let purged = 0
    await runInBatches(
      async () => {
        const count = await this.#purgeBatch()
        purged += count
        return count < batchRows
      },
      { timers: this.timers, max: batchesPerRun, signal }
    )
    return purged
  }

  #purgeBatch(): Promise<number> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string; created_by: string }[] }>(
        `SELECT id, created_by FROM characters
         WHERE deleted_at IS NOT NULL AND purged_at IS NULL AND deleted_at < now() - make_interval(days => ?::int)
           AND NOT EXISTS (
             SELECT FROM character_restrictions
             WHERE character_id = id AND kind = 'removed' AND created_at > now() - make_interval(days => ?::int)
           )
         ORDER BY deleted_at LIMIT ? FOR UPDATE SKIP LOCKED`,
        [this.retention.deletedDays, limits.restrictedDays, batchRows]
      )
      if (rows.length === 0) return 0
      const ids = rows.map(({ id }) => id)
      await trx.rawQuery('SELECT gallery_empty_characters(?::uuid[])', [ids])
      await trx.rawQuery('DELETE FROM publication_reviews WHERE character_id = ANY (?::uuid[])', [ids])
      await trx.rawQuery('UPDATE characters SET purged_at = now() WHERE id = ANY (?::uuid[])', [ids])
      await this.#purged.run({ characterIds: ids, ownerIds: rows.map(({ created_by: owner }) => owner) }, trx)
      return rows.length
    })
  }
}
