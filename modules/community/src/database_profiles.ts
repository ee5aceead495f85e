import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { ProfileTexts, TextJudge } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { pickAttributes } from '#modules/kernel/tables'
import type { ProfileSettings } from '../api.ts'
import { ProfileLimit } from './rate_limits.ts'
import { CollectionRow } from './tables/collection_row.ts'
import { CreatorRow } from './tables/creator_row.ts'

export type ProfileRefusal =
  | { kind: 'forbidden_words'; field: string; words: readonly string[] }
  | { kind: 'too_many'; things: string; retryAfterSeconds: number }

const none: ProfileSettings = { isPublic: false, about: '', links: [] }

/** SQL for the names of a user, by which searches find them. */
const namesOf = (user: string) =>
  `coalesce((SELECT concat(lower(username), chr(10), lower(first_name), chr(10)) FROM accounts_public_names(${user})), '')`

/** The public profiles of users, besides their names and pictures. */
@inject()
export class DatabaseProfiles extends ProfileTexts {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly judge: TextJudge,
    private readonly limit: ProfileLimit
  ) {
    super()
  }

  async find(userId: string): Promise<ProfileSettings> {
    const { rows } = await this.db.rawQuery<{ rows: ProfileSettings[] }>(
      `SELECT ${pickAttributes(CreatorRow, ['isPublic', 'about', 'links'])} FROM creators WHERE user_id = ?::uuid`,
      [userId]
    )
    return rows[0] ?? none
  }

  /** Changes the given fields. Expects validated input. */
  async change(userId: string, change: Partial<ProfileSettings>): Promise<Result<ProfileSettings, ProfileRefusal>> {
    const retryAfterSeconds = await this.limit.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', things: 'changes', retryAfterSeconds })
    for (const [field, texts] of Object.entries({ about: [change.about ?? ''], links: change.links ?? [] }))
      for (const text of texts) {
        const words = text === '' ? [] : await this.judge.forbiddenWords(text)
        if (words.length > 0) return fail({ kind: 'forbidden_words', field, words })
      }
    await this.db.transaction(async (trx) => {
      await this.add([userId], trx)
      await CreatorRow.query({ client: trx }).where('userId', userId).update(change)
      const isJudged = change.about !== undefined || change.links !== undefined
      if (isJudged) await this.accounts.profileChanged.run({ userId }, trx)
    })
    return ok(await this.find(userId))
  }

  async read(userId: string) {
    const { about, links } = await this.find(userId)
    const collections = await CollectionRow.of(userId).where('is_public', true)
    return [
      { field: 'about', text: about },
      ...links.map((text) => ({ field: 'links', text })),
      ...collections.flatMap(({ name, about: words }) => [name, words].map((text) => ({ field: 'collections', text }))),
    ]
  }

  /** Adds users, so that searches find them. Idempotent. */
  async add(userIds: readonly string[], trx: Pick<TransactionClientContract, 'rawQuery'> = this.db): Promise<void> {
    await trx.rawQuery(
      `INSERT INTO creators (user_id, names) SELECT id, ${namesOf('id')} FROM unnest(?::uuid[]) AS added (id)
       ON CONFLICT DO NOTHING`,
      [[...userIds]]
    )
  }

  /** Takes over the present names, in the transaction that changes them. */
  async refreshNames(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery(`UPDATE creators SET names = ${namesOf('user_id')} WHERE user_id = ?::uuid`, [userId])
  }

  /** Removes what a moderator refused. */
  async clear(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery(`UPDATE creators SET about = '', links = '{}', names = '' WHERE user_id = ?::uuid`, [userId])
  }
}
