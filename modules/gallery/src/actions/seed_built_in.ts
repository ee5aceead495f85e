import type { Database } from '@adonisjs/lucid/database'
import type { Accounts } from '#modules/accounts/index'
import { eight } from '../../builtin/eight.ts'
import { pictureAddress } from '../../builtin/pictures.ts'

/**
 * Puts the eight built-in characters into a gallery that has never had any. Safe to repeat and safe from several
 * processes at once: the second waits for the first and then finds them there. Returns how many it inserted.
 */
export class SeedBuiltIn {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {}

  async run(): Promise<number> {
    return this.db.transaction(async (trx) => {
      await trx.rawQuery(`SELECT pg_advisory_xact_lock(hashtextextended('gallery.seed', 0))`)
      const { rows } = await trx.rawQuery<{ rows: { empty: boolean }[] }>(
        `SELECT NOT EXISTS (SELECT FROM characters) AS empty`
      )
      if (!rows[0]?.empty) return 0
      const owner = await this.accounts.builtInAccount(trx)
      await trx
        .insertQuery()
        .table('characters')
        .multiInsert(
          eight.map(({ slug, firstMessage, ...character }) => ({
            ...character,
            first_message: firstMessage,
            avatar: pictureAddress(`${slug}-avatar`),
            background: pictureAddress(`${slug}-background`),
            created_by: owner,
          }))
        )
      return eight.length
    })
  }
}
