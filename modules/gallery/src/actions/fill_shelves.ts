import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { lockSql } from '#modules/kernel/locks'
import { moods } from '../domain/moods.ts'
import { limits } from '../domain/limits.ts'

/** More than a shelf shows, because blocked tags and gating leave some out. */
const openCandidates = 4 * limits.shelfMax
const adultCandidates = 2 * limits.shelfMax

interface ShelfRule {
  id: string
  order: 'trend' | 'created_at' | 'popularity'
  /** A condition with a binding for each value. */
  where?: { condition: string; values: string[] }
}

const ofTheWeek = `gallery_trend(0, 1, now() - INTERVAL '7 days')`

const shelfRules: ShelfRule[] = [
  { id: 'trending', order: 'trend', where: { condition: `trend >= round(1000 * ${ofTheWeek})`, values: [] } },
  { id: 'new', order: 'created_at' },
  // No shelf, but the beginning of the list, which other shelves must not repeat.
  { id: 'popular', order: 'popularity' },
  ...moods.map(({ id, chip }): ShelfRule => ({
    id,
    order: 'popularity',
    where: {
      condition: `chip_keys && ARRAY[hashtextextended(lower(?), 0), hashtextextended(chr(31) || lower(?), 0)]`,
      values: [chip, chip],
    },
  })),
]

/**
 * Fills the shelves that are the same for all users. Several processes may run it at once. One of them fills the shelves, and the others
 * skip the run. A run within `restSeconds` of the previous one is skipped, too.
 */
@inject()
export class FillShelves {
  constructor(private readonly db: Database) {}

  async run({ restSeconds = 0 } = {}): Promise<void> {
    await this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [{ due: boolean }] }>(
        `SELECT ${lockSql.try("'gallery.shelves'")}
           AND NOT EXISTS (SELECT FROM character_shelves WHERE filled_at > now() - make_interval(secs => ?)) AS due`,
        [restSeconds]
      )
      if (!rows[0].due) return
      for (const rule of shelfRules) await this.#fill(rule, trx)
    })
  }

  async #fill({ id, order, where }: ShelfRule, trx: TransactionClientContract) {
    const candidates = (adult: string, count: number) => `
      (SELECT id, ${order} AS sort_key FROM characters
       WHERE is_public AND deleted_at IS NULL AND ${adult} ${where ? `AND ${where.condition}` : ''}
       ORDER BY ${order} DESC, id DESC LIMIT ${count})`
    const values = where?.values ?? []
    await trx.rawQuery(
      `INSERT INTO character_shelves (id, characters, filled_at)
       SELECT ?, coalesce(array_agg(id ORDER BY sort_key DESC, id DESC), '{}'), now()
       FROM (${candidates('NOT is_nsfw', openCandidates)} UNION ALL ${candidates('is_nsfw', adultCandidates)}) AS candidates
       ON CONFLICT (id) DO UPDATE SET characters = excluded.characters, filled_at = excluded.filled_at`,
      [id, ...values, ...values]
    )
  }
}
