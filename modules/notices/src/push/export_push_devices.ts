import type { Database } from '@adonisjs/lucid/database'
import type { ExportSections } from '#modules/accounts/index'
import { attributesOf } from '#modules/kernel/tables'
import { PushSubscriptionRow } from '../tables/push_subscription_row.ts'

// The address and its keys are secrets of the browser.
const without = ['user_id', 'session_id', 'endpoint', 'p256dh', 'auth', 'server_key']

/** Adds to the data export the browsers that get pushes. There are ten at most. */
export const exportPushDevices = (sections: ExportSections, db: Database) =>
  sections.add('pushDevices', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: object[] }>(
      `SELECT ${attributesOf(PushSubscriptionRow, { without })} FROM push_subscriptions
       WHERE user_id = ?::uuid ORDER BY created_at`,
      [id]
    )
    yield JSON.stringify(rows)
  })
