import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { Lore } from '#modules/lore/index'
import { waitForLock } from '#modules/kernel/locks'
import { attachLorebooks } from '../built_in/attach_lorebooks.ts'
import { readBuiltIn, readBuiltInSet, slugsOf } from '../built_in/content.ts'
import { saveParts } from '../character_parts_table.ts'
import { blankParts } from '../domain/character_parts.ts'
import { toPartsRow } from '../domain/draft_rows.ts'
import { BuiltInSettings } from '../settings.ts'
import { importFiftyKind } from './import_fifty.ts'

/**
 * Inserts the eight built-in characters into a gallery that never had a character, queues the import of the fifty, and returns how many
 * it inserted. Safe to repeat and to run in several processes at once. A gallery that has characters gets the current addresses of built-in
 * pictures, and their focus where it has none. Its built-in characters are shown on the landing page, unless an admin has hidden them,
 * and get the parts that earlier releases didn't have.
 */
@inject()
export class SeedBuiltIn {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly lore: Lore,
    private readonly jobs: Jobs,
    private readonly settings: BuiltInSettings
  ) {}

  async run(): Promise<number> {
    return this.db.transaction(async (trx) => {
      await waitForLock(trx, 'gallery.seed')
      const { rows } = await trx.rawQuery<{ rows: { empty: boolean }[] }>(
        `SELECT NOT EXISTS (SELECT FROM characters) AS empty`
      )
      const owner = await this.accounts.builtInAccount(trx)
      if (!rows[0]?.empty) {
        await this.#refreshPictures(trx)
        await this.#showOnLanding(owner, trx)
        await this.#addMissingParts(owner, trx)
        return 0
      }
      const eight = readBuiltInSet('eight')
      const inserted: { id: string; name: string }[] = await trx
        .insertQuery()
        .table('characters')
        .multiInsert(
          eight.map((one) => ({
            name: one.name,
            description: one.description,
            category: one.category,
            tags: one.tags,
            personality: one.personality,
            backstory: one.backstory,
            scenario: one.scenario,
            first_message: one.firstMessage,
            avatar: one.avatar,
            avatar_focus: one.avatarFocus,
            background: one.background,
            created_by: owner,
            on_landing: true,
          }))
        )
        .returning(['id', 'name'])
      await this.#storeParts(owner, inserted, trx)
      if (this.settings.importsFifty)
        await this.jobs.enqueue({ kind: importFiftyKind, ownerId: owner, payload: {} }, trx)
      return eight.length
    })
  }

  /**
   * Shows the built-in characters on the landing page, unless an admin has already shown or hidden them. Finds them by name, as
   * `#refreshPictures` does.
   */
  async #showOnLanding(owner: string, trx: TransactionClientContract) {
    await trx.rawQuery(
      `UPDATE characters SET on_landing = true FROM unnest(?::text[]) AS eight (name)
       WHERE is_public AND deleted_at IS NULL AND lower(characters.name) = lower(eight.name)
         AND created_by = ?::uuid AND on_landing IS NULL`,
      [slugsOf('eight').map((slug) => readBuiltIn(slug).name), owner]
    )
  }

  /**
   * Replaces old addresses of built-in pictures with the current ones, and adds a missing focus. Finds the characters by name, which has
   * an index, because this runs at every start and there may be a million characters.
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

  /**
   * Adds the parts of this release to characters of an earlier release that have none. Runs once per character, because it stores a row of
   * parts. Creates a new version, so that running chats keep the previous one. Finds the characters by name, as `#refreshPictures` does.
   */
  async #addMissingParts(owner: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { id: string; name: string }[] }>(
      `UPDATE characters SET version_number = version_number + 1, updated_at = now()
       FROM unnest(?::text[]) AS eight (name)
       WHERE is_public AND deleted_at IS NULL AND lower(characters.name) = lower(eight.name) AND created_by = ?::uuid
         AND NOT EXISTS (SELECT FROM character_parts WHERE character_id = characters.id)
       RETURNING characters.id, characters.name`,
      [slugsOf('eight').map((slug) => readBuiltIn(slug).name), owner]
    )
    await this.#storeParts(owner, rows, trx)
  }

  /** Stores the parts and lorebooks of built-in characters that have none. */
  async #storeParts(
    owner: string,
    characters: readonly { id: string; name: string }[],
    trx: TransactionClientContract
  ) {
    const eight = readBuiltInSet('eight')
    const stored = characters.map(({ id, name }) => ({
      id,
      character: eight.find((one) => one.name.toLowerCase() === name.toLowerCase())!,
    }))
    for (const { id, character } of stored) {
      const { alternateGreetings, exampleDialogue } = character
      await saveParts(id, toPartsRow({ ...blankParts, alternateGreetings, exampleDialogue }), trx)
    }
    await attachLorebooks(this.lore, owner, stored, trx)
  }
}
