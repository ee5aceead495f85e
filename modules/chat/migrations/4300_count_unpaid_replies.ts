import { BaseSchema } from '@adonisjs/lucid/schema'

/** Marks the free replies that count in the limit of unpaid starts, whatever their state. The old index knew only stopped ones. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE replies ADD COLUMN is_unpaid boolean NOT NULL DEFAULT false')
    this.schema.raw('CREATE INDEX replies_unpaid ON replies (user_id, created_at DESC) WHERE is_unpaid')
    this.schema.raw('DROP INDEX replies_unpaid_by_user')
  }

  override async down() {
    this.schema.raw(`
      CREATE INDEX replies_unpaid_by_user ON replies (user_id, created_at DESC) WHERE state = 'stopped' AND error_code IS NOT NULL
    `)
    this.schema.raw('DROP INDEX replies_unpaid')
    this.schema.raw('ALTER TABLE replies DROP COLUMN is_unpaid')
  }
}
