import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { queryUnprepared } from '#modules/kernel/sql'
import { chips, furtherChips, type Chip } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { hasChip } from './has_chip.ts'
import { join, Sql, sql } from './sql.ts'

const valued = [...chips, ...furtherChips].filter(({ value }) => value !== '')

/** Lists the chips in the order of the screen. Tells which have no public character, and leaves out further ones without. */
@inject()
export class ListChipsQuery {
  constructor(private readonly db: Database) {}

  async run(viewer: Viewer | null, client: QueryClientContract = this.db.connection()): Promise<Chip[]> {
    const listed = new Sql(`is_public AND deleted_at IS NULL${viewer ? '' : ' AND NOT is_nsfw'}`)
    // Ordered by popularity, so that a common chip is found at once.
    const uses = valued.map(
      ({ value }) => sql`EXISTS (
        SELECT FROM characters WHERE ${listed} AND ${hasChip(value, viewer)} ORDER BY popularity DESC, id DESC LIMIT 1)`
    )
    const { numbered, bindings } = sql`SELECT ARRAY[${join(uses, ', ')}] AS used`
    const [row] = await queryUnprepared<{ used: boolean[] }>(client, numbered, bindings)
    const empty = new Set<Chip>(valued.filter((_, index) => !row!.used[index]))
    return [
      ...chips.map((chip): Chip => (empty.has(chip) ? { ...chip, isEmpty: true } : chip)),
      ...furtherChips.filter((chip) => !empty.has(chip)),
    ]
  }
}
