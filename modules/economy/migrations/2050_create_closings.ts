import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Ruby accounts whose owner has deleted their account, with what was left in them. The ledger itself keeps its rows: they name an id
 * that no user has any more. A payment that comes in later is of an account that is listed here.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ruby_closings (
        user_id uuid NOT NULL,
        closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        rubies bigint NOT NULL,
        debt bigint NOT NULL,
        CONSTRAINT ruby_closings_pkey PRIMARY KEY (user_id)
      )
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruby_closings
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
    `)
  }

  override async down() {
    this.schema.dropTable('ruby_closings')
  }
}
