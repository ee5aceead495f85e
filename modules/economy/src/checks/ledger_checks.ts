import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LedgerCheckReport } from '../../api.ts'

/** The results of the checks of the ledger, for admins and metrics. */
export abstract class LedgerChecks {
  /** Null before the first check. */
  abstract last(client?: QueryClientContract): Promise<LedgerCheckReport | null>
  /**
   * Starts a check if the last one is older, or continues the one in progress. Returns the result of a finished check. Null while the last
   * one is recent, another process works on it, a retry waits, or it isn't finished.
   */
  abstract checkIfOlderThan(minutes: number, signal?: AbortSignal): Promise<LedgerCheckReport | null>
}
