import { BaseSchema } from '@adonisjs/lucid/schema'

/** Adds the user of a job, and when its last run began, so that users take turns. A job of an earlier release has no owner. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE jobs ADD COLUMN owner_id uuid, ADD COLUMN began_at timestamptz')
    this.schema.raw('CREATE INDEX jobs_of_owner ON jobs (owner_id, kind, began_at DESC) WHERE owner_id IS NOT NULL')
  }

  override async down() {
    this.schema.raw('ALTER TABLE jobs DROP COLUMN owner_id, DROP COLUMN began_at')
  }
}
