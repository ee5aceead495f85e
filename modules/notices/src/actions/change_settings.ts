import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { NotificationSettings, NotificationSettingsChange } from '../../api.ts'
import { settingsOf, type NotificationChoices } from '../domain/ways.ts'
import { NotificationSettingsRow } from '../tables/notification_settings_row.ts'

/** A user's choice of kinds and ways. Other modules are told by `Notifications.added`, after it was applied. */
@inject()
export class ChangeSettings {
  constructor(private readonly db: Database) {}

  async read(userId: string): Promise<NotificationSettings> {
    return settingsOf((await NotificationSettingsRow.of(userId).first())?.choices ?? {})
  }

  async run(userId: string, { kind, ways }: NotificationSettingsChange): Promise<NotificationSettings> {
    const { rows } = await this.db.rawQuery<{ rows: [{ choices: NotificationChoices }] }>(
      `INSERT INTO notification_settings (user_id, choices) VALUES (?::uuid, ?::jsonb)
       ON CONFLICT (user_id) DO UPDATE SET choices = notification_settings.choices || excluded.choices RETURNING choices`,
      [userId, JSON.stringify({ [kind]: ways })]
    )
    return settingsOf(rows[0].choices)
  }
}
