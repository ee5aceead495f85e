/** The interface of moderation for the server's metrics and for modules that tell of reports. */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

export { FiledReports } from './src/filed_reports.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

export abstract class CaseQueue {
  /** The number of open cases about intimate pictures that are due within twelve hours, or overdue. */
  abstract urgent(client: QueryClientContract): Promise<number>
}
