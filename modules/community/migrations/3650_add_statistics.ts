import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Statistics for creators: published cells, and the activity that waits until a cell has five people. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'waiting_activity',
        `-- The reader.
        user_id uuid NOT NULL,
        character_id uuid NOT NULL,
        kind text NOT NULL CONSTRAINT waiting_activity_kind CHECK (kind IN ('view', 'talk', 'left')),
        -- The version of the character, or of a left chat the bucket of its length.
        part integer NOT NULL,
        -- The nil UUID for a view.
        chat_session_id uuid NOT NULL,
        day date NOT NULL,
        is_returning boolean NOT NULL DEFAULT false,
        chats integer NOT NULL DEFAULT 0,
        messages integer NOT NULL DEFAULT 0,
        rerolls integer NOT NULL DEFAULT 0,
        stops integer NOT NULL DEFAULT 0,
        answers integer NOT NULL DEFAULT 0,
        answer_characters bigint NOT NULL DEFAULT 0,
        CONSTRAINT waiting_activity_pkey PRIMARY KEY (user_id, character_id, kind, part, chat_session_id, day)`
      )
    )
    this.schema.raw(`
      CREATE INDEX waiting_activity_by_character ON waiting_activity (character_id, kind, part);
      CREATE INDEX waiting_activity_by_day ON waiting_activity (day, character_id)`)
    this.schema.raw(
      privateTable(
        'statistics_cells',
        `-- The creator.
        user_id uuid NOT NULL,
        character_id uuid NOT NULL,
        last_day date NOT NULL,
        kind text NOT NULL CONSTRAINT statistics_cells_kind CHECK (kind IN ('view', 'talk', 'left')),
        part integer NOT NULL,
        -- A cell covers all parts from part to last_part, and all days from first_day to last_day.
        last_part integer NOT NULL,
        first_day date NOT NULL,
        people integer NOT NULL CONSTRAINT statistics_cells_people CHECK (people >= 5),
        -- Null: fewer than five people returned, or fewer than five didn't.
        returned integer CONSTRAINT statistics_cells_returned
          CHECK (returned >= 5 AND (returned = people OR people - returned >= 5)),
        views integer NOT NULL,
        chats integer NOT NULL,
        messages integer NOT NULL,
        rerolls integer NOT NULL,
        stops integer NOT NULL,
        answers integer NOT NULL,
        answer_characters bigint NOT NULL,
        CONSTRAINT statistics_cells_pkey PRIMARY KEY (user_id, character_id, last_day, kind, part)`
      )
    )
    this.schema.raw(`
      CREATE INDEX statistics_cells_by_day ON statistics_cells (user_id, last_day);
      CREATE TABLE statistics_progress (
        is_only boolean CONSTRAINT statistics_progress_pkey PRIMARY KEY DEFAULT true CONSTRAINT statistics_progress_only CHECK (is_only),
        started_on date NOT NULL,
        -- The replies before this time are counted.
        counted_until timestamptz NOT NULL,
        closed_through date NOT NULL,
        -- Of the day that is being closed: the last character whose cells are published.
        closed_character uuid
      )`)
  }

  override async down() {
    this.schema.raw('DROP TABLE statistics_progress, statistics_cells, waiting_activity')
  }
}
