import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Timers } from '#plugins/contract/timers'
import { runInBatches } from '#modules/kernel/batches'
import { nilUuid } from '#modules/kernel/ids'
import { tryLock } from '#modules/kernel/locks'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { LedgerCheckReport } from '../../api.ts'
import { accountBatchQuery, lastId } from '../queries/ledger_batch_query.ts'
import { LedgerCheckProgressRow } from '../tables/ledger_check_progress_row.ts'
import { LedgerCheckRow } from '../tables/ledger_check_row.ts'
import { LedgerChecks } from './ledger_checks.ts'

const problemsKept = 100
const checksKept = 100
const retryMinutesMax = 60

export interface CheckPace {
  /** Limits of one batch, which is one statement in its own transaction. */
  accountsMax: number
  linesMax: number
  /** Below the client's query deadline, so that the database cancels first. */
  batchTimeoutMs: number
  /** How long one call works through batches before the next call continues. */
  callMs: number
}

const defaultPace: CheckPace = {
  accountsMax: 100,
  linesMax: 4_000,
  batchTimeoutMs: 8_000,
  callMs: 45_000,
}

type Row = Attributes<LedgerCheckRow>
type Step = 'idle' | 'more' | LedgerCheckReport
type Progress = Attributes<LedgerCheckProgressRow> & { mustWait: boolean }

/**
 * Checks the ledger in batches from the marks of the accounts, as the README describes. All processes share one check: an advisory lock
 * claims each batch, and the progress is committed with it, so any process can continue. A failed batch is recorded and retried later in a
 * smaller size, by one process.
 */
@inject()
export class DatabaseLedgerChecks extends LedgerChecks {
  readonly #db: Database
  readonly #timers: Timers
  readonly #pace: CheckPace

  constructor(db: Database, timers: Timers, pace: Partial<CheckPace> = {}) {
    super()
    this.#db = db
    this.#timers = timers
    this.#pace = { ...defaultPace, ...pace }
  }

  async last(client: Database | QueryClientContract = this.#db) {
    const { rows } = await client.rawQuery<{ rows: Row[] }>(
      `SELECT ${attributesOf(LedgerCheckRow)} FROM ledger_checks ORDER BY id DESC LIMIT 1`
    )
    return rows[0] ? toReport(rows[0]) : null
  }

  async checkIfOlderThan(minutes: number, signal?: AbortSignal) {
    const end = performance.now() + this.#pace.callMs
    let step = 'idle' as Step
    const runStep = async () => {
      step = await this.#runStep(minutes)
      return step !== 'more' || performance.now() > end
    }
    await runInBatches(runStep, { timers: this.#timers, max: Infinity, signal })
    return typeof step === 'string' ? null : step
  }

  async #runStep(minutes: number): Promise<Step> {
    try {
      return await this.#db.transaction(async (trx) => {
        const progress = await claim(trx)
        if (!progress || progress.mustWait) return 'idle'
        if (progress.startedAt === null && !(await begin(progress, minutes, trx))) return 'idle'
        await trx.rawQuery(`SET LOCAL statement_timeout = ${this.#pace.batchTimeoutMs}`)
        await trx.rawQuery('SET LOCAL jit = off')
        const isOver = await this.#runBatch(progress, trx)
        return isOver ? finish(progress, trx) : save(progress, trx)
      })
    } catch (error) {
      await this.#db.rawQuery(
        `UPDATE ledger_check_progress SET failures = failures + 1, failed_at = clock_timestamp(), failure = ?`,
        [String((error as { code?: string }).code ?? (error as Error).name)]
      )
      throw error
    }
  }

  /** Returns true after the last batch. */
  async #runBatch(progress: Progress, trx: TransactionClientContract): Promise<boolean> {
    const { accountsMax, linesMax } = this.#pace
    const reduced = (count: number) => Math.max(1, Math.floor(count / 2 ** progress.failures))
    const startedAtMs = performance.now()
    const limits = { afterId: progress.afterId, accountsMax: reduced(accountsMax), linesMax: reduced(linesMax) }
    const { accounts, untilId, problems } = await accountBatchQuery(trx, limits)
    progress.accounts = String(Number(progress.accounts) + accounts)
    progress.problemCount += problems.length
    progress.problems = [...progress.problems, ...problems].slice(0, problemsKept)
    progress.afterId = untilId
    progress.tookMs += Math.round(performance.now() - startedAtMs)
    return untilId === lastId
  }
}

/** Claims the check for this transaction. Returns null while another process works on it. */
const claim = async (trx: TransactionClientContract): Promise<Progress | null> => {
  if (!(await tryLock(trx, 'economy.ledger_check'))) return null
  const { rows } = await trx.rawQuery<{ rows: [Progress] }>(
    `SELECT ${attributesOf(LedgerCheckProgressRow)},
       coalesce(failed_at > clock_timestamp() - make_interval(mins => least(2 ^ least(failures, 10), ?)::int), false) AS "mustWait"
     FROM ledger_check_progress`,
    [retryMinutesMax]
  )
  return rows[0]
}

/** Starts a check. Returns false if the last one is too recent. */
const begin = async (progress: Progress, minutes: number, trx: TransactionClientContract): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: [{ now: Date; is_recent: boolean }] }>(
    `SELECT clock_timestamp() AS now,
       EXISTS (SELECT FROM ledger_checks WHERE finished_at > clock_timestamp() - make_interval(mins => ?::int)) AS is_recent`,
    [minutes]
  )
  const [{ now, is_recent: isRecent }] = rows
  if (isRecent) return false
  Object.assign(progress, { startedAt: now, afterId: nilUuid })
  Object.assign(progress, { tookMs: 0, accounts: '0', problemCount: 0, problems: [] })
  return true
}

const save = async (progress: Progress, trx: TransactionClientContract): Promise<'more'> => {
  await trx.rawQuery(
    `UPDATE ledger_check_progress SET started_at = ?::timestamptz, after_id = ?::uuid, took_ms = ?::int, accounts = ?::bigint,
       problem_count = ?::int, problems = ?::jsonb, failures = ?::int, failed_at = NULL`,
    [
      progress.startedAt,
      progress.afterId,
      progress.tookMs,
      progress.accounts,
      progress.problemCount,
      JSON.stringify(progress.problems),
      progress.failures,
    ] as never
  )
  return 'more'
}

const finish = async (progress: Progress, trx: TransactionClientContract): Promise<LedgerCheckReport> => {
  const { tookMs, accounts, problemCount, problems } = progress
  const check = await LedgerCheckRow.create({ tookMs, accounts, problemCount, problems }, { client: trx })
  await trx.rawQuery('DELETE FROM ledger_checks WHERE id <= (SELECT max(id) FROM ledger_checks) - ?::int', [checksKept])
  Object.assign(progress, { startedAt: null, failures: 0 })
  await save(progress, trx)
  return toReport(check)
}

const toReport = ({ finishedAt, tookMs, accounts, problemCount, problems }: Row): LedgerCheckReport => ({
  finishedAt: finishedAt.toISOString(),
  tookMs,
  accounts: Number(accounts),
  problemCount,
  problems,
})
