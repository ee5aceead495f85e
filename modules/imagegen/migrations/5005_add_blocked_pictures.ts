import { BaseSchema } from '@adonisjs/lucid/schema'

/** Pictures that moderators removed. Their rows are here instead of in `pictures`, so nothing serves or counts them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE blocked_pictures (
        hash text CONSTRAINT blocked_pictures_pkey PRIMARY KEY,
        -- Null when that account is gone.
        owner_id uuid,
        widths integer[] NOT NULL,
        bytes integer NOT NULL,
        created_at timestamptz NOT NULL,
        blocked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- When the copies in the CDN were removed.
        purged_at timestamptz
      )
    `)
    this.schema.raw('CREATE INDEX blocked_pictures_unpurged ON blocked_pictures (blocked_at) WHERE purged_at IS NULL')
    this.schema.raw('CREATE INDEX blocked_pictures_newest ON blocked_pictures (blocked_at)')
    this.schema.raw('CREATE INDEX blocked_pictures_by_owner ON blocked_pictures (owner_id) WHERE owner_id IS NOT NULL')
  }

  override async down() {
    this.schema.raw('DROP TABLE blocked_pictures')
  }
}
