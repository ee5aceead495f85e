import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Keyed hashes of the e-mails of deleted accounts, and of e-mails that users gave up for another one. They are kept for a year, so that
 * the welcome rubies are granted once per e-mail.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE released_emails (
        email_hash bytea NOT NULL,
        released_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT released_emails_pkey PRIMARY KEY (email_hash)
      )
    `)
    this.schema.raw('CREATE INDEX released_emails_by_time ON released_emails (released_at)')
  }

  override async down() {
    this.schema.dropTable('released_emails')
  }
}
