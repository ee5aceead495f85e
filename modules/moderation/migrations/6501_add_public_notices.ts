import { BaseSchema } from '@adonisjs/lucid/schema'

/** Notices of people without an account, and decisions about pictures that look alike. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE report_cases DROP CONSTRAINT report_cases_thing_known, ADD CONSTRAINT report_cases_thing_known
        CHECK (thing_kind IN ('character', 'comment', 'picture', 'profile', 'answer', 'notice'))`)
    this.schema.raw(`
      CREATE TABLE public_notices (
        id uuid CONSTRAINT public_notices_pkey PRIMARY KEY DEFAULT uuidv7(),
        -- What mails call it.
        number text NOT NULL CONSTRAINT public_notices_number UNIQUE,
        kind text NOT NULL CONSTRAINT public_notices_kind_known CHECK (kind IN ('illegal', 'copyright', 'intimate')),
        location text NOT NULL CONSTRAINT public_notices_location_length CHECK (char_length(location) <= 1000),
        words text NOT NULL CONSTRAINT public_notices_words_length CHECK (char_length(words) <= 2000),
        -- The name and the e-mail, encrypted. Null after half a year.
        sealed_contact text,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        confirmed_at timestamptz(3),
        -- Null until it is in the queue.
        report_id uuid CONSTRAINT public_notices_report REFERENCES reports (id) ON DELETE CASCADE
      )`)
    // The hashes of pictures that look alike, and that were removed with a picture.
    this.schema.raw(`ALTER TABLE report_decisions ADD COLUMN alike text[] NOT NULL DEFAULT '{}'`)
    this.schema.raw('CREATE INDEX public_notices_by_report ON public_notices (report_id) WHERE report_id IS NOT NULL')
    this.schema.raw('CREATE INDEX public_notices_unfiled ON public_notices (created_at) WHERE report_id IS NULL')
  }

  override async down() {
    this.schema.raw('ALTER TABLE report_decisions DROP COLUMN alike')
    this.schema.raw('DROP TABLE public_notices')
  }
}
