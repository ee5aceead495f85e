import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { Actor } from '#modules/admin/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { retryOnConflict } from '#modules/kernel/sql'
import { closeCase } from '../close_case.ts'
import { DecisionLog } from '../decision_log.ts'
import { DecidedQuery } from '../queries/decided_query.ts'
import { UndoDecision } from './undo_decision.ts'

interface Outcome {
  actor: Actor
  decisionId: string
  outcome: 'upheld' | 'reversed'
  words: string
}

export type AppealOutcomeRefusal = { kind: 'unknown_decision' | 'no_open_appeal' | 'own_decision' | 'above' }

/** Decides an appeal. The moderator who made the decision may not. A reversal also undoes the decisions on copies of the picture. */
@inject()
export class DecideAppeal {
  constructor(
    private readonly db: Database,
    private readonly decided: DecidedQuery,
    private readonly undo: UndoDecision,
    private readonly log: DecisionLog
  ) {}

  run({ actor, decisionId, outcome, words }: Outcome): Promise<Result<{ caseId: string }, AppealOutcomeRefusal>> {
    return retryOnConflict(() =>
      this.db.transaction(async (trx) => {
        const found = await this.decided.lock(decisionId, trx)
        if (!found) return fail({ kind: 'unknown_decision' as const })
        if (!found.appeal || found.appeal.outcome !== null) return fail({ kind: 'no_open_appeal' as const })
        if (found.decision.moderatorId === actor.id) return fail({ kind: 'own_decision' as const })
        const affected = await this.undo.lockAffected(found, actor, trx)
        if (!affected) return fail({ kind: 'above' as const })
        const [{ subject }, ...copies] = affected as [(typeof affected)[0], ...typeof affected]
        if (outcome === 'reversed') await this.undo.reverse(found, actor.id, words, trx)
        await trx.rawQuery(
          `UPDATE report_appeals SET outcome = ?, answer = ?, decided_by = ?::uuid, decided_at = now()
         WHERE decision_id = ?::uuid`,
          [outcome, words, actor.id, decisionId]
        )
        await closeCase(found.case.id, trx)
        const change = { before: { decision: found.decision.kind }, after: { outcome } }
        const about = { of: found.case, author: subject }
        await this.log.record({ actorId: actor.id, kind: 'appeal_decided', ...about, ...change }, trx)
        await this.undo.notify(found, 'appeal_decided', trx)
        if (outcome === 'reversed') for (const copy of copies) await this.undo.undo(copy, actor.id, words, trx)
        return ok({ caseId: found.case.id })
      })
    )
  }
}
