import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LedgerCheckReport } from '../../api.ts'
import { ledgerCheckQuery, ledgerCheckTimeoutMs } from '../queries/ledger_check_query.ts'
import { LedgerChecks } from './ledger_checks.ts'

/** An arbitrary number that every process of this product agrees on. */
const checkLock = 7_206_319
const problemsKept = 100
const checksKept = 100

interface Row {
  finished_at: Date
  took_ms: number
  accounts: string
  problem_count: number
  problems: LedgerCheckReport['problems']
}

export class DatabaseLedgerChecks extends LedgerChecks {
  readonly #db: Database

  constructor(db: Database) {
    super()
    this.#db = db
  }

  async last(client: Database | QueryClientContract = this.#db) {
    const { rows } = await client.rawQuery<{ rows: Row[] }>('SELECT * FROM ledger_checks ORDER BY id DESC LIMIT 1')
    return rows[0] ? toReport(rows[0]) : null
  }

  async checkIfOlderThan(minutes: number) {
    return this.#db.transaction(async (trx) => {
      const { rows: locks } = await trx.rawQuery<{ rows: [{ got: boolean }] }>(
        'SELECT pg_try_advisory_xact_lock(?::bigint) AS got',
        [checkLock]
      )
      if (!locks[0].got) return null
      const { rows: recent } = await trx.rawQuery<{ rows: unknown[] }>(
        'SELECT FROM ledger_checks WHERE finished_at > clock_timestamp() - make_interval(mins => ?::int) LIMIT 1',
        [minutes]
      )
      if (recent.length > 0) return null

      await trx.rawQuery(`SET LOCAL statement_timeout = ${ledgerCheckTimeoutMs}`)
      const began = performance.now()
      const { accounts, problems } = await ledgerCheckQuery(trx)
      const { rows } = await trx.rawQuery<{ rows: [Row] }>(
        `INSERT INTO ledger_checks (took_ms, accounts, problem_count, problems) VALUES (?::int, ?::bigint, ?::int, ?::jsonb) RETURNING *`,
        [
          Math.round(performance.now() - began),
          accounts,
          problems.length,
          JSON.stringify(problems.slice(0, problemsKept)),
        ]
      )
      await trx.rawQuery('DELETE FROM ledger_checks WHERE id <= (SELECT max(id) FROM ledger_checks) - ?::int', [
        checksKept,
      ])
      return toReport(rows[0])
    })
  }
}

const toReport = ({ finished_at, took_ms, accounts, problem_count, problems }: Row): LedgerCheckReport => ({
  finishedAt: finished_at.toISOString(),
  tookMs: took_ms,
  accounts: Number(accounts),
  problemCount: problem_count,
  problems,
})
