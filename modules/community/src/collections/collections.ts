import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { Gallery, TextJudge, type Viewer } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits, type Collection, type CollectionBody, type OwnCollection } from '../../api.ts'
import { CollectionLimit } from '../rate_limits.ts'
import { CollectionRow } from '../tables/collection_row.ts'

export type CollectionRefusal =
  | { kind: 'too_many'; things: string; retryAfterSeconds: number }
  | { kind: 'forbidden_words'; field: string; words: readonly string[] }
  | { kind: 'no_collection' | 'no_character' | 'too_many_collections' | 'full_collection' }

type Changed<Value> = Promise<Result<Value, CollectionRefusal>>

/**
 * A user's lists of characters. Their names and words follow the rules of public texts, because a list may become public at any time. Those of
 * public ones are reviewed with the profile.
 */
@inject()
export class Collections {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly gallery: Gallery,
    private readonly judge: TextJudge,
    private readonly limit: CollectionLimit
  ) {}

  /** Lists the user's collections by name. `holds`: whether each has this character. */
  async list(userId: string, characterId: string | null = null): Promise<OwnCollection[]> {
    const { rows } = await this.db.rawQuery<{ rows: OwnCollection[] }>(
      `SELECT id, name, about, is_public AS "isPublic", (
         SELECT count(*)::int FROM collected_characters inside WHERE inside.user_id = :userId::uuid AND inside.collection_id = collections.id
       ) AS characters, EXISTS (
         SELECT FROM collected_characters inside WHERE inside.user_id = :userId::uuid AND inside.collection_id = collections.id
           AND inside.character_id = :characterId::uuid
       ) AS holds
       FROM collections WHERE user_id = :userId::uuid ORDER BY lower(name), id`,
      { userId, characterId } as never
    )
    return rows
  }

  /** Lists the public collections of a user by name. */
  async listPublic(userId: string): Promise<Collection[]> {
    const rows = await CollectionRow.of(userId).where('is_public', true).orderByRaw('lower(name), id')
    return rows.map(({ id, name, about }) => ({ id, name, about }))
  }

  async has(userId: string, id: string, { isPublic }: { isPublic: boolean }): Promise<boolean> {
    const row = await CollectionRow.of(userId).where('id', id).first()
    return row !== null && (row.isPublic || !isPublic)
  }

  create(userId: string, { name, about = '', isPublic = false }: CollectionBody): Changed<OwnCollection> {
    return this.#change(userId, { name, about }, async (trx) => {
      const others = await CollectionRow.of(userId, { client: trx }).select('id')
      if (others.length >= limits.collectionsMax) return fail({ kind: 'too_many_collections' })
      const id = newId()
      await CollectionRow.create({ userId, id, name, about, isPublic }, { client: trx })
      if (isPublic) await this.accounts.profileChanged.run({ userId }, trx)
      return ok({ id, name, about, isPublic, characters: 0, holds: false })
    })
  }

  async change(userId: string, id: string, change: Partial<CollectionBody>): Changed<OwnCollection> {
    const { name = '', about = '' } = change
    const changed = await this.#change(userId, { name, about }, async (trx) => {
      const row = await CollectionRow.of(userId, { client: trx }).where('id', id).first()
      if (!row) return fail({ kind: 'no_collection' as const })
      await row.merge(change).save()
      if (row.isPublic) await this.accounts.profileChanged.run({ userId }, trx)
      return ok(null)
    })
    if (!changed.ok) return changed
    const found = (await this.list(userId)).find((each) => each.id === id)
    return found ? ok(found) : fail({ kind: 'no_collection' })
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const [count] = (await CollectionRow.of(userId).where('id', id).delete()) as unknown as [number]
    return count > 0
  }

  /** Adds a character that the user may see, as the newest one. */
  async add(user: Viewer, id: string, characterId: string): Changed<null> {
    if (!(await this.gallery.find(characterId, user))) return fail({ kind: 'no_character' })
    return this.#change(user.id, {}, async (trx) => {
      const row = await CollectionRow.of(user.id, { client: trx }).where('id', id).first()
      if (!row) return fail({ kind: 'no_collection' })
      const { rows } = await trx.rawQuery<{ rows: { characterId: string }[] }>(
        'SELECT character_id AS "characterId" FROM collected_characters WHERE user_id = ?::uuid AND collection_id = ?::uuid',
        [user.id, id]
      )
      if (rows.some((each) => each.characterId === characterId)) return ok(null)
      if (rows.length >= limits.collectedMax) return fail({ kind: 'full_collection' })
      await trx.rawQuery(
        'INSERT INTO collected_characters (user_id, collection_id, character_id, place) VALUES (?::uuid, ?::uuid, ?::uuid, ?::uuid)',
        [user.id, id, characterId, newId()]
      )
      return ok(null)
    })
  }

  async take(userId: string, id: string, characterId: string): Promise<void> {
    await this.db.rawQuery(
      'DELETE FROM collected_characters WHERE user_id = ?::uuid AND collection_id = ?::uuid AND character_id = ?::uuid',
      [userId, id, characterId]
    )
  }

  /** Returns the ids of the characters, the newest first. */
  async characterIds(userId: string, id: string): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { characterId: string }[] }>(
      `SELECT character_id AS "characterId" FROM collected_characters
       WHERE user_id = ?::uuid AND collection_id = ?::uuid ORDER BY place DESC`,
      [userId, id]
    )
    return rows.map(({ characterId }) => characterId)
  }

  async forgetUser(userId: string, trx: TransactionClientContract): Promise<void> {
    await CollectionRow.of(userId, { client: trx }).delete()
  }

  /** Hides the user's public collections, because a moderator refused the profile. */
  async clear(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery('UPDATE collections SET is_public = false WHERE user_id = ?::uuid', [userId])
  }

  async #change<Value>(
    userId: string,
    texts: Record<string, string>,
    work: (trx: TransactionClientContract) => Promise<Result<Value, CollectionRefusal>>
  ): Changed<Value> {
    const retryAfterSeconds = await this.limit.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', things: 'changes', retryAfterSeconds })
    for (const [field, text] of Object.entries(texts)) {
      const words = text === '' ? [] : await this.judge.forbiddenWords(text)
      if (words.length > 0) return fail({ kind: 'forbidden_words', field, words })
    }
    return this.db.transaction(async (trx) => {
      // Requests of a user can't exceed a limit together.
      await waitForLock(trx, `community.collections ${userId}`)
      return work(trx)
    })
  }
}
