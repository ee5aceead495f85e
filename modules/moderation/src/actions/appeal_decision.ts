import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { Timers } from '#plugins/contract/timers'
import { limits } from '../../api.ts'
import { canAppeal } from '../domain/statements.ts'
import { DecidedQuery } from '../queries/decided_query.ts'

export type AppealRefusal = { kind: 'unknown_statement' | 'appealed_already' | 'no_appeal' }

/** Appeals against a decision, once. Its case returns to the queue. */
@inject()
export class AppealDecision {
  constructor(
    private readonly db: Database,
    private readonly decided: DecidedQuery,
    private readonly timers: Timers
  ) {}

  /** `userId` is null for the link in the mail, which only the person has. */
  run(decisionId: string, userId: string | null, words: string): Promise<Result<null, AppealRefusal>> {
    return this.db.transaction(async (trx) => {
      const found = await this.decided.lock(decisionId, trx)
      const subjectId = found?.decision.subjectId ?? null
      if (
        !found ||
        subjectId === null ||
        found.decision.kind === 'dismiss' ||
        (userId !== null && subjectId !== userId)
      )
        return fail({ kind: 'unknown_statement' as const })
      if (found.appeal) return fail({ kind: 'appealed_already' as const })
      if (!canAppeal(found, new Date(this.timers.now()))) return fail({ kind: 'no_appeal' as const })
      await trx.rawQuery('INSERT INTO report_appeals (decision_id, words) VALUES (?::uuid, ?)', [decisionId, words])
      await trx.rawQuery(
        `UPDATE report_cases SET state = 'appealed', queued_at = now() + make_interval(days => ?::int) WHERE id = ?::uuid`,
        [limits.dueDays, found.case.id]
      )
      return ok(null)
    })
  }
}
