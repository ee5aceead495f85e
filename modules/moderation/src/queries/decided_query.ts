import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { Decided } from '../domain/statements.ts'
import { AppealRow } from '../tables/appeal_row.ts'
import { CaseRow } from '../tables/case_row.ts'
import { DecisionRow } from '../tables/decision_row.ts'

/** A decision with its case and appeal, as `Decided` needs them, and more. */
export interface DecidedCase extends Decided {
  decision: Attributes<DecisionRow>
  case: Attributes<CaseRow>
  appeal: Attributes<AppealRow> | null
}

/** Reads decisions with their cases and appeals. */
@inject()
export class DecidedQuery {
  constructor(private readonly db: Database) {}

  async find(decisionId: string): Promise<DecidedCase | null> {
    return (await this.#read('WHERE id = ?::uuid', [decisionId]))[0] ?? null
  }

  findMany(decisionIds: readonly string[]): Promise<DecidedCase[]> {
    return this.#read('WHERE id = ANY (?::uuid[])', [[...decisionIds]])
  }

  /** Locks the decision's case until the transaction ends, before it reads. */
  async lock(decisionId: string, trx: TransactionClientContract): Promise<DecidedCase | null> {
    await trx.rawQuery(
      'SELECT FROM report_cases WHERE id = (SELECT case_id FROM report_decisions WHERE id = ?::uuid) FOR UPDATE',
      [decisionId]
    )
    return (await this.#read('WHERE id = ?::uuid', [decisionId], trx))[0] ?? null
  }

  /** Decisions that concern a user, newest first. */
  ofSubject(userId: string, limit: number, before: string | null): Promise<DecidedCase[]> {
    return this.#read(
      `WHERE subject_id = ?::uuid AND kind <> 'dismiss' AND (?::uuid IS NULL OR id < ?::uuid) ORDER BY id DESC LIMIT ?::int`,
      [userId, before, before, limit]
    )
  }

  /** The latest decision that still disables a user's account. */
  async latestDisabling(userId: string): Promise<DecidedCase | null> {
    const rows = await this.#read(
      `WHERE subject_id = ?::uuid AND (kind = 'ban' OR until > now()) AND undone_at IS NULL ORDER BY id DESC LIMIT 1`,
      [userId]
    )
    return rows[0] ?? null
  }

  async #read(where: string, values: unknown[], trx?: TransactionClientContract): Promise<DecidedCase[]> {
    const client = trx ?? this.db
    const read = async <Of>(sql: string, bindings: unknown[]) =>
      (await client.rawQuery<{ rows: Of[] }>(sql, bindings as never)).rows
    const decisions = await read<Attributes<DecisionRow>>(
      `SELECT ${attributesOf(DecisionRow)} FROM report_decisions ${where}`,
      values
    )
    if (decisions.length === 0) return []
    const cases = await read<Attributes<CaseRow>>(
      `SELECT ${attributesOf(CaseRow)} FROM report_cases WHERE id = ANY (?::uuid[])`,
      [decisions.map(({ caseId }) => caseId)]
    )
    const appeals = await read<Attributes<AppealRow>>(
      `SELECT ${attributesOf(AppealRow)} FROM report_appeals WHERE decision_id = ANY (?::uuid[])`,
      [decisions.map(({ id }) => id)]
    )
    return decisions.map((decision) => ({
      decision,
      case: cases.find(({ id }) => id === decision.caseId)!,
      appeal: appeals.find(({ decisionId }) => decisionId === decision.id) ?? null,
    }))
  }
}
