import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import { Maintenance } from '#modules/kernel/maintenance'
import { NoticeDefault, type Notice } from '#modules/kernel/settings'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { Timers } from '#plugins/contract/timers'
import { limits, type Announcements } from '../../api.ts'
import { AnnouncementRow } from '../tables/announcement_row.ts'
import { MachineNoticeRow } from '../tables/machine_notice_row.ts'

type Stored = Attributes<AnnouncementRow>

interface Row {
  sentence: string | null
  notice: Notice | null
  announcements: (Omit<Stored, 'startsAt' | 'endsAt'> & Record<'startsAt' | 'endsAt', string | null>)[] | null
}

/**
 * The announcements, the maintenance and the notice that a machine writes, in memory. Every page asks for the first, and every reply for the
 * others. Each change is notified, so that every process reads them again.
 */
@inject()
export class SiteNotices extends Maintenance {
  /** The channel of PostgreSQL. */
  static readonly channel = 'facet_site_notices'
  #sentence: string | null = null
  #notice: Notice
  #published: { from: number; until: number; row: Pick<Stored, 'id' | 'text' | 'isDismissible' | 'audience'> }[] = []
  #reads = 0
  #lastRead = 0

  constructor(
    private readonly db: Database,
    private readonly timers: Timers,
    private readonly noticeDefault: NoticeDefault
  ) {
    super()
    this.#notice = noticeDefault
  }

  get sentence() {
    return this.#sentence
  }

  /** The notice that a machine writes. */
  get notice() {
    return this.#notice
  }

  /** Tells all processes to read, when the transaction commits. */
  async notify(trx: TransactionClientContract) {
    await trx.rawQuery(`SELECT pg_notify(?, '')`, [SiteNotices.channel])
  }

  async read() {
    const read = ++this.#reads
    const { rows } = await this.db.rawQuery<{ rows: [Row] }>(
      `SELECT (SELECT sentence FROM maintenance),
         (SELECT to_json(worded) FROM (SELECT ${attributesOf(MachineNoticeRow)} FROM machine_notice) AS worded) AS notice,
         (SELECT json_agg(published ORDER BY id DESC) FROM (
            SELECT ${attributesOf(AnnouncementRow)} FROM announcements
            WHERE NOT is_draft AND (ends_at IS NULL OR ends_at > now())
          ) AS published) AS announcements`
    )
    // A slower, older read must not replace a newer one.
    if (read < this.#lastRead) return
    this.#lastRead = read
    this.#sentence = rows[0].sentence
    this.#notice = rows[0].notice ?? this.noticeDefault
    this.#published = (rows[0].announcements ?? []).map(({ startsAt, endsAt, ...row }) => ({
      from: startsAt === null ? -Infinity : Date.parse(startsAt),
      until: endsAt === null ? Infinity : Date.parse(endsAt),
      row,
    }))
  }

  /** Returns what a user sees now, or a visitor. */
  current(user: Pick<CurrentUser, 'isAdmin'> | undefined): Announcements {
    const now = this.timers.now()
    const announcements = this.#published
      .filter(({ from, until, row: { audience } }) => {
        const isFor = audience === 'everyone' || (audience === 'users' ? user : user?.isAdmin)
        return isFor && from <= now && now < until
      })
      .slice(0, limits.announcementsShown)
      .map(({ row: { id, text, isDismissible } }) => ({ id, text, isDismissible }))
    return { maintenance: this.#sentence, announcements }
  }
}
