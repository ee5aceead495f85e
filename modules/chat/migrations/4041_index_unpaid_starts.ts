import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the replies that a user stopped before their first text. No other reply has a row in this index. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      create index replies_unpaid_by_user on replies (user_id, created_at desc) where state = 'stopped' and error_code is not null
    `)
  }

  override async down() {
    this.schema.raw('drop index replies_unpaid_by_user')
  }
}
