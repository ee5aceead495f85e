import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ModeratedGallery, type ModeratedComment, type Restriction } from '../index.ts'
import { limits } from './domain/limits.ts'

/** SQL for the value that a restriction changes, as it is before. */
const stateOf: Record<Restriction, string> = {
  hidden: 'is_public OR is_withdrawn',
  adult: 'is_nsfw',
  removed: 'false',
}

const restrictions: Record<Restriction, string> = {
  hidden: 'is_public = false, is_withdrawn = false, review = NULL',
  adult: 'is_nsfw = true',
  removed: 'deleted_at = now()',
}

/**
 * A lifted character of a disabled account stays private until the account is enabled. One that was changed meanwhile stays private until
 * its owner publishes it, because nobody has judged the change.
 */
const liftings: Record<Restriction, string> = {
  hidden: `is_public = was_set AND updated_at <= restricted_at AND NOT accounts_is_disabled(created_by),
    is_withdrawn = was_set AND updated_at <= restricted_at AND accounts_is_disabled(created_by)`,
  adult: `is_nsfw = was_set OR lower(category) = 'limitless'`,
  removed: 'deleted_at = NULL',
}

@inject()
export class DatabaseModeratedGallery extends ModeratedGallery {
  constructor(private readonly db: Database) {
    super()
  }

  async restrict(id: string, kind: Restriction, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `INSERT INTO character_restrictions (character_id, kind, was_set)
       SELECT id, ?, ${stateOf[kind]} FROM characters WHERE id = ?::uuid AND deleted_at IS NULL FOR UPDATE
       ON CONFLICT DO NOTHING`,
      [kind, id]
    )
    if (rowCount === 0) return false
    await trx.rawQuery(`UPDATE characters SET ${restrictions[kind]} WHERE id = ?::uuid`, [id])
    return true
  }

  async lift(id: string, kind: Restriction, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `WITH lifted AS (
         DELETE FROM character_restrictions WHERE character_id = ?::uuid AND kind = ?
         RETURNING character_id, was_set, created_at AS restricted_at
       )
       UPDATE characters SET ${liftings[kind]} FROM lifted WHERE id = character_id AND purged_at IS NULL`,
      [id, kind]
    )
    return rowCount > 0
  }

  async findComment(id: string): Promise<ModeratedComment | null> {
    const { rows } = await this.db.rawQuery<{ rows: ModeratedComment[] }>(
      `SELECT user_id AS "authorId", character_id AS "characterId", content FROM character_comments
       WHERE id = ?::uuid AND removed_at IS NULL AND review IS NULL`,
      [id]
    )
    return rows[0] ?? null
  }

  async removeComment(id: string, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `UPDATE character_comments SET removed_at = clock_timestamp(), removed_by = NULL,
         kept_until = now() + make_interval(days => ?::int)
       WHERE id = ?::uuid AND removed_at IS NULL`,
      [limits.restrictedDays, id]
    )
    return rowCount > 0
  }

  async restoreComment(id: string, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `UPDATE character_comments SET removed_at = NULL, kept_until = NULL WHERE id = ?::uuid AND kept_until IS NOT NULL`,
      [id]
    )
    return rowCount > 0
  }
}
