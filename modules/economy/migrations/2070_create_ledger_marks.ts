import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * How far the servers have checked the ledger. A mark says of an account that its history was right up to `seq` and `debt_seq`, and
 * what it added up to. `full_at`: when it was last checked from its first line. An account that is off has no mark to go on from.
 *
 * The one row of `ledger_check_progress` is the check under way, so that any process can go on with it.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ledger_marks (
        user_id uuid NOT NULL,
        seq bigint NOT NULL,
        balance bigint NOT NULL,
        debt_seq bigint NOT NULL,
        debt bigint NOT NULL,
        checked_at timestamptz NOT NULL,
        full_at timestamptz NOT NULL,
        is_off boolean NOT NULL,
        CONSTRAINT ledger_marks_pkey PRIMARY KEY (user_id)
      ) WITH (fillfactor = 70)
    `)
    this.schema.raw(`
      CREATE TABLE ledger_check_progress (
        only_row boolean NOT NULL DEFAULT true,
        started_at timestamptz,
        phase text NOT NULL DEFAULT 'accounts',
        after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        took_ms integer NOT NULL DEFAULT 0,
        accounts bigint NOT NULL DEFAULT 0,
        problem_count integer NOT NULL DEFAULT 0,
        problems jsonb NOT NULL DEFAULT '[]',
        last_started_at timestamptz,
        holds_full_at timestamptz,
        walks_all_holds boolean NOT NULL DEFAULT true,
        are_holds_off boolean NOT NULL DEFAULT false,
        failures integer NOT NULL DEFAULT 0,
        failed_at timestamptz,
        failure text,
        CONSTRAINT ledger_check_progress_pkey PRIMARY KEY (only_row),
        CONSTRAINT ledger_check_progress_one_row CHECK (only_row),
        CONSTRAINT ledger_check_progress_phase_known CHECK (phase IN ('accounts', 'holds'))
      )
    `)
    this.schema.raw('INSERT INTO ledger_check_progress DEFAULT VALUES')
  }

  override async down() {
    this.schema.dropTable('ledger_check_progress')
    this.schema.dropTable('ledger_marks')
  }
}
