import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { nilUuid } from '#modules/kernel/ids'
import { plainExcerpt } from '#modules/kernel/message_text/plain_text'
import { isLonger } from '#modules/kernel/text'
import { FanOuts, type ShowNotifications } from '#modules/notices/index'
import type { AnnouncementRow } from '../tables/announcement_row.ts'

const excerptMax = 200

/** Notifies people of announcements when they begin, each once. */
@inject()
export class NotifyAnnouncements {
  constructor(
    private readonly db: Database,
    private readonly fanOuts: FanOuts
  ) {}

  run(): Promise<void> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: Pick<AnnouncementRow, 'id' | 'audience'>[] }>(
        `UPDATE announcements SET notified_at = now()
         WHERE notified_at IS NULL AND NOT is_draft AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true)
         RETURNING id, audience`
      )
      for (const { id: announcementId, audience } of rows)
        await this.fanOuts.begin(
          {
            audience: { of: audience === 'admins' ? 'admins' : 'users' },
            notification: { kind: 'announcement', key: `announcement:${announcementId}`, subject: { announcementId } },
          },
          nilUuid,
          trx
        )
    })
  }

  /** Leaves out announcements that have ended or were deleted. */
  readonly show: ShowNotifications<'announcement'> = async (groups) => {
    const { rows } = await this.db.rawQuery<{ rows: Pick<AnnouncementRow, 'id' | 'text'>[] }>(
      `SELECT id, text FROM announcements WHERE id = ANY (?::uuid[]) AND NOT is_draft AND coalesce(ends_at > now(), true)`,
      [groups.map(({ subjects: [subject] }) => subject!.announcementId)] as never
    )
    const texts = new Map(rows.map(({ id, text }) => [id, plainExcerpt(text)]))
    return new Map(
      groups.flatMap(({ id, subjects: [subject] }) => {
        const text = texts.get(subject!.announcementId)
        if (text === undefined) return []
        return [[id, { title: 'Announcement', text: excerptOf(text), href: null, pictureUrl: null, isAdult: false }]]
      })
    )
  }
}

const excerptOf = (text: string) =>
  isLonger(text, excerptMax) ? `${[...text].slice(0, excerptMax - 1).join('')}…` : text
