import { BaseSchema } from '@adonisjs/lucid/schema'

/** The findings of the servers when they recomputed the ledger. The latest rows are kept. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ledger_checks (
        id bigint GENERATED ALWAYS AS IDENTITY,
        finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        took_ms integer NOT NULL,
        accounts bigint NOT NULL,
        problem_count integer NOT NULL,
        problems jsonb NOT NULL,
        CONSTRAINT ledger_checks_pkey PRIMARY KEY (id)
      )
    `)
  }

  override async down() {
    this.schema.dropTable('ledger_checks')
  }
}
