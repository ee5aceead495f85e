import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { mayActOn } from '#modules/accounts/api'
import { Accounts, type Person } from '#modules/accounts/index'
import type { Actor } from '#modules/admin/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { retryOnConflict } from '#modules/kernel/sql'
import { Mail } from '#modules/mail/index'
import { Notifications } from '#modules/notices/index'
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

/** A decision that is undone, with the person concerned. */
interface Affected {
  found: DecidedCase
  subject: Person | null
}

/**
 * Undoes a decision and its effect, and those on copies of its picture. If no other decision of the case stands, the case waits for a new
 * one.
 */
@inject()
export class UndoDecision {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly decided: DecidedQuery,
    private readonly effects: Effects,
    private readonly log: DecisionLog,
    private readonly mail: Mail,
    private readonly notifications: Notifications
  ) {}

  run({ actor, decisionId, words }: Undo): Promise<Result<{ caseId: string }, UndoRefusal>> {
    return retryOnConflict(() =>
      this.db.transaction(async (trx) => {
        const found = await this.decided.lock(decisionId, trx)
        if (!found) return fail({ kind: 'unknown_decision' as const })
        if (found.decision.undoneAt !== null) return fail({ kind: 'undone_already' as const })
        const affected = await this.lockAffected(found, actor, trx)
        if (!affected) return fail({ kind: 'above' as const })
        for (const each of affected) await this.undo(each, actor.id, words, trx)
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
        return ok({ caseId: found.case.id })
      })
    )
  }

  /** Returns the decision, and those on copies of its picture. Null if the actor can't act on a person concerned. */
  async lockAffected(found: DecidedCase, actor: Actor, trx: TransactionClientContract): Promise<Affected[] | null> {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM report_decisions WHERE copy_of = ?::uuid ORDER BY id',
      [found.decision.id]
    )
    const decisions = [found]
    for (const { id } of rows) {
      const copy = await this.decided.lock(id, trx)
      if (copy?.decision.undoneAt === null) decisions.push(copy)
    }
    const affected: Affected[] = []
    for (const each of decisions) {
      const { subjectId } = each.decision
      const subject = subjectId === null ? null : await this.accounts.lockPerson(subjectId, trx)
      if (subject && !mayActOn(actor, subject)) return null
      affected.push({ found: each, subject })
    }
    return affected
  }

  /** Undoes one decision. An open appeal against it succeeds with it. */
  async undo({ found, subject }: Affected, actorId: string, words: string, trx: TransactionClientContract) {
    await this.reverse(found, actorId, words, trx)
    if (found.appeal?.outcome === null)
      await trx.rawQuery(
        `UPDATE report_appeals SET outcome = 'reversed', answer = ?, decided_by = ?::uuid, decided_at = now()
         WHERE decision_id = ?::uuid`,
        [words, actorId, found.decision.id]
      )
    await closeCase(found.case.id, trx)
    const change = { before: { decision: found.decision.kind }, after: {} }
    await this.log.record({ actorId, kind: 'decision_undone', of: found.case, author: subject, ...change }, trx)
    await this.notify(found, 'undone', trx)
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

  async notify(
    { decision: { id: decisionId, kind, subjectId: userId } }: DecidedCase,
    change: 'undone' | 'appeal_decided',
    trx: TransactionClientContract
  ) {
    if (userId === null || kind === 'dismiss') return
    const group = `decision:${decisionId}`
    await this.notifications.add(
      { userId, kind: 'decision', key: `${group}:${change}`, group, subject: { decisionId } },
      trx
    )
    await this.mail.enqueue<StatementDetails>({ kind: statementMail, userId, details: { decisionId } }, trx)
  }
}
