import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { newId } from '#modules/kernel/ids'
import type { NotificationKind } from '../api.ts'
import { Notifications, type AddedNotification, type NewNotification, type ShowNotifications } from '../index.ts'
import { waysOf, type NotificationChoices } from './domain/ways.ts'
import { Describers } from './describers.ts'
import { notifyChanges } from './unread_changes.ts'

@inject()
export class DatabaseNotifications extends Notifications {
  readonly added = new Hook<{ notifications: readonly AddedNotification[] }>()

  constructor(private readonly describers: Describers) {
    super()
  }

  async add<Kind extends NotificationKind>(notification: NewNotification<Kind>, trx: TransactionClientContract) {
    await this.addMany([notification], trx)
  }

  async addMany<Kind extends NotificationKind>(
    notifications: readonly NewNotification<Kind>[],
    trx: TransactionClientContract
  ): Promise<{ added: number; repeated: number }> {
    if (notifications.length === 0) return { added: 0, repeated: 0 }
    const choices = await readChoices([...new Set(notifications.map(({ userId }) => userId))], trx)
    const wanted = notifications
      .map((each) => ({ ...each, id: newId(), ways: waysOf(each.kind, choices.get(each.userId) ?? {}) }))
      .filter(({ ways }) => ways.length > 0)
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed)
       SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::jsonb[], ?::boolean[])
       ON CONFLICT (user_id, key) DO NOTHING RETURNING id`,
      [
        wanted.map(({ userId }) => userId),
        wanted.map(({ id }) => id),
        wanted.map(({ kind }) => kind),
        wanted.map(({ key }) => key),
        wanted.map(({ group, key }) => group ?? key),
        wanted.map(({ subject }) => JSON.stringify(subject)),
        wanted.map(({ ways }) => ways.includes('app')),
      ] as never
    )
    const stored = new Set(rows.map(({ id }) => id))
    const added = wanted
      .filter(({ id }) => stored.has(id))
      .map(({ userId, id, kind, ways }) => ({ userId, id, kind, ways }))
    const counts = { added: added.length, repeated: wanted.length - added.length }
    if (added.length === 0) return counts
    await this.added.run({ notifications: added }, trx)
    await notifyChanges(
      added.filter(({ ways }) => ways.includes('app')).map(({ userId }) => userId),
      trx
    )
    return counts
  }

  show<Kind extends NotificationKind>(kind: Kind, show: ShowNotifications<Kind>) {
    this.describers.set(kind, show)
  }
}

const readChoices = async (
  userIds: readonly string[],
  trx: TransactionClientContract
): Promise<Map<string, NotificationChoices>> => {
  const { rows } = await trx.rawQuery<{ rows: { userId: string; choices: NotificationChoices }[] }>(
    `SELECT user_id AS "userId", choices FROM notification_settings WHERE user_id = ANY (?::uuid[])`,
    [userIds] as never
  )
  return new Map(rows.map(({ userId, choices }) => [userId, choices]))
}
