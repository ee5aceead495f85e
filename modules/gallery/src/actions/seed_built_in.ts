import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Accounts } from '#modules/accounts/index'
import { readBuiltIn, readBuiltInSet, slugsOf } from '../built_in/content.ts'

/**
 * Inserts the eight built-in characters into a gallery that never had a character, and returns how many it inserted. Safe
 * to repeat and to run in several processes at once. A gallery that has characters gets the current addresses of built-in
 * pictures, and their focus where it has none. Its built-in characters are shown on the landing page, unless an admin has hidden them.
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
        await this.#refreshPictures(trx)
        await this.#showOnLanding(trx)
        return 0
      }
      const owner = await this.accounts.builtInAccount(trx)
      const eight = readBuiltInSet('eight')
      await trx
        .insertQuery()
        .table('characters')
        .multiInsert(
          eight.map(({ firstMessage, avatarFocus, ...character }) => ({
            ...character,
            first_message: firstMessage,
            avatar_focus: avatarFocus,
            created_by: owner,
            on_landing: true,
          }))
        )
      return eight.length
    })
  }

  /** Found by name, for the same reason. */
  async #showOnLanding(trx: TransactionClientContract) {
    await trx.rawQuery(
      `UPDATE characters SET on_landing = true FROM unnest(?::text[]) AS eight (name)
       WHERE is_public AND deleted_at IS NULL AND lower(characters.name) = lower(eight.name)
         AND created_by = ?::uuid AND on_landing IS NULL`,
      [slugsOf('eight').map((slug) => readBuiltIn(slug).name), await this.accounts.builtInAccount(trx)]
    )
  }

  /**
   * Characters that show a built-in picture by an old address get the current one. They are found by name, which has an
   * index, because this runs at every start and there may be a million characters.
   */
  async #refreshPictures(trx: TransactionClientContract) {
    const slugs = slugsOf('eight')
    const eight = slugs.map(readBuiltIn)
    for (const field of ['avatar', 'background'] as const) {
      await trx.rawQuery(
        `UPDATE characters SET ${field} = current.address
         FROM unnest(?::text[], ?::text[], ?::text[]) AS current (name, picture, address)
         WHERE is_public AND deleted_at IS NULL AND lower(characters.name) = lower(current.name)
           AND ${field} ~ ('^/pictures/builtin/' || current.picture || '[-.]') AND ${field} <> current.address`,
        [
          eight.map(({ name }) => name),
          slugs.map((slug) => `${slug}-${field}`),
          eight.map((character) => character[field]),
        ]
      )
    }
    const all = [...eight, ...readBuiltInSet('fifty')]
    await trx.rawQuery(
      `UPDATE characters SET avatar_focus = current.focus
       FROM unnest(?::text[], ?::text[], ?::jsonb[]) AS current (name, address, focus)
       WHERE is_public AND deleted_at IS NULL AND lower(characters.name) = lower(current.name)
         AND avatar = current.address AND avatar_focus IS NULL`,
      [
        all.map(({ name }) => name),
        all.map(({ avatar }) => avatar),
        all.map(({ avatarFocus }) => JSON.stringify(avatarFocus)),
      ]
    )
  }
}
