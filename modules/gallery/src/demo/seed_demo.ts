import type { Database } from '@adonisjs/lucid/database'
import type { Accounts } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { ownerClient } from '#modules/kernel/server_role'
import { DemoCharacters } from '../../index.ts'
import { draftColumns, draftColumnTypes, toRow } from '../domain/draft_rows.ts'
import { withMark } from '../marks/mark_address.ts'
import { demoCharacter } from './demo_character.ts'

const batchRows = 2_000
/** Batches under way at once. */
const writers = 2
/** Between the ages of two that follow one another. */
const secondsApart = 20

/** Whose waiting rows every search would read through. */
const searchIndexes = [
  'characters_open_text',
  'characters_adult_text',
  'characters_chips',
  'characters_name_starts',
  'characters_labels',
]

/** Puts varied characters in, with messages counted and nothing else. Each run adds so many more; their texts repeat at times. */
export class SeedDemo extends DemoCharacters {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {
    super()
  }

  async seed(count: number, onProgress?: (made: number) => void) {
    const owner = await this.accounts.builtInAccount()
    let begun = 0
    let made = 0
    const write = async () => {
      while (begun < count) {
        const from = begun
        const rows = Math.min(batchRows, count - from)
        begun += rows
        await this.#insert(owner, from, rows)
        onProgress?.((made += rows))
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    // only the owner of the table may do these two
    const maintenance = ownerClient(this.db)
    for (const index of searchIndexes) await maintenance.rawQuery(`SELECT gin_clean_pending_list('${index}')`)
    // without fresh statistics the first searches would take every word for rare
    await maintenance.rawQuery('ANALYZE characters')
  }

  /** One statement for the characters; a second for the counters, whose rows a trigger of the first opens. */
  async #insert(owner: string, from: number, rows: number) {
    const entries = Array.from({ length: rows }, (_, n) => {
      const { draft, messages } = demoCharacter()
      return { ...toRow(withMark(draft)), id: newId(), age: (from + n) * secondsApart, messages }
    })
    await this.db.transaction(async (trx) => {
      // made up again in no time: no need to wait for the disk, nor to sort every few rows into the search indexes
      await trx.rawQuery(`SET LOCAL synchronous_commit = off; SET LOCAL gin_pending_list_limit = '64MB'`)
      await trx.rawQuery(
        `INSERT INTO characters (id, created_by, created_at, popularity, ${draftColumns})
         SELECT id, ?::uuid, now() - make_interval(secs => age), gallery_popularity(0, messages), ${draftColumns}
         FROM json_to_recordset(?::json) AS entry (id uuid, age int, messages int, ${draftColumnTypes})`,
        [owner, JSON.stringify(entries)]
      )
      await trx.rawQuery(
        `UPDATE character_counters AS counters SET messages = entry.messages
         FROM json_to_recordset(?::json) AS entry (id uuid, messages int)
         WHERE counters.character_id = entry.id AND entry.messages > 0`,
        [JSON.stringify(entries.map(({ id, messages }) => ({ id, messages })))]
      )
    })
  }
}
