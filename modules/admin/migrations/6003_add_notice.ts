import { BaseSchema } from '@adonisjs/lucid/schema'

/** An admin's notice that a machine writes. Without a row, that of `config/notices.ts` is in force. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE machine_notice (
        is_set boolean NOT NULL DEFAULT true,
        text text NOT NULL,
        talk_minutes integer NOT NULL,
        pause_minutes integer NOT NULL,
        CONSTRAINT machine_notice_pkey PRIMARY KEY (is_set),
        CONSTRAINT machine_notice_is_set CHECK (is_set),
        CONSTRAINT machine_notice_text_length CHECK (char_length(text) BETWEEN 1 AND 300),
        CONSTRAINT machine_notice_minutes CHECK (talk_minutes BETWEEN 15 AND 1440 AND pause_minutes BETWEEN 5 AND 720)
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE machine_notice')
  }
}
