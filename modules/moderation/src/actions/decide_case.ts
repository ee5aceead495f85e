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
import { Notifications } from '#modules/notices/index'
import { Timers } from '#plugins/contract/timers'
import { decisionsFor, limits, type DecisionKind, type Reason, type Thing } from '../../api.ts'
import { closeCase } from '../close_case.ts'
import { DecisionLog } from '../decision_log.ts'
import { Effects } from '../effects.ts'
import { fileReport } from '../file_report.ts'
import { AnswerNotices } from '../notices/answer_notices.ts'
import { statementMail, type StatementDetails } from '../statement_mail.ts'
import { CaseRow } from '../tables/case_row.ts'
import { DecisionRow } from '../tables/decision_row.ts'
import { Things, type FoundThing } from '../things.ts'

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

/** A picture that is removed with the one of the case. */
interface Copy {
  thing: Thing
  found: FoundThing
}

/** The parts of a decision that also hold for copies. */
type Grounds = Pick<Decision, 'actor' | 'kind' | 'reason' | 'words'> & { until: Date | null }

/**
 * Decides a case, applies the decision, records it, and sends the person a statement of reasons, in one transaction. Copies of a removed
 * picture get cases and statements of their own.
 */
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
    private readonly things: Things,
    private readonly timers: Timers,
    private readonly notifications: Notifications
  ) {}

  async run(decision: Decision): Promise<Result<null, DecisionRefusal>> {
    const { actor, kind } = decision
    if (disabling.includes(kind) && !(await actor.isProven())) return fail({ kind: 'unproven' })
    // Before the transaction, because it reads with connections of its own.
    const copies = kind === 'remove' ? await this.#findCopies(decision.alike) : []
    // A deletion of the author's account locks in another order.
    return retryOnConflict(() => this.db.transaction((trx) => this.#decide(decision, copies, trx)))
  }

  async #decide(
    { actor, caseId, kind, reason, words, days, seen }: Decision,
    chosen: readonly Copy[],
    trx: TransactionClientContract
  ): Promise<Result<null, DecisionRefusal>> {
    const found = await lockCase(caseId, trx)
    if (!found) return fail({ kind: 'unknown_case' })
    if (found.decisions !== seen) return fail({ kind: 'decided_meanwhile' })
    const author = found.authorId === null ? null : await this.accounts.lockPerson(found.authorId, trx)
    if (!isApplicable(kind, found, author)) return fail({ kind: 'not_applicable' })
    if (kind !== 'dismiss' && author && !mayDecideOn(actor, author, kind)) return fail({ kind: 'above' })
    if (disabling.includes(kind) && isDisabledForGood(author)) return fail({ kind: 'no_effect' })

    const copies = await this.#lockCopies(found, chosen, trx)
    if (copies.some(({ owner }) => owner && !mayActOn(actor, owner))) return fail({ kind: 'above' })

    const until = days === null ? null : new Date(this.timers.now() + days * dayMs)
    if (!(await this.effects.apply(found, { kind, until }, trx))) return fail({ kind: 'no_effect' })
    const grounds = { actor, kind, reason, words, until }
    const decisionId = await this.#record({ of: found, author, copyOf: null }, grounds, trx)
    for (const { owner, ...copy } of copies) {
      const of = await this.#removeCopy(copy, grounds, trx)
      if (of) await this.#record({ of, author: owner, copyOf: decisionId }, grounds, trx)
    }
    return ok(null)
  }

  async #findCopies(hashes: readonly string[]): Promise<Copy[]> {
    const copies: Copy[] = []
    for (const id of new Set(hashes)) {
      const thing = { kind: 'picture', id } as const
      const found = await this.things.findAny(thing)
      if (found) copies.push({ thing, found })
    }
    return copies
  }

  /** Returns the chosen pictures that look like the one of the case, with their owners. */
  async #lockCopies({ thingKind, thingId }: LockedCase, chosen: readonly Copy[], trx: TransactionClientContract) {
    if (thingKind !== 'picture' || chosen.length === 0) return []
    const alike = await this.pictures.findAlike(thingId, limits.alikeMax, trx)
    const copies: (Copy & { owner: Person | null })[] = []
    for (const copy of chosen) {
      const { authorId } = copy.found
      if (alike.includes(copy.thing.id))
        copies.push({ ...copy, owner: authorId === null ? null : await this.accounts.lockPerson(authorId, trx) })
    }
    return copies
  }

  /** Removes a copy, and returns its case, which may have been open already. Null: it is gone. */
  async #removeCopy({ thing, found }: Copy, { actor, kind, reason }: Grounds, trx: TransactionClientContract) {
    const target = { ...found, thingKind: thing.kind, thingId: thing.id }
    if (!(await this.effects.apply(target, { kind, until: null }, trx))) return null
    await fileReport({ thing, found, reporterId: actor.id, reason: reason!, words: '' }, trx)
    const { rows } = await trx.rawQuery<{ rows: Attributes<CaseRow>[] }>(
      `SELECT ${attributesOf(CaseRow)} FROM report_cases WHERE thing_kind = ? AND thing_id = ? AND state = 'open'`,
      [thing.kind, thing.id]
    )
    return rows[0]!
  }

  /** Stores a decision that was applied, and tells the people concerned. Returns its id. */
  async #record(
    { of, author, copyOf }: { of: Attributes<CaseRow>; author: Person | null; copyOf: string | null },
    { actor, kind, reason, words, until }: Grounds,
    trx: TransactionClientContract
  ): Promise<string> {
    const id = newId()
    await DecisionRow.create(
      { id, caseId: of.id, moderatorId: actor.id, subjectId: author?.id ?? null, kind, reason, words, until, copyOf },
      { client: trx }
    )
    await closeCase(of.id, trx)
    const after = {
      decision: kind,
      reason,
      ...(until && { until: until.toISOString() }),
      ...(copyOf && { copyOf }),
    }
    await this.log.record({ actorId: actor.id, kind: 'report_decided', of, author, before: null, after }, trx)
    if (author && kind !== 'dismiss') {
      await this.mail.enqueue<StatementDetails>(
        { kind: statementMail, userId: author.id, details: { decisionId: id } },
        trx
      )
      await this.notifications.add(
        {
          userId: author.id,
          kind: 'decision',
          key: `decision:${id}`,
          group: `decision:${id}`,
          subject: { decisionId: id },
        },
        trx
      )
    }
    await this.notices.run(of.id, { thingKind: of.thingKind, decision: kind, words }, trx)
    return id
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
