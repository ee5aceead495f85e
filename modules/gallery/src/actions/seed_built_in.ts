import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Accounts } from '#modules/accounts/index'
import { eight } from '../../builtin/eight.ts'
import { pictureAddress } from '../../builtin/pictures.ts'

/**
 * Puts the eight built-in characters into a gallery that has never had any. Safe to repeat and safe from several
 * processes at once: the second waits for the first and then finds them there. Returns how many it inserted. In a
 * gallery that has them already, repainted pictures are put in the place of earlier ones.
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
      if (!rows[0]?.empty) {
        await this.#hangRepainted(trx)
        return 0
      }
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

  /** A character that still has a picture of ours gets the address of the present painting. */
  async #hangRepainted(trx: TransactionClientContract) {
    const names = eight.flatMap(({ slug }) => [`${slug}-avatar`, `${slug}-background`])
    for (const field of ['avatar', 'background'])
      await trx.rawQuery(
        `UPDATE characters SET ${field} = painted.address
         FROM unnest(?::text[], ?::text[]) AS painted (name, address)
         WHERE ${field} LIKE '/pictures/builtin/%' AND ${field} <> painted.address
           AND ${field} ~ ('^/pictures/builtin/' || painted.name || '[-.]')`,
        [names, names.map(pictureAddress)]
      )
  }
}
