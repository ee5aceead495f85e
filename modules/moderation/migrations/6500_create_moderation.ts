import { BaseSchema } from '@adonisjs/lucid/schema'

/** Reports of users, the cases that they make, decisions on them, and appeals. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE report_cases (
        id uuid CONSTRAINT report_cases_pkey PRIMARY KEY DEFAULT uuidv7(),
        thing_kind text NOT NULL
          CONSTRAINT report_cases_thing_known CHECK (thing_kind IN ('character', 'comment', 'picture', 'profile', 'answer')),
        thing_id text NOT NULL CONSTRAINT report_cases_thing_short CHECK (char_length(thing_id) <= 64),
        title text NOT NULL,
        -- The character that decisions on an answer concern, and where a comment is.
        character_id uuid,
        -- The owner or author. Null for built-in characters.
        author_id uuid,
        reason text NOT NULL,
        reports integer NOT NULL DEFAULT 0,
        state text NOT NULL DEFAULT 'open'
          CONSTRAINT report_cases_state_known CHECK (state IN ('open', 'appealed', 'closed')),
        -- The order of the queue: when an open or appealed case is due, and when a closed one was closed.
        queued_at timestamptz(3) NOT NULL,
        opened_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )`)
    this.schema.raw(
      `CREATE UNIQUE INDEX report_cases_one_open ON report_cases (thing_kind, thing_id) WHERE state = 'open'`
    )
    this.schema.raw('CREATE INDEX report_cases_queue ON report_cases (state, queued_at, id)')
    this.schema.raw('CREATE INDEX report_cases_by_kind ON report_cases (state, thing_kind, queued_at, id)')
    this.schema.raw('CREATE INDEX report_cases_by_reason ON report_cases (state, reason, queued_at, id)')
    this.schema.raw('CREATE INDEX report_cases_by_thing ON report_cases (thing_kind, thing_id, id)')
    this.schema.raw('CREATE INDEX report_cases_by_author ON report_cases (author_id, id) WHERE author_id IS NOT NULL')

    this.schema.raw(`
      CREATE TABLE reports (
        id uuid CONSTRAINT reports_pkey PRIMARY KEY DEFAULT uuidv7(),
        case_id uuid NOT NULL CONSTRAINT reports_case REFERENCES report_cases (id) ON DELETE CASCADE,
        -- Null when the account is deleted.
        reporter_id uuid,
        reason text NOT NULL,
        words text NOT NULL CONSTRAINT reports_words_length CHECK (char_length(words) <= 2000),
        -- The thing as it was. Null: as in the report before.
        snapshot jsonb CONSTRAINT reports_snapshot_size CHECK (octet_length(snapshot::text) <= 2000000),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT reports_one_a_person UNIQUE (case_id, reporter_id)
      )`)
    this.schema.raw('CREATE INDEX reports_by_case ON reports (case_id, id)')
    this.schema.raw('CREATE INDEX reports_by_reporter ON reports (reporter_id, id) WHERE reporter_id IS NOT NULL')

    this.schema.raw(`
      CREATE TABLE report_decisions (
        id uuid CONSTRAINT report_decisions_pkey PRIMARY KEY DEFAULT uuidv7(),
        case_id uuid NOT NULL CONSTRAINT report_decisions_case REFERENCES report_cases (id) ON DELETE CASCADE,
        -- Null when the account is deleted.
        moderator_id uuid,
        -- The author of the thing.
        subject_id uuid,
        kind text NOT NULL CONSTRAINT report_decisions_kind_known
          CHECK (kind IN ('dismiss', 'mark_adult', 'hide', 'remove', 'warn', 'suspend', 'ban')),
        reason text,
        words text NOT NULL CONSTRAINT report_decisions_words_length CHECK (char_length(words) <= 2000),
        until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        undone_at timestamptz(3),
        undone_by uuid,
        undone_words text NOT NULL DEFAULT '' CONSTRAINT report_decisions_undone_length CHECK (char_length(undone_words) <= 2000)
      )`)
    this.schema.raw('CREATE INDEX report_decisions_by_case ON report_decisions (case_id, id)')
    this.schema.raw(
      'CREATE INDEX report_decisions_by_subject ON report_decisions (subject_id, id) WHERE subject_id IS NOT NULL'
    )

    this.schema.raw(`
      CREATE TABLE report_appeals (
        decision_id uuid CONSTRAINT report_appeals_pkey PRIMARY KEY
          CONSTRAINT report_appeals_decision REFERENCES report_decisions (id) ON DELETE CASCADE,
        words text NOT NULL CONSTRAINT report_appeals_words_length CHECK (char_length(words) <= 2000),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        outcome text CONSTRAINT report_appeals_outcome_known CHECK (outcome IN ('upheld', 'reversed')),
        answer text NOT NULL DEFAULT '' CONSTRAINT report_appeals_answer_length CHECK (char_length(answer) <= 2000),
        decided_by uuid,
        decided_at timestamptz(3)
      )`)
  }

  override async down() {
    for (const table of ['report_appeals', 'report_decisions', 'reports', 'report_cases'])
      this.schema.raw(`DROP TABLE ${table}`)
  }
}
