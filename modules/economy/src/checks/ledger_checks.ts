import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LedgerCheckReport } from '../../api.ts'

/** What the servers found when they last recomputed the whole ledger, for admins and metrics. */
export abstract class LedgerChecks {
  /** Null before the first one. */
  abstract last(client?: QueryClientContract): Promise<LedgerCheckReport | null>
  /** Recomputes the ledger, and keeps the result. Null: the last one is younger, or another process is at it. */
  abstract checkIfOlderThan(minutes: number): Promise<LedgerCheckReport | null>
}
