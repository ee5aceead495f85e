import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { StoredWidthsQuery } from '../queries/stored_widths_query.ts'
import { PurgeCopies } from './purge_copies.ts'

/** Longer than the time between two runs, and than the read of a picture that was blocked meanwhile. */
const forgottenMinutes = 5
const purgesPerRun = 50

/**
 * Makes every process stop serving pictures that moderators removed, and removes their copies in the CDN. What fails is repeated. The order is
 * random, so that a copy that can't be removed doesn't block others.
 */
@inject()
export class SweepBlockedPictures {
  constructor(
    private readonly db: Database,
    private readonly widths: StoredWidthsQuery,
    private readonly copies: PurgeCopies
  ) {}

  async run() {
    const blocked = await this.#hashes(
      'SELECT hash FROM blocked_pictures WHERE blocked_at > clock_timestamp() - make_interval(mins => ?::int)',
      forgottenMinutes
    )
    for (const hash of blocked) this.widths.forget(hash)
    const unpurged = await this.#hashes(
      'SELECT hash FROM blocked_pictures WHERE purged_at IS NULL ORDER BY random() LIMIT ?::int',
      purgesPerRun
    )
    for (const hash of unpurged) {
      await this.copies.run(hash)
      await this.db.rawQuery('UPDATE blocked_pictures SET purged_at = clock_timestamp() WHERE hash = ?', [hash])
    }
  }

  async #hashes(sql: string, value: number): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { hash: string }[] }>(sql, [value])
    return rows.map(({ hash }) => hash)
  }
}
