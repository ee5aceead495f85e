import { BaseSchema } from '@adonisjs/lucid/schema'

/** Each copy of a removed picture gets a decision of its own, which its owner can appeal against. */
export default class extends BaseSchema {
  override async up() {
    // The decision about the picture that it looks like. It may be deleted earlier, with its owner's account.
    this.schema.raw('ALTER TABLE report_decisions ADD COLUMN copy_of uuid, DROP COLUMN alike')
    this.schema.raw('CREATE INDEX report_decisions_by_copied ON report_decisions (copy_of) WHERE copy_of IS NOT NULL')
  }

  override async down() {
    this.schema.raw(`ALTER TABLE report_decisions DROP COLUMN copy_of, ADD COLUMN alike text[] NOT NULL DEFAULT '{}'`)
  }
}
