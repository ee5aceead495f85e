import { BaseSchema } from '@adonisjs/lucid/schema'

/** Background jobs. Finished ones stay for a while, to be looked up. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE jobs (
        id uuid NOT NULL,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        progress jsonb,
        -- counts the runs, and is the fencing token of the present one
        claim integer NOT NULL DEFAULT 0,
        -- runs since the last progress
        attempts integer NOT NULL DEFAULT 0,
        -- the next run; while the job runs, the end of its lease
        due_at timestamptz NOT NULL DEFAULT now(),
        cancel_requested_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        -- Users take turns, by when the last run of one of their jobs began. Null: a job of no user.
        owner_id uuid,
        began_at timestamptz,
        CONSTRAINT jobs_pkey PRIMARY KEY (id),
        CONSTRAINT jobs_state CHECK (state IN ('waiting', 'running', 'done', 'failed', 'canceled')),
        CONSTRAINT jobs_finished CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running')))
      )
    `)
    this.schema.raw('CREATE INDEX jobs_due ON jobs (due_at) WHERE finished_at IS NULL')
    this.schema.raw('CREATE INDEX jobs_finished_at ON jobs (finished_at) WHERE finished_at IS NOT NULL')
    this.schema.raw('CREATE INDEX jobs_of_owner ON jobs (owner_id, kind, began_at DESC) WHERE owner_id IS NOT NULL')
  }
}
