import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { Viewer } from '#modules/gallery/index'
import { encodeCursor, type Page } from '#modules/kernel/pages'
import type { Notification } from '../../api.ts'
import type { NotificationGroup } from '../../index.ts'
import { DescribeNotifications } from './describe_notifications.ts'

/** Enough to name the newest thing that the user may still see. */
const subjectsPerGroup = 5

const gone = { title: 'No longer available', text: '', href: null, pictureUrl: null }

interface Row extends NotificationGroup {
  createdAt: Date
  isRead: boolean
}

/**
 * Lists a user's notifications, newest first. Unread ones of a group are one entry, and stay one entry after they were read together. All of
 * a user's notifications are read for it, of which there are at most 1,000.
 */
@inject()
export class ListNotificationsQuery {
  constructor(
    private readonly db: Database,
    private readonly describe: DescribeNotifications
  ) {}

  /** `after`: the id of the last entry of the previous page. */
  async run(viewer: Viewer, { limit, after }: { limit: number; after: string | null }): Promise<Page<Notification>> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT id, kind, subjects, count, "createdAt", "isRead" FROM (
         SELECT (array_agg(id ORDER BY id DESC))[1] AS id, (array_agg(kind ORDER BY id DESC))[1] AS kind,
           to_jsonb((array_agg(subject ORDER BY id DESC))[1:${subjectsPerGroup}]) AS subjects, count(*)::int AS count,
           max(created_at) AS "createdAt", read_at IS NOT NULL AS "isRead"
         FROM notifications WHERE user_id = :userId::uuid AND is_listed GROUP BY group_key, read_at
       ) AS entries
       WHERE :after::uuid IS NULL OR id < :after::uuid ORDER BY id DESC LIMIT :count::int`,
      { userId: viewer.id, after, count: limit + 1 } as never
    )
    const page = rows.slice(0, limit)
    const described = await this.describe.describe(viewer, page)
    const items = page.map(({ id, kind, count, createdAt, isRead }) => {
      const { title, text, href, pictureUrl } = described.get(id) ?? gone
      return { id, kind, title, text, href, pictureUrl, count, createdAt: createdAt.toISOString(), isRead }
    })
    return { items, next: rows.length > limit ? encodeCursor(['notification', page.at(-1)!.id]) : null }
  }
}
