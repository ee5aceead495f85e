import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LedgerCheckReport } from '../../api.ts'

/** What the servers found when they last checked the ledger, for admins and metrics. */
export abstract class LedgerChecks {
  /** Null before the first one. */
  abstract last(client?: QueryClientContract): Promise<LedgerCheckReport | null>
  /**
   * Begins a check when the last one is older, or goes on with the one under way, and keeps its result. Null: the last one is younger,
   * another process is at it, it waits after a failure, or it is not over yet.
   */
  abstract checkIfOlderThan(minutes: number, signal?: AbortSignal): Promise<LedgerCheckReport | null>
}
