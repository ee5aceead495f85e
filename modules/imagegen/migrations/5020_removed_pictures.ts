import { BaseSchema } from '@adonisjs/lucid/schema'

/** Pictures that nobody is shown any more, and whose files have yet to be removed: a transaction can't take files along. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE removed_pictures (
        hash text CONSTRAINT removed_pictures_pkey PRIMARY KEY,
        widths integer[] NOT NULL,
        removed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`)
  }

  override async down() {
    this.schema.raw(`DROP TABLE removed_pictures`)
  }
}
