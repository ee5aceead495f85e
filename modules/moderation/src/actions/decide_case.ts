import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { mayActOn } from '#modules/accounts/api'
import { Accounts, type Person } from '#modules/accounts/index'
import type { Actor } from '#modules/admin/index'
import { ModeratedPictures } from '#modules/imagegen/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { retryOnConflict } from '#modules/kernel/sql'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { Mail } from '#modules/mail/index'
import { Timers } from '#plugins/contract/timers'
import { decisionsFor, limits, type DecisionKind, type Reason } from '../../api.ts'
import { closeCase } from '../close_case.ts'
import { DecisionLog } from '../decision_log.ts'
import { Effects } from '../effects.ts'
import { AnswerNotices } from '../notices/answer_notices.ts'
import { statementMail, type StatementDetails } from '../statement_mail.ts'
import { CaseRow } from '../tables/case_row.ts'
import { DecisionRow } from '../tables/decision_row.ts'

interface Decision {
  actor: Actor
  caseId: string
  kind: DecisionKind
  reason: Reason | null
  words: string
  /** For a suspension. */
  days: number | null
  /** The number of decisions that the moderator has seen. */
  seen: number
  /** The hashes of pictures that look alike, and that are removed, too. */
  alike: readonly string[]
}

export type DecisionRefusal = {
  kind: 'unproven' | 'unknown_case' | 'decided_meanwhile' | 'not_applicable' | 'above' | 'no_effect'
}

const onPeople: readonly DecisionKind[] = ['warn', 'suspend', 'ban']
const disabling: readonly DecisionKind[] = ['suspend', 'ban']
const dayMs = 86_400_000

/** Decides a case, applies the decision, records it, and sends the person a statement of reasons, in one transaction. */
@inject()
export class DecideCase {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly effects: Effects,
    private readonly log: DecisionLog,
    private readonly mail: Mail,
    private readonly notices: AnswerNotices,
    private readonly pictures: ModeratedPictures,
    private readonly timers: Timers
  ) {}

  async run(decision: Decision): Promise<Result<null, DecisionRefusal>> {
    const { actor, kind } = decision
    if (disabling.includes(kind) && !(await actor.isProven())) return fail({ kind: 'unproven' })
    // A deletion of the author's account locks in another order.
    return retryOnConflict(() => this.db.transaction((trx) => this.#decide(decision, trx)))
  }

  async #decide(
    { actor, caseId, kind, reason, words, days, seen, alike: chosen }: Decision,
    trx: TransactionClientContract
  ): Promise<Result<null, DecisionRefusal>> {
    const found = await lockCase(caseId, trx)
    if (!found) return fail({ kind: 'unknown_case' })
    if (found.decisions !== seen) return fail({ kind: 'decided_meanwhile' })
    const author = found.authorId === null ? null : await this.accounts.lockPerson(found.authorId, trx)
    if (!isApplicable(kind, found, author)) return fail({ kind: 'not_applicable' })
    if (kind !== 'dismiss' && author && !mayDecideOn(actor, author, kind)) return fail({ kind: 'above' })
    if (disabling.includes(kind) && isDisabledForGood(author)) return fail({ kind: 'no_effect' })

    const until = days === null ? null : new Date(this.timers.now() + days * dayMs)
    const known = kind === 'remove' && chosen.length > 0 ? await this.#findAlike(found, trx) : []
    const removed = known.filter(({ hash }) => chosen.includes(hash))
    for (const { ownerId } of removed) {
      const owner = ownerId === null ? null : await this.accounts.person(ownerId, trx)
      if (owner && !mayActOn(actor, owner)) return fail({ kind: 'above' })
    }
    const alike = removed.map(({ hash }) => hash)
    if (!(await this.effects.apply(found, { kind, until, alike }, trx))) return fail({ kind: 'no_effect' })
    const subjectId = author?.id ?? null
    const id = newId()
    await DecisionRow.create(
      { id, caseId, moderatorId: actor.id, subjectId, kind, reason, words, until, alike },
      { client: trx }
    )
    await closeCase(caseId, trx)
    const after = {
      decision: kind,
      reason,
      ...(until && { until: until.toISOString() }),
      ...(alike.length > 0 && { alike: [...alike] }),
    }
    await this.log.record({ actorId: actor.id, kind: 'report_decided', of: found, author, before: null, after }, trx)
    if (author && kind !== 'dismiss')
      await this.mail.enqueue<StatementDetails>(
        { kind: statementMail, userId: author.id, details: { decisionId: id } },
        trx
      )
    await this.notices.run(caseId, { thingKind: found.thingKind, decision: kind, words }, trx)
    return ok(null)
  }

  #findAlike({ thingKind, thingId }: LockedCase, trx: TransactionClientContract) {
    return thingKind === 'picture' ? this.pictures.findAlike(thingId, limits.alikeMax, trx) : Promise.resolve([])
  }
}

type LockedCase = Attributes<CaseRow> & { decisions: number }

const lockCase = async (caseId: string, trx: TransactionClientContract): Promise<LockedCase | null> => {
  const { rows } = await trx.rawQuery<{ rows: LockedCase[] }>(
    `SELECT ${attributesOf(CaseRow)} FROM report_cases WHERE id = ?::uuid FOR UPDATE`,
    [caseId]
  )
  if (!rows[0]) return null
  // After the lock, so that it counts what another moderator decided meanwhile.
  const counted = await trx.rawQuery<{ rows: { decisions: number }[] }>(
    'SELECT count(*)::int AS decisions FROM report_decisions WHERE case_id = ?::uuid',
    [caseId]
  )
  return { ...rows[0], decisions: counted.rows[0]!.decisions }
}

/** Whether the thing allows the decision. Built-in characters and things of deleted accounts have no author to act on. */
const isApplicable = (kind: DecisionKind, { thingKind }: LockedCase, author: Person | null) =>
  decisionsFor[thingKind].includes(kind) && (author !== null || !onPeople.includes(kind))

/** People don’t warn or disable themselves. */
const mayDecideOn = (actor: Actor, author: Person, kind: DecisionKind) =>
  mayActOn(actor, author) && !(actor.id === author.id && onPeople.includes(kind))

const isDisabledForGood = (author: Person | null) =>
  author !== null && author.disabledAt !== null && author.disabledUntil === null
