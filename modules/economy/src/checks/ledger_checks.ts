import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LedgerCheckReport } from '../../api.ts'

/** The results of the checks of the ledger, for admins and metrics. */
export abstract class LedgerChecks {
  /** Returns the latest result. Null before the first check. */
  abstract last(client?: QueryClientContract): Promise<LedgerCheckReport | null>
  /**
   * Starts a check if the last one is older, or continues the check in progress. Returns the result of a check that it finishes. Otherwise
   * returns null, because the last check is recent, another process works on it, a retry waits, or batches remain.
   */
  abstract checkIfOlderThan(minutes: number, signal?: AbortSignal): Promise<LedgerCheckReport | null>
}
