import { BaseSchema } from '@adonisjs/lucid/schema'

/** The operator's connections to servers of models, and the tiers that admins have changed. Without rows, the configuration is in force. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE model_connections (
        id uuid CONSTRAINT model_connections_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT model_connections_name CHECK (char_length(name) BETWEEN 1 AND 60),
        provider text NOT NULL CONSTRAINT model_connections_provider CHECK (char_length(provider) <= 60),
        base_url text NOT NULL CONSTRAINT model_connections_base_url CHECK (char_length(base_url) <= 500),
        sealed_key text,
        key_end text CONSTRAINT model_connections_key_end CHECK (char_length(key_end) <= 4),
        options jsonb NOT NULL,
        is_off boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT model_connections_whole_key CHECK ((sealed_key IS NULL) = (key_end IS NULL))
      )
    `)
    this.schema.raw(`
      CREATE TABLE model_tiers (
        tier text CONSTRAINT model_tiers_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT model_tiers_name CHECK (char_length(name) BETWEEN 1 AND 60),
        description text NOT NULL CONSTRAINT model_tiers_description CHECK (char_length(description) <= 200),
        cost integer NOT NULL CONSTRAINT model_tiers_cost CHECK (cost >= 0),
        -- The models that are tried in order: [{connectionId, provider, model}].
        links jsonb NOT NULL,
        context_tokens integer NOT NULL,
        output_tokens integer NOT NULL,
        sampling jsonb NOT NULL,
        stop jsonb NOT NULL,
        sees boolean NOT NULL
      )
    `)
  }

  override async down() {
    for (const table of ['model_tiers', 'model_connections']) this.schema.raw(`DROP TABLE ${table}`)
  }
}
