import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { Gallery, type Viewer } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import type { NotificationKind } from '../api.ts'
import { Notifications, type NewNotification } from '../index.ts'
import { DescribeNotifications } from '../src/queries/describe_notifications.ts'

let count = 0

export const setUp = async () => {
  const { container } = app
  const [db, accounts] = [await container.make(Database), await container.make(Accounts)]
  const notifications = await container.make(Notifications)
  const ask = async (sql: string, values: unknown[] = []) => (await db.rawQuery(sql, values as string[])).rows
  const newUser = async (firstName = 'Ann'): Promise<string> => {
    const email = `notices-${process.pid}-${++count}-${newId()}@example.test`
    const opened = await accounts.open({ email, password: 'correct horse 7', firstName })
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
    return opened.value.userId
  }
  return {
    db,
    accounts,
    notifications,
    describe: await container.make(DescribeNotifications),
    gallery: await container.make(Gallery),
    ask,
    newUser,
    add: <Kind extends NotificationKind>(notification: NewNotification<Kind>) =>
      db.transaction((trx) => notifications.addMany([notification], trx)),
    rows: (userId: string): Promise<Record<string, any>[]> =>
      ask('SELECT * FROM notifications WHERE user_id = ? ORDER BY id', [userId]),
  }
}

export const viewer = (id: string, rights: Partial<Viewer> = {}): Viewer => ({
  id,
  isAdmin: false,
  limitlessEnabled: false,
  ...rights,
})
