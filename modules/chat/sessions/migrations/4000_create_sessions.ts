import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/*
 * What every reply writes has no foreign keys and few indexes: each row is inserted by a statement that has locked the row of its session.
 * The other tables of a chat are deleted together with it.
 *
 * What a single column may hold is its type: the checks of a table are read anew by every statement that writes it, those of a type are
 * remembered.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE DOMAIN reply_cost AS integer CONSTRAINT reply_cost_not_negative CHECK (VALUE >= 0);
      CREATE DOMAIN chat_message_state AS text CONSTRAINT chat_message_state_known
        CHECK (VALUE IN ('complete', 'stopped', 'broken_off', 'content_filtered', 'model_refused'))`)
    this.schema.raw(
      privateTable(
        'chat_sessions',
        `user_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        -- Null: a group chat, whose characters are in chat_group_members.
        character_id uuid,
        -- The version of its character that it began with. Null: the present version, until the next message pins it.
        character_version integer,
        title text,
        pins text[] NOT NULL DEFAULT '{}',
        next_position integer NOT NULL DEFAULT 0,
        messages_written integer NOT NULL DEFAULT 0,
        -- The part of messages_written that no statistics count.
        messages_imported integer NOT NULL DEFAULT 0,
        -- The greetings that it opens with, until the first message stores them.
        opening_version integer,
        opening_places smallint[],
        -- The entries of lorebooks that stay in or out of its prompts for some messages.
        lore_state jsonb,
        -- In the order in which they were chosen. Ids of deleted ones may remain.
        lorebook_ids uuid[] NOT NULL DEFAULT '{}',
        -- The latest changes of its tier's model that its user has seen, and accepted.
        seen_change integer,
        accepted_change integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        opened_at timestamptz NOT NULL DEFAULT now(),
        last_message_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        -- Since when nothing that was said in it is kept. What it cost and how much was written stays counted.
        purged_at timestamptz,
        CONSTRAINT chat_sessions_pkey PRIMARY KEY (user_id, id)`,
        { with: 'fillfactor = 80' }
      )
    )
    this.schema.raw(`
      CREATE INDEX chat_sessions_by_user ON chat_sessions (user_id, last_message_at DESC, id DESC)
        WHERE deleted_at IS NULL AND messages_written > 0;
      CREATE UNIQUE INDEX chat_sessions_one_unwritten ON chat_sessions (user_id, character_id)
        WHERE messages_written = 0 AND deleted_at IS NULL;
      CREATE INDEX chat_sessions_by_character ON chat_sessions (user_id, character_id) WHERE deleted_at IS NULL;
      CREATE INDEX chat_sessions_deleted ON chat_sessions (user_id) WHERE deleted_at IS NOT NULL;
      CREATE INDEX chat_sessions_to_purge ON chat_sessions (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL`)

    this.schema.raw(
      privateTable(
        'chat_messages',
        `user_id uuid NOT NULL,
        id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        position integer NOT NULL,
        -- The user who wrote it. Null: a character.
        author_id uuid,
        -- Of a character: which one, in a group chat.
        character_id uuid,
        -- The author's name when it was written, if that is neither the chat's character nor its user.
        speaker text,
        content text NOT NULL,
        ruby_cost reply_cost NOT NULL DEFAULT 0,
        state chat_message_state NOT NULL DEFAULT 'complete',
        client_message_id text,
        -- The latest reply to a user's message.
        reply_id uuid,
        -- Of several answers, the one that counts as said and stands in this row. Null while there is one.
        answer_id uuid,
        -- The tier that wrote an answer, and whether its length cut it.
        tier text,
        is_cut boolean NOT NULL DEFAULT false,
        -- The models that wrote it, and their work. Null: unknown.
        model_name text,
        model_id text,
        provider text,
        is_fallback boolean NOT NULL DEFAULT false,
        first_text_ms integer,
        input_tokens integer,
        output_tokens integer,
        -- Whether it reminds its user that an AI answers.
        has_notice boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        edited_at timestamptz,
        -- Hidden from models.
        hidden_at timestamptz,
        deleted_at timestamptz,
        CONSTRAINT chat_messages_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT chat_messages_position_unique UNIQUE (user_id, chat_session_id, position)`
      )
    )
    this.schema.raw(`
      CREATE UNIQUE INDEX chat_messages_client_message_id_unique ON chat_messages (user_id, client_message_id)
        WHERE client_message_id IS NOT NULL;
      CREATE INDEX chat_messages_in_prompts ON chat_messages (user_id, chat_session_id, position)
        WHERE deleted_at IS NULL AND hidden_at IS NULL;
      CREATE INDEX chat_messages_to_purge ON chat_messages (deleted_at) WHERE deleted_at IS NOT NULL`)

    // All answers of a message that has several. The first one has the id of the message, the others those of their replies. They come in
    // the order of the positions that their replies were given.
    this.schema.raw(
      privateTable(
        'chat_message_alternates',
        `user_id uuid NOT NULL,
        id uuid NOT NULL,
        message_id uuid NOT NULL,
        position integer NOT NULL,
        character_id uuid,
        speaker text,
        content text NOT NULL,
        ruby_cost reply_cost NOT NULL,
        state chat_message_state NOT NULL,
        tier text,
        is_cut boolean NOT NULL,
        model_name text,
        model_id text,
        provider text,
        is_fallback boolean NOT NULL DEFAULT false,
        first_text_ms integer,
        input_tokens integer,
        output_tokens integer,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        edited_at timestamptz,
        CONSTRAINT chat_message_alternates_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT chat_message_alternates_position_unique UNIQUE (user_id, message_id, position)`
      )
    )

    // Settings of single chats that shape their replies. Most chats have no row. A column that is null stands for the default. A table of
    // its own, because every reply rewrites the row of its session.
    this.schema.raw(
      privateTable(
        'chat_settings',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        scenario text,
        system_prompt text,
        -- {text, depth, role, every}
        note jsonb,
        persona_id uuid,
        -- 'short', 'medium' or 'long', or a number of tokens
        length jsonb,
        -- The sampling parameters that the user has chosen, by their names in ModelRequest
        sampling jsonb,
        -- Whether answers that reach their maximum length end at a whole sentence.
        ends_whole boolean NOT NULL DEFAULT false,
        -- The depths of pinned facts by their texts: how many messages stand behind them. A fact without one stands before all messages.
        pin_depths jsonb,
        -- A copy of the current summary, because every reply reads this row by its key.
        summary_id uuid,
        summary_text text,
        summary_position integer,
        summary_up_to uuid,
        is_summary_on boolean NOT NULL DEFAULT true,
        is_summary_frozen boolean NOT NULL DEFAULT false,
        summary_job_id uuid,
        -- What the job should do: {tier, before, char, user, timeZone, isAnew}
        summary_request jsonb,
        CONSTRAINT chat_settings_pkey PRIMARY KEY (user_id, chat_session_id),
        CONSTRAINT chat_settings_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )

    // Where branches left their parents. A parent may have been deleted since, and purged.
    this.schema.raw(
      privateTable(
        'chat_branches',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        parent_session_id uuid NOT NULL,
        parent_message_id uuid NOT NULL,
        -- Of copied texts and lines, for the limit per user.
        bytes bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chat_branches_pkey PRIMARY KEY (user_id, chat_session_id),
        CONSTRAINT chat_branches_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    this.schema.raw(`
      CREATE INDEX chat_branches_by_parent ON chat_branches (user_id, parent_session_id);
      CREATE INDEX chat_branches_by_user ON chat_branches (user_id, created_at)`)

    // Group chats: sessions of several characters. Such a session has no character_id, so no reader of chats with one character can take it
    // for one. A reply without a message of the user goes on from the message before it.
    this.schema.raw(
      privateTable(
        'chat_groups',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        mode text NOT NULL DEFAULT 'natural' CONSTRAINT chat_groups_mode CHECK (mode IN ('natural', 'in_turn', 'manual')),
        talk_id uuid,
        talk_turns integer NOT NULL DEFAULT 0,
        turns_left integer NOT NULL DEFAULT 0,
        CONSTRAINT chat_groups_pkey PRIMARY KEY (user_id, chat_session_id),
        CONSTRAINT chat_groups_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    this.schema.raw(
      privateTable(
        'chat_group_members',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        character_id uuid NOT NULL,
        -- From 0, in the order in which they were chosen
        position integer NOT NULL,
        -- As in chat_sessions
        character_version integer,
        is_muted boolean NOT NULL DEFAULT false,
        -- From 0 to 1: how often it speaks by itself
        talkativeness real NOT NULL DEFAULT 0.5,
        removed_at timestamptz,
        CONSTRAINT chat_group_members_pkey PRIMARY KEY (user_id, chat_session_id, character_id),
        CONSTRAINT chat_group_members_group FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_groups ON DELETE CASCADE`
      )
    )

    this.schema.raw(`
      CREATE FUNCTION chat_greetings(p_character uuid, p_version integer, p_places smallint[]) RETURNS text[] LANGUAGE sql STABLE AS $$
        SELECT coalesce(array_agg(greetings[place] ORDER BY number) FILTER (WHERE greetings[place] IS NOT NULL), '{}')
        FROM (SELECT gallery_greetings(p_character, p_version) AS greetings OFFSET 0) version,
          unnest(p_places) WITH ORDINALITY AS chosen (place, number)
      $$;
      CREATE FUNCTION chat_greeting_id(p_session uuid, p_place integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
        SELECT encode(set_byte(set_byte(bytes, 15, get_byte(bytes, 15) # 1), 14, get_byte(bytes, 14) # (p_place - 1)), 'hex')::uuid
        FROM uuid_send(p_session) AS bytes
      $$;
      CREATE FUNCTION chat_opening(p_session uuid, p_character uuid, p_version integer, p_places smallint[]) RETURNS json
      LANGUAGE sql STABLE AS $$
        SELECT json_agg(json_build_object('id', chat_greeting_id(p_session, place::integer), 'content', greeting) ORDER BY place)
        FROM unnest(chat_greetings(p_character, p_version, p_places)) WITH ORDINALITY AS given (greeting, place)
      $$;
      -- Stores the greetings of a chat as its first message. Returns how many there are.
      CREATE FUNCTION chat_store_opening(
        p_user uuid, p_session uuid, p_character uuid, p_version integer, p_places smallint[], p_at timestamptz
      ) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        greetings constant text[] := chat_greetings(p_character, p_version, p_places);
        opening_id constant uuid := chat_greeting_id(p_session, 1);
      BEGIN
        IF cardinality(greetings) > 0 THEN
          INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, created_at, answer_id)
          VALUES (p_user, opening_id, p_session, 1, greetings[1], p_at, CASE WHEN cardinality(greetings) > 1 THEN opening_id END);
        END IF;
        IF cardinality(greetings) > 1 THEN
          INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut, created_at)
          SELECT p_user, chat_greeting_id(p_session, place::integer), opening_id, place, greeting, 0, 'complete', false, p_at
          FROM unnest(greetings) WITH ORDINALITY AS given (greeting, place);
        END IF;
        RETURN cardinality(greetings);
      END $$`)
  }

  override async down() {
    this.schema.raw(`
      DROP FUNCTION chat_store_opening, chat_opening, chat_greeting_id, chat_greetings;
      DROP TABLE chat_group_members, chat_groups, chat_branches, chat_settings, chat_message_alternates, chat_messages, chat_sessions;
      DROP DOMAIN chat_message_state, reply_cost`)
  }
}
