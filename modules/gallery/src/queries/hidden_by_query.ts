import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { queryUnprepared } from '#modules/kernel/sql'
import type { Viewer } from '../../index.ts'
import { isNotBlocked } from './has_chip.ts'
import { sql } from './sql.ts'

/** Returns the subset of characters that the viewer hides, or whose creator or tag the viewer hides. */
@inject()
export class HiddenByQuery {
  constructor(private readonly db: Database) {}

  async run(ids: readonly string[], viewer: Viewer): Promise<string[]> {
    const { numbered, bindings } = sql`
      SELECT id FROM characters WHERE id = ANY (${ids}::uuid[]) AND NOT ${isNotBlocked(viewer)}`
    const rows = await queryUnprepared<{ id: string }>(this.db.connection(), numbered, bindings)
    return rows.map(({ id }) => id)
  }
}
