/** The interface of moderation for the server's metrics. No other module imports it. */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

export abstract class CaseQueue {
  /** The number of open cases about intimate pictures that are due within twelve hours, or overdue. */
  abstract urgent(client: QueryClientContract): Promise<number>
}
