import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isId, newId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { CodeBatch } from '../../api.ts'
import { RubyCodes, type NewCodeBatch } from '../../index.ts'
import { RubyCodeBatchRow } from '../tables/ruby_code_batch_row.ts'
import { hashOfCode, newCode } from './code_text.ts'

type Row = Attributes<RubyCodeBatchRow> & { redeemed: string }

const columns = `${attributesOf(RubyCodeBatchRow)},
  codes::bigint * uses - (SELECT sum(uses_left) FROM ruby_codes WHERE batch_id = ruby_code_batches.id) AS redeemed`

@inject()
export class DatabaseRubyCodes extends RubyCodes {
  constructor(private readonly db: Database) {
    super()
  }

  async make({ name, rubies, codes, uses, perPerson, days }: NewCodeBatch, trx: TransactionClientContract) {
    const id = newId()
    await trx.rawQuery(
      `INSERT INTO ruby_code_batches (id, name, rubies, codes, uses, per_person, expires_at)
       VALUES (?::uuid, ?, ?::bigint, ?::int, ?::int, ?::int, clock_timestamp() + make_interval(days => ?::int))`,
      [id, name, rubies, codes, uses, perPerson, days]
    )
    const made = Array.from({ length: codes }, newCode)
    await trx.rawQuery(
      `INSERT INTO ruby_codes (hash, batch_id, uses_left)
       SELECT decode(hash, 'hex'), ?::uuid, ?::int FROM unnest(?::text[]) AS hash`,
      [id, uses, made.map((code) => hashOfCode(code).toString('hex'))]
    )
    return { batch: (await this.#find(id, trx))!, codes: made }
  }

  async list({ limit, cursor }: { limit: number; cursor?: string }): Promise<Page<CodeBatch> | null> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (before !== null && !isId(before)) return null
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${columns} FROM ruby_code_batches WHERE ?::uuid IS NULL OR id < ?::uuid ORDER BY id DESC LIMIT ?::int`,
      [before, before, limit + 1] as never
    )
    const page = rows.slice(0, limit)
    return { items: page.map(toBatch), next: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null }
  }

  async revoke(id: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `UPDATE ruby_code_batches SET revoked_at = clock_timestamp() WHERE id = ?::uuid AND revoked_at IS NULL RETURNING id`,
      [id]
    )
    const batch = await this.#find(id, trx)
    return batch && { batch, isNew: rows.length > 0 }
  }

  async #find(id: string, trx: TransactionClientContract): Promise<CodeBatch | null> {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `SELECT ${columns} FROM ruby_code_batches WHERE id = ?::uuid`,
      [id]
    )
    return rows[0] ? toBatch(rows[0]) : null
  }
}

const toBatch = ({ rubies, redeemed, createdAt, expiresAt, revokedAt, ...row }: Row): CodeBatch => ({
  ...row,
  rubies: Number(rubies),
  redeemed: Number(redeemed),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
})
