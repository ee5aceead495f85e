import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { limits } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { seesAdult } from '../domain/visibility.ts'

/** Lists the tags of public characters, most used first. Includes pending increments. */
@inject()
export class ListTagsQuery {
  constructor(private readonly db: Database) {}

  async run(viewer: Viewer | null, client: QueryClientContract = this.db.connection()): Promise<string[]> {
    const uses = seesAdult(viewer) ? 'uses' : 'open_uses'
    const { rows } = await client.rawQuery<{ rows: { spelling: string }[] }>(
      `SELECT min(spelling) AS spelling
       FROM (
         (SELECT key, spelling, ${uses} AS uses FROM character_tags WHERE ${uses} > 0 ORDER BY ${uses} DESC, key LIMIT ?)
         UNION ALL SELECT lower(spelling), spelling, ${uses} FROM character_tag_increments
       ) AS counted
       GROUP BY key HAVING sum(uses) > 0 ORDER BY sum(uses) DESC, key LIMIT ?`,
      [limits.tagsListed * 5, limits.tagsListed]
    )
    return rows.map(({ spelling }) => spelling)
  }
}
