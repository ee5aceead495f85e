import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'
import { limits, type CharacterSummary } from '../../api.ts'
import { spokenLine } from '../domain/spoken_line.ts'
import { countsAndLike, summaryColumns, toSummary, type SummaryRow } from './rows.ts'
import { Sql, sql } from './sql.ts'

const { text } = sql`
  SELECT ${summaryColumns}, opening_line AS spoken, ${countsAndLike(new Sql('characters.id'), null)} FROM characters
  WHERE on_landing AND is_public AND NOT is_nsfw AND deleted_at IS NULL
  ORDER BY popularity DESC, id DESC LIMIT ${new Sql(String(limits.landingMax))}`

const readLanding = statement<SummaryRow & { spoken: string }>('gallery_list_landing', text)

/** Lists the characters on the landing page, most popular first. Built-in ones are on it by default, others if an admin chose them. */
@inject()
export class ListLandingCharactersQuery {
  constructor(private readonly db: Database) {}

  async run(client: QueryClientContract = this.db.connection()): Promise<CharacterSummary[]> {
    const rows = await readLanding(client, [])
    return rows.map((row) => ({ ...toSummary(row), spokenLine: spokenLine(row.spoken) }))
  }
}
