import { BaseSchema } from '@adonisjs/lucid/schema'

/** Announcements, and the pause of new replies and purchases. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE announcements (
        id uuid NOT NULL,
        text text NOT NULL,
        audience text NOT NULL,
        starts_at timestamptz,
        ends_at timestamptz,
        is_dismissible boolean NOT NULL,
        is_draft boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT announcements_pkey PRIMARY KEY (id),
        CONSTRAINT announcements_text_length CHECK (char_length(text) BETWEEN 1 AND 2000),
        CONSTRAINT announcements_audience_known CHECK (audience IN ('everyone', 'users', 'admins')),
        CONSTRAINT announcements_ends_later CHECK (ends_at > starts_at)
      )
    `)
    // Has one row during maintenance, and otherwise none.
    this.schema.raw(`
      CREATE TABLE maintenance (
        is_on boolean NOT NULL DEFAULT true,
        sentence text NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT maintenance_pkey PRIMARY KEY (is_on),
        CONSTRAINT maintenance_is_on CHECK (is_on),
        CONSTRAINT maintenance_sentence_length CHECK (char_length(sentence) BETWEEN 1 AND 300)
      )
    `)
    // The code knows the subjects. A list here would need a migration for each of them.
    this.schema.raw('ALTER TABLE admin_acts DROP CONSTRAINT IF EXISTS admin_acts_subject_known')
    this.schema.raw('ALTER TABLE admin_acts DROP CONSTRAINT IF EXISTS admin_acts_subject_well_formed')
    this.schema.raw(`
      ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_subject_well_formed CHECK (subject_type ~ '^[a-z_]{1,40}$')
    `)
  }
}
