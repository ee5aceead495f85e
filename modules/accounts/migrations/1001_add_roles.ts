import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Roles instead of one right. Admins stay admins, and the first of them becomes the owner. `is_admin` is only for processes of the previous
 * release, which read it during an upgrade. The next release removes it.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member'
        CONSTRAINT users_role_known CHECK (role IN ('member', 'creator', 'support', 'moderator', 'admin', 'owner'))
    `)
    this.schema.raw(`UPDATE users SET role = 'admin' WHERE is_admin`)
    this.schema.raw(`
      UPDATE users SET role = 'owner' WHERE id = (
        SELECT id FROM users WHERE is_admin ORDER BY disabled_at IS NOT NULL, created_at, id LIMIT 1)
    `)
  }

  override async down() {
    this.schema.raw('ALTER TABLE users DROP COLUMN role')
  }
}
