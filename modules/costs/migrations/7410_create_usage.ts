import { BaseSchema } from '@adonisjs/lucid/schema'

/** The use of models by day, and what they cost. Contains nothing about single users. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE usage_cells (
        day date NOT NULL,
        tier text NOT NULL,
        -- Empty where no model is recorded.
        provider text NOT NULL,
        model text NOT NULL,
        replies bigint NOT NULL,
        uncounted bigint NOT NULL,
        input_tokens bigint NOT NULL,
        output_tokens bigint NOT NULL,
        rubies_taken bigint NOT NULL,
        rubies_given_back bigint NOT NULL,
        CONSTRAINT usage_cells_pkey PRIMARY KEY (day, tier, provider, model)
      );
      CREATE TABLE usage_progress (
        is_only boolean CONSTRAINT usage_progress_pkey PRIMARY KEY DEFAULT true CONSTRAINT usage_progress_only CHECK (is_only),
        started_on date NOT NULL,
        -- The replies that began before this time are counted.
        counted_until timestamptz NOT NULL
      );
      -- A price counts from its day on, and the first one of a model also for the days before.
      CREATE TABLE model_prices (
        provider text NOT NULL,
        model text NOT NULL,
        since date NOT NULL,
        -- Millionths of a dollar for a million tokens.
        input_microdollars bigint NOT NULL,
        output_microdollars bigint NOT NULL,
        CONSTRAINT model_prices_pkey PRIMARY KEY (provider, model, since),
        CONSTRAINT model_prices_range CHECK (input_microdollars BETWEEN 0 AND 10000000000 AND output_microdollars BETWEEN 0 AND 10000000000)
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE model_prices, usage_progress, usage_cells')
  }
}
