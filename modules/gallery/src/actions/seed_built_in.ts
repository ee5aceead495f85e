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

  /**
   * Who still has the picture that came with the name gets the address of the present painting. Found by the names, which have
   * an index: this runs at every start, and there may be a million others.
   */
  async #hangRepainted(trx: TransactionClientContract) {
    for (const field of ['avatar', 'background']) {
      const pictures = eight.map(({ slug }) => `${slug}-${field}`)
      await trx.rawQuery(
        `UPDATE characters SET ${field} = painted.address
         FROM unnest(?::text[], ?::text[], ?::text[]) AS painted (name, picture, address)
         WHERE is_public AND deleted_at IS NULL AND lower(characters.name) = lower(painted.name)
           AND ${field} ~ ('^/pictures/builtin/' || painted.picture || '[-.]') AND ${field} <> painted.address`,
        [eight.map(({ name }) => name), pictures, pictures.map(pictureAddress)]
      )
    }
  }
}
