import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { StoredRow } from '#modules/kernel/tables'
import { isBlank } from '#modules/kernel/text'
import {
  AdminCharacters,
  type AdminRefusal,
  type AllCharactersRequest,
  type CharacterChange,
  type DeletedCharacter,
  type Pictures,
  type Viewer,
} from '../index.ts'
import { checkField, rulesAt, ContentRules, type CharacterProblem } from './domain/character_rules.ts'
import { countCharacters } from './queries/characters_created_query.ts'
import { ListAllCharactersQuery } from './queries/list_all_characters_query.ts'
import type { CharacterRow } from './tables/character_row.ts'

type ChangedRow = Pick<
  StoredRow<CharacterRow>,
  'name' | 'avatar' | 'background' | 'first_message' | 'is_public' | 'is_nsfw' | 'on_landing'
>

/** Each change locks the row first, so that its `before` values are exact. */
@inject()
export class DatabaseAdminCharacters extends AdminCharacters {
  readonly #all: ListAllCharactersQuery

  constructor(
    db: Database,
    private readonly rules: ContentRules
  ) {
    super()
    this.#all = new ListAllCharactersQuery(db)
  }

  list(request: AllCharactersRequest, viewer: Viewer) {
    return this.#all.run(request, viewer)
  }

  async owner(id: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { ownerId: string }[] }>(
      'SELECT created_by AS "ownerId" FROM characters WHERE id = ?::uuid AND deleted_at IS NULL',
      [id]
    )
    return rows[0]?.ownerId ?? null
  }

  async delete(id: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: DeletedCharacter[] }>(
      `UPDATE characters SET deleted_at = now() WHERE id = ?::uuid AND deleted_at IS NULL
       RETURNING name, category, tags, is_nsfw AS "isNsfw", is_public AS "isPublic", created_by AS "createdBy"`,
      [id]
    )
    return rows[0] ?? null
  }

  async setPicture(
    id: string,
    imageUrl: unknown,
    trx: TransactionClientContract,
    requestHost?: string | null
  ): Promise<Result<CharacterChange<Pictures>, AdminRefusal>> {
    const address = this.#check('avatar', imageUrl, 'Please select a character and enter an image URL', requestHost)
    if (!address.ok) return fail({ kind: 'invalid', problem: address.failure })
    const row = await lock(id, trx)
    if (!row) return fail({ kind: 'unknown' })
    const before = { avatar: row.avatar, background: row.background }
    const follows = row.background === null || row.background === row.avatar
    const after = { avatar: address.value, background: follows ? address.value : row.background }
    await trx
      .query()
      .from('characters')
      .where('id', id)
      .update({ ...after, ...(after.avatar !== before.avatar && { avatar_focus: null }), updated_at: trx.raw('now()') })
    return ok({ name: row.name, before, after })
  }

  async setFirstMessage(
    id: string,
    firstMessage: unknown,
    trx: TransactionClientContract
  ): Promise<Result<CharacterChange<{ firstMessage: string }>, AdminRefusal>> {
    const text = this.#check('firstMessage', firstMessage, 'Please select a character and write a first message')
    if (!text.ok) return fail({ kind: 'invalid', problem: text.failure })
    const row = await lock(id, trx)
    if (!row) return fail({ kind: 'unknown' })
    await trx.rawQuery(`UPDATE characters SET first_message = ?, updated_at = now() WHERE id = ?::uuid`, [
      text.value,
      id,
    ])
    return ok({ name: row.name, before: { firstMessage: row.first_message }, after: { firstMessage: text.value } })
  }

  async setOnLanding(
    id: string,
    onLanding: boolean,
    trx: TransactionClientContract
  ): Promise<Result<CharacterChange<{ onLanding: boolean }>, AdminRefusal>> {
    const row = await lock(id, trx)
    if (!row) return fail({ kind: 'unknown' })
    if (onLanding && (row.is_nsfw || !row.is_public)) {
      const message = 'Only public characters without adult content can be on the landing page.'
      return fail({ kind: 'invalid', problem: { field: 'onLanding', rule: 'visible', message } })
    }
    await trx.rawQuery('UPDATE characters SET on_landing = ? WHERE id = ?::uuid', [onLanding, id])
    return ok({ name: row.name, before: { onLanding: row.on_landing === true }, after: { onLanding } })
  }

  count(ownerId: string, trx: TransactionClientContract) {
    return countCharacters(ownerId, trx)
  }

  #check(
    field: 'avatar' | 'firstMessage',
    sent: unknown,
    missing: string,
    requestHost?: string | null
  ): Result<string, CharacterProblem> {
    if (sent === undefined || sent === null || (typeof sent === 'string' && isBlank(sent)))
      return fail({ field, rule: 'required', message: missing })
    return checkField(rulesAt(this.rules, requestHost), field, sent)
  }
}

const lock = async (id: string, trx: TransactionClientContract): Promise<ChangedRow | null> => {
  const { rows } = await trx.rawQuery<{ rows: ChangedRow[] }>(
    `SELECT name, avatar, background, first_message, is_public, is_nsfw, on_landing FROM characters WHERE id = ?::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id]
  )
  return rows[0] ?? null
}
