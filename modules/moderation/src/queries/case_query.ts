import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { ModeratedPictures } from '#modules/imagegen/index'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { limits, type CaseDecision, type CaseDetails, type CaseNotice, type CaseReport } from '../../api.ts'
import { toAppeal } from '../domain/statements.ts'
import { AppealRow } from '../tables/appeal_row.ts'
import { Contacts } from '../notices/contacts.ts'
import { DecisionRow } from '../tables/decision_row.ts'
import { PublicNoticeRow } from '../tables/public_notice_row.ts'
import { ReportRow } from '../tables/report_row.ts'
import { listedColumns, toListedCase, type ListedRow } from './cases_query.ts'

type Report = Attributes<ReportRow>
type Decision = Attributes<DecisionRow>

/** A case with everything that a moderator needs for a decision. */
@inject()
export class CaseQuery {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly contacts: Contacts,
    private readonly pictures: ModeratedPictures
  ) {}

  async run(id: string): Promise<CaseDetails | null> {
    const [row] = await this.#rows<ListedRow>(`SELECT ${listedColumns} FROM report_cases WHERE id = ?::uuid`, [id])
    if (!row) return null
    const reports = await this.#rows<Report>(
      `SELECT ${attributesOf(ReportRow)} FROM reports WHERE case_id = ?::uuid ORDER BY id LIMIT ?::int`,
      [id, limits.shownMax]
    )
    const notices = await this.#rows<Attributes<PublicNoticeRow>>(
      `SELECT ${attributesOf(PublicNoticeRow)} FROM public_notices WHERE report_id = ANY (?::uuid[])`,
      [reports.map((report) => report.id)]
    )
    const noticeOf = (reportId: string): CaseNotice | null => {
      const notice = notices.find((each) => each.reportId === reportId)
      if (!notice) return null
      const { number, location, confirmedAt, sealedContact } = notice
      const contact = this.contacts.open(notice.id, sealedContact)
      return { number, location, isConfirmed: confirmedAt !== null, contact }
    }
    const decisions = await this.#rows<Decision>(
      `SELECT ${attributesOf(DecisionRow)} FROM report_decisions WHERE case_id = ?::uuid ORDER BY id LIMIT ?::int`,
      [id, limits.shownMax]
    )
    const appeals = await this.#rows<Attributes<AppealRow>>(
      `SELECT ${attributesOf(AppealRow)} FROM report_appeals WHERE decision_id = ANY (?::uuid[])`,
      [decisions.map((decision) => decision.id)]
    )
    const people = await this.#people(row, reports, decisions)
    const personOf = (userId: string | null) => (userId === null ? null : (people.get(userId) ?? null))
    const author = personOf(row.authorId)
    return {
      ...toListedCase(row),
      author: author && { ...toName(author), isDisabled: author.disabledAt !== null },
      characterId: row.characterId,
      reportList: reports.map(({ id, createdAt, reporterId, reason, words, snapshot }): CaseReport => {
        const reporter = personOf(reporterId)
        return {
          id,
          createdAt: createdAt.toISOString(),
          reporter: reporter && toName(reporter),
          reason,
          words,
          snapshot,
          notice: noticeOf(id),
        }
      }),
      decisions: decisions.map((decision): CaseDecision => {
        const moderator = personOf(decision.moderatorId)
        const appeal = appeals.find(({ decisionId }) => decisionId === decision.id)
        return {
          id: decision.id,
          createdAt: decision.createdAt.toISOString(),
          moderator: moderator && toName(moderator),
          kind: decision.kind,
          reason: decision.reason,
          words: decision.words,
          until: decision.until?.toISOString() ?? null,
          undoneAt: decision.undoneAt?.toISOString() ?? null,
          appeal: appeal ? toAppeal(appeal) : null,
          isOfCopy: decision.copyOf !== null,
        }
      }),
      history: await this.#related('thing_kind = ? AND thing_id = ?', [row.thingKind, row.thingId], id),
      alike: row.thingKind === 'picture' ? await this.pictures.findAlike(row.thingId, limits.alikeMax) : [],
      others: await this.#related(
        'author_id = ?::uuid AND (thing_kind, thing_id) <> (?, ?)',
        [row.authorId, row.thingKind, row.thingId],
        id
      ),
    }
  }

  async #related(condition: string, values: unknown[], exceptId: string) {
    const rows = await this.#rows<ListedRow>(
      `SELECT ${listedColumns} FROM report_cases WHERE ${condition} AND id <> ?::uuid ORDER BY id DESC LIMIT ?::int`,
      [...values, exceptId, limits.shownMax]
    )
    return rows.map(toListedCase)
  }

  #people(row: ListedRow, reports: Report[], decisions: Decision[]) {
    const ids = [
      row.authorId,
      ...reports.map(({ reporterId }) => reporterId),
      ...decisions.map(({ moderatorId }) => moderatorId),
    ]
    return this.accounts.people(ids.filter((userId) => userId !== null))
  }

  async #rows<Of>(sql: string, values: unknown[]): Promise<Of[]> {
    return (await this.db.rawQuery<{ rows: Of[] }>(sql, values as never)).rows
  }
}

const toName = ({ id, name, email }: { id: string; name: string; email: string }) => ({ id, name: name || email })
