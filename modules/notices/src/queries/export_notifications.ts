import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'
import { attributesOf } from '#modules/kernel/tables'
import { NotificationRow } from '../tables/notification_row.ts'
import type { NotificationSettingsRow } from '../tables/notification_settings_row.ts'

const without = ['user_id', 'key', 'group_key']

/** Adds a user's notifications and their settings to the data export. */
export const exportNotifications = (sections: ExportSections, db: Database) => {
  sections.add('notifications', ({ id }) =>
    jsonList(
      eachRow<{ id: string }>(500, async (last, limit) => {
        const { rows } = await db.rawQuery<{ rows: { id: string }[] }>(
          `SELECT ${attributesOf(NotificationRow, { without })} FROM notifications
           WHERE user_id = ?::uuid AND id > ?::uuid ORDER BY id LIMIT ?::int`,
          [id, last?.id ?? nilUuid, limit]
        )
        return rows
      })
    )
  )
  sections.add('notificationSettings', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: Pick<NotificationSettingsRow, 'choices'>[] }>(
      'SELECT choices FROM notification_settings WHERE user_id = ?::uuid',
      [id]
    )
    yield JSON.stringify(rows[0]?.choices ?? {})
  })
}
