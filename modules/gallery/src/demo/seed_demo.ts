import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { ownerClient } from '#modules/kernel/server_role'
import { DemoCharacters } from '../../index.ts'
import { draftColumnNames, draftColumns, toRow } from '../domain/draft_rows.ts'
import { withMark } from '../marks/mark_address.ts'
import { demoCharacter } from './demo_character.ts'

const batchRows = 2_000
const concurrentBatches = 2
/** Seconds between the creation times of consecutive characters. */
const secondsApart = 20
/** All messages of a character are from one day, at most this many days ago. */
const quietDaysMax = 60
const trendOf = `gallery_trend(0, entry.messages, now() - make_interval(days => entry.days))`

/** GIN indexes whose pending lists would slow down every search. */
const searchIndexes = [
  'characters_open_text',
  'characters_adult_text',
  'characters_chips',
  'characters_name_starts',
  'characters_labels',
]

/** Adds `count` varied characters with message counts on every run. Their texts may repeat. */
@inject()
export class SeedDemo extends DemoCharacters {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {
    super()
  }

  async seed(count: number, onProgress?: (made: number) => void) {
    const owner = await this.accounts.builtInAccount()
    let started = 0
    let inserted = 0
    const write = async () => {
      while (started < count) {
        const from = started
        const rows = Math.min(batchRows, count - from)
        started += rows
        await this.#insert(owner, from, rows)
        onProgress?.((inserted += rows))
      }
    }
    await Promise.all(Array.from({ length: concurrentBatches }, write))
    // Both statements require the owner of the table.
    const maintenance = ownerClient(this.db)
    for (const index of searchIndexes) await maintenance.rawQuery(`SELECT gin_clean_pending_list('${index}')`)
    // Without fresh statistics the planner would treat every word as rare.
    await maintenance.rawQuery('ANALYZE characters')
  }

  /** Inserts characters, whose counters a trigger creates. The second statement then updates the counters. */
  async #insert(owner: string, from: number, rows: number) {
    const entries = Array.from({ length: rows }, (_, n) => {
      const { draft, messages } = demoCharacter()
      const days = Math.floor(Math.random() * quietDaysMax)
      return { id: newId(), age: (from + n) * secondsApart, messages, days, draft: toRow(withMark(draft)) }
    })
    await this.db.transaction(async (trx) => {
      // Demo data is easy to recreate, so it may be lost in a crash. The larger pending list avoids frequent index merges.
      await trx.rawQuery(`SET LOCAL synchronous_commit = off; SET LOCAL gin_pending_list_limit = '64MB'`)
      await trx.rawQuery(
        `INSERT INTO characters (id, created_by, created_at, popularity, trend, ${draftColumns})
         SELECT id, ?::uuid, now() - make_interval(secs => age), gallery_popularity(0, messages), round(1000 * ${trendOf}),
           ${draftColumnNames.map((name) => `(draft).${name}`).join(', ')}
         FROM json_to_recordset(?::json) AS entry (id uuid, age int, messages int, days int, draft characters)`,
        [owner, JSON.stringify(entries)]
      )
      await trx.rawQuery(
        `UPDATE character_counters AS counters SET messages = entry.messages, trend = ${trendOf}
         FROM json_to_recordset(?::json) AS entry (id uuid, messages int, days int)
         WHERE counters.character_id = entry.id AND entry.messages > 0`,
        [JSON.stringify(entries.map(({ id, messages, days }) => ({ id, messages, days })))]
      )
    })
  }
}
