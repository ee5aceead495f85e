import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { mayActOn } from '#modules/accounts/api'
import { Accounts, type Person } from '#modules/accounts/index'
import type { Actor } from '#modules/admin/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { retryOnConflict } from '#modules/kernel/sql'
import { Mail } from '#modules/mail/index'
import { limits } from '../../api.ts'
import { closeCase } from '../close_case.ts'
import { DecisionLog } from '../decision_log.ts'
import { Effects } from '../effects.ts'
import { DecidedQuery, type DecidedCase } from '../queries/decided_query.ts'
import { statementMail, type StatementDetails } from '../statement_mail.ts'

export interface Undo {
  actor: Actor
  decisionId: string
  words: string
}

export type UndoRefusal = { kind: 'unknown_decision' | 'undone_already' | 'above' }

/** Undoes a decision and its effect. If no other decision of the case stands, the case waits for a new one. */
@inject()
export class UndoDecision {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly decided: DecidedQuery,
    private readonly effects: Effects,
    private readonly log: DecisionLog,
    private readonly mail: Mail
  ) {}

  /** An open appeal against the decision succeeds with it. */
  run({ actor, decisionId, words }: Undo): Promise<Result<{ caseId: string }, UndoRefusal>> {
    return retryOnConflict(() =>
      this.db.transaction(async (trx) => {
        const found = await this.decided.lock(decisionId, trx)
        if (!found) return fail({ kind: 'unknown_decision' as const })
        if (found.decision.undoneAt !== null) return fail({ kind: 'undone_already' as const })
        const subject = await this.lockSubject(found, trx)
        if (subject && !mayActOn(actor, subject)) return fail({ kind: 'above' as const })
        await this.reverse(found, actor.id, words, trx)
        if (found.appeal?.outcome === null)
          await trx.rawQuery(
            `UPDATE report_appeals SET outcome = 'reversed', answer = ?, decided_by = ?::uuid, decided_at = now()
           WHERE decision_id = ?::uuid`,
            [words, actor.id, decisionId]
          )
        await closeCase(found.case.id, trx)
        await trx.rawQuery(
          `UPDATE report_cases SET state = 'open', queued_at = now() + make_interval(days => ?::int)
         WHERE id = ?::uuid
           AND NOT EXISTS (SELECT FROM report_decisions WHERE case_id = report_cases.id AND undone_at IS NULL)
           AND NOT EXISTS (
             SELECT FROM report_cases newer WHERE newer.thing_kind = report_cases.thing_kind
               AND newer.thing_id = report_cases.thing_id AND newer.state = 'open'
           )`,
          [limits.dueDays, found.case.id]
        )
        const { kind } = found.decision
        const change = { before: { decision: kind }, after: {} }
        const about = { of: found.case, author: subject }
        await this.log.record({ actorId: actor.id, kind: 'decision_undone', ...about, ...change }, trx)
        await this.notify(found, trx)
        return ok({ caseId: found.case.id })
      })
    )
  }

  lockSubject({ decision }: DecidedCase, trx: TransactionClientContract): Promise<Person | null> {
    return decision.subjectId === null ? Promise.resolve(null) : this.accounts.lockPerson(decision.subjectId, trx)
  }

  /** Undoes the effect, as far as the thing still exists. */
  async reverse(found: DecidedCase, actorId: string, words: string, trx: TransactionClientContract) {
    const { id, subjectId } = found.decision
    const { rows } = await trx.rawQuery<{ rows: { until: Date | null }[] }>(
      `SELECT until FROM report_decisions
       WHERE subject_id = ?::uuid AND id <> ?::uuid AND undone_at IS NULL
         AND (kind = 'ban' OR (kind = 'suspend' AND until > now()))
       ORDER BY until DESC NULLS FIRST LIMIT 1`,
      [subjectId, id] as never
    )
    await this.effects.undo(found.case, found.decision, rows[0]?.until, trx)
    await trx.rawQuery(
      'UPDATE report_decisions SET undone_at = now(), undone_by = ?::uuid, undone_words = ? WHERE id = ?::uuid',
      [actorId, words, id]
    )
  }

  async notify({ decision: { id: decisionId, kind, subjectId: userId } }: DecidedCase, trx: TransactionClientContract) {
    if (userId === null || kind === 'dismiss') return
    await this.mail.enqueue<StatementDetails>({ kind: statementMail, userId, details: { decisionId } }, trx)
  }
}
