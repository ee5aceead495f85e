import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Person } from '#modules/accounts/index'
import type { AdminActKind, Json } from '#modules/admin/api'
import { AuditLog, userSubject } from '#modules/admin/index'
import type { CaseRow } from './tables/case_row.ts'

interface Entry {
  actorId: string
  kind: Extract<AdminActKind, 'report_decided' | 'decision_undone' | 'appeal_decided'>
  of: Pick<CaseRow, 'id' | 'thingKind' | 'thingId' | 'characterId' | 'title'>
  author: Person | null
  before: { [key: string]: Json } | null
  after: { [key: string]: Json }
}

/** Records what moderators decide in the audit log, without texts of users or moderators. */
@inject()
export class DecisionLog {
  constructor(private readonly log: AuditLog) {}

  record({ actorId, kind, of, author, before, after }: Entry, trx: TransactionClientContract): Promise<void> {
    const subject = author ? userSubject(author) : ({ type: 'character', id: of.characterId, name: of.title } as const)
    const about = { case: of.id, thing: of.thingKind, thingId: of.thingId }
    return this.log.record({ actorId, kind, subject, before, after: { ...after, ...about } }, trx)
  }
}
