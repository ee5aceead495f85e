import { BaseSchema } from '@adonisjs/lucid/schema'

/** Candidates of the shelves that are the same for all users, in order. Each reader sees those that they may see. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE character_shelves (
        id text CONSTRAINT character_shelves_pkey PRIMARY KEY,
        characters uuid[] NOT NULL,
        filled_at timestamptz NOT NULL
      )`)
  }

  override async down() {
    this.schema.raw(`DROP TABLE character_shelves`)
  }
}
