import { BaseSchema } from '@adonisjs/lucid/schema'

/** The table of @adonisjs/limiter's database store, for every module's limits. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE rate_limits (
        key varchar(255) NOT NULL,
        points integer NOT NULL DEFAULT 0,
        -- milliseconds since 1970
        expire bigint,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
      )
    `)
  }

  override async down() {
    this.schema.dropTable('rate_limits')
  }
}
