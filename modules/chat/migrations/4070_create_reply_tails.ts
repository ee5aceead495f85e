import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The text of running replies since their last rows in `reply_parts`: one row for all replies of a process, several times a second.
 * `tails` is a list of `[reply id, number of parts before, text]`.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE reply_tails (
        owner uuid NOT NULL,
        seq integer NOT NULL,
        tails json NOT NULL,
        PRIMARY KEY (owner, seq)
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE reply_tails')
  }
}
