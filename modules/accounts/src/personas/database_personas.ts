import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { rateLimit } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { hasHiddenCharacters } from '#modules/kernel/text'
import type { ListedPersona, PersonaChange } from '../../api.ts'
import { Personas, OwnLorebooks } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { nameMessage } from '../domain/names_of_people.ts'
import { PersonaRow } from '../tables/persona_row.ts'
import { personaColumns } from './persona_columns.ts'

export type PersonaRefusal =
  | { kind: 'unknown' }
  | { kind: 'invalid'; field: string; rule: string; message: string }
  | { kind: 'too_many_requests'; retryAfterSeconds: number }

const columnsIn = (table: 'own' | 'users') => personaColumns.map((each) => each[table]).join(', ')
const listed = (table: 'own' | 'users') => personaColumns.map((each) => `${each[table]} AS "${each.key}"`).join(', ')
const defaultId = 'coalesce(persona_id, users.id)'
/** Selects all personas of the user `:userId`. */
const allSql = `
  SELECT ${defaultId} AS id, true AS "isDefault", ${listed('users')} FROM users WHERE users.id = :userId::uuid
  UNION ALL SELECT id, false, ${listed('own')} FROM personas WHERE user_id = :userId::uuid`

/** Limits how often a user changes personas. */
@inject()
export class PersonaLimit extends rateLimit('personas', limits.personaChangesPerHour, '1 hour') {}

/** The personas of users. The default one is in the user's row, the others are in `personas`. */
@inject()
export class DatabasePersonas extends Personas {
  constructor(
    private readonly db: Database,
    private readonly lorebooks: OwnLorebooks,
    private readonly rateLimit: PersonaLimit
  ) {
    super()
  }

  async has(userId: string, personaId: string, trx?: TransactionClientContract) {
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: unknown[] }>(
      `SELECT FROM (${allSql}) AS persona WHERE id = :personaId::uuid`,
      { userId, personaId }
    )
    return rows.length > 0
  }

  /** Lists the default persona first, then the others in the order of their creation. Omits deleted lorebooks. */
  async list(userId: string): Promise<ListedPersona[]> {
    const { rows } = await this.db.rawQuery<{ rows: ListedPersona[] }>(
      `SELECT * FROM (${allSql}) AS persona ORDER BY "isDefault" DESC, id`,
      { userId }
    )
    const wanted = [...new Set(rows.flatMap(({ lorebookIds }) => lorebookIds))]
    const own = new Set(wanted.length > 0 ? await this.lorebooks.findOwn(userId, wanted) : [])
    return rows.map((row) => ({ ...row, lorebookIds: row.lorebookIds.filter((id) => own.has(id)) }))
  }

  create(userId: string, change: PersonaChange): Promise<Result<ListedPersona, PersonaRefusal>> {
    return this.#write(userId, change, async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [{ count: number }] }>(
        'SELECT count(*)::int AS count FROM personas WHERE user_id = ?::uuid',
        [userId]
      )
      if (rows[0].count + 1 >= limits.personasMax) {
        const message = `You have ${limits.personasMax} personas, the most there can be. Delete one first.`
        return fail({ kind: 'invalid', field: 'name', rule: 'limit', message })
      }
      const id = newId()
      await PersonaRow.create({ userId, id }, { client: trx })
      return ok(id)
    })
  }

  /** Changes the given fields. */
  change(userId: string, id: string, change: PersonaChange): Promise<Result<ListedPersona, PersonaRefusal>> {
    return this.#write(userId, change, async () => ok(id))
  }

  /** Deletes a persona. Chats with it use the default persona from now on. The default persona can't be deleted. */
  async delete(userId: string, id: string): Promise<'deleted' | 'default' | 'unknown'> {
    return this.db.transaction(async (trx) => {
      if ((await lockUser(trx, userId)) === id) return 'default'
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        'DELETE FROM personas WHERE user_id = ?::uuid AND id = ?::uuid',
        [userId, id]
      )
      return rowCount > 0 ? 'deleted' : 'unknown'
    })
  }

  async #write(
    userId: string,
    sent: PersonaChange,
    find: (trx: TransactionClientContract) => Promise<Result<string, PersonaRefusal>>
  ): Promise<Result<ListedPersona, PersonaRefusal>> {
    const lorebookIds = sent.lorebookIds && [...new Set(sent.lorebookIds)]
    const change = { ...sent, lorebookIds }
    if (hasHiddenCharacters(change.name ?? '')) {
      const message = nameMessage('hidden', 'name')
      return fail({ kind: 'invalid', field: 'name', rule: 'hidden', message })
    }
    const retryAfterSeconds = await this.rateLimit.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many_requests', retryAfterSeconds })
    return this.db.transaction(async (trx) => {
      const current = await lockUser(trx, userId)
      if (current === null) return fail({ kind: 'unknown' as const })
      if (lorebookIds && (await this.lorebooks.findOwn(userId, lorebookIds, trx)).length < lorebookIds.length) {
        const message = 'A persona can only have your own lorebooks.'
        return fail({ kind: 'invalid' as const, field: 'lorebookIds', rule: 'unknown', message })
      }
      const found = await find(trx)
      if (!found.ok) return found
      const id = found.value
      await store(trx, { userId, id, isDefault: id === current }, change)
      if (change.isDefault && id !== current) await makeDefault(trx, { userId, id, current })
      const { rows } = await trx.rawQuery<{ rows: ListedPersona[] }>(
        `SELECT * FROM (${allSql}) AS persona WHERE id = :id::uuid`,
        { userId, id }
      )
      return rows[0] ? ok(rows[0]) : fail({ kind: 'unknown' as const })
    })
  }
}

/** Serializes changes of a user's personas. Returns the id of the default persona, or null for a deleted account. */
const lockUser = async (trx: TransactionClientContract, userId: string): Promise<string | null> => {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `SELECT ${defaultId} AS id FROM users WHERE users.id = ?::uuid FOR NO KEY UPDATE`,
    [userId]
  )
  return rows[0]?.id ?? null
}

const store = async (
  client: QueryClientContract,
  { userId, id, isDefault }: { userId: string; id: string; isDefault: boolean },
  change: PersonaChange
) => {
  const given = personaColumns.filter(({ key }) => change[key] !== undefined)
  if (given.length === 0) return
  const sets = given.map(({ own, users }) => `${isDefault ? users : own} = ?`)
  const values = given.map(({ key }) => change[key])
  await client.rawQuery(
    isDefault
      ? `UPDATE users SET ${sets.join(', ')}, updated_at = now() WHERE id = ?::uuid`
      : `UPDATE personas SET ${sets.join(', ')} WHERE user_id = ?::uuid AND id = ?::uuid`,
    [...values, userId, ...(isDefault ? [] : [id])] as never
  )
}

/** Makes another persona the default. Both keep their ids. Changes nothing if the user doesn't have the other persona. */
const makeDefault = (trx: TransactionClientContract, ids: { userId: string; id: string; current: string }) =>
  trx.rawQuery(
    `WITH chosen AS (
       DELETE FROM personas WHERE user_id = :userId::uuid AND id = :id::uuid RETURNING id, ${columnsIn('own')}
     ), kept AS (
       INSERT INTO personas (id, user_id, ${columnsIn('own')})
       SELECT :current::uuid, users.id, ${columnsIn('users')} FROM users, chosen WHERE users.id = :userId::uuid
     )
     UPDATE users SET persona_id = chosen.id, updated_at = now(),
       ${personaColumns.map(({ own, users }) => `${users} = chosen.${own}`).join(', ')}
     FROM chosen WHERE users.id = :userId::uuid`,
    ids
  )
