import { BaseSchema } from '@adonisjs/lucid/schema'

/** Rubies granted per network and UTC day. A network is stored as a keyed hash, and forgotten after two days. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ruby_network_rewards (
        day date NOT NULL,
        network_hash bytea NOT NULL,
        rubies bigint NOT NULL,
        CONSTRAINT ruby_network_rewards_pkey PRIMARY KEY (day, network_hash)
      )
    `)
  }

  override async down() {
    this.schema.dropTable('ruby_network_rewards')
  }
}
