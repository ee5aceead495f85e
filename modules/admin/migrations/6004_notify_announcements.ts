import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether people were notified of an announcement. Those from before count as such. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE announcements ADD COLUMN notified_at timestamptz')
    this.schema.raw('UPDATE announcements SET notified_at = now()')
  }

  override async down() {
    this.schema.raw('ALTER TABLE announcements DROP COLUMN notified_at')
  }
}
