import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds pictures that look alike. Null for plain pictures, which all look alike, and for those from before. */
export default class extends BaseSchema {
  override async up() {
    for (const table of ['pictures', 'blocked_pictures'])
      this.schema.raw(`ALTER TABLE ${table} ADD COLUMN likeness bigint`)
  }

  override async down() {
    for (const table of ['pictures', 'blocked_pictures']) this.schema.raw(`ALTER TABLE ${table} DROP COLUMN likeness`)
  }
}
