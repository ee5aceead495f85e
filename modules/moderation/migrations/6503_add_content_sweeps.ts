import { BaseSchema } from '@adonisjs/lucid/schema'

/** How far public content has been judged by providers that the operator chose later. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE content_sweeps (
        -- The providers and how they judge, hashed.
        judges text CONSTRAINT content_sweeps_pkey PRIMARY KEY,
        job_id uuid,
        -- Null at first.
        position text,
        judged integer NOT NULL DEFAULT 0,
        held integer NOT NULL DEFAULT 0,
        began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz
      )`)
  }

  override async down() {
    this.schema.raw('DROP TABLE content_sweeps')
  }
}
