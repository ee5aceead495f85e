import { BaseSchema } from '@adonisjs/lucid/schema'

/** The conditions of which admins were told, until they are over. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE operator_alerts (
        condition text NOT NULL,
        seen_at timestamptz NOT NULL,
        told_at timestamptz NOT NULL,
        CONSTRAINT operator_alerts_pkey PRIMARY KEY (condition),
        CONSTRAINT operator_alerts_condition_length CHECK (char_length(condition) BETWEEN 1 AND 40)
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE operator_alerts')
  }
}
