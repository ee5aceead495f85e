import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Replies, from their begin to their end, and what they leave beside messages: prompts, drafts, summaries, facts. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE DOMAIN reply_state AS text CONSTRAINT reply_state_known
        CHECK (VALUE IN ('running', 'written', 'stopped', 'broken_off', 'failed'));
      CREATE DOMAIN reply_kind AS text CONSTRAINT reply_kind_known CHECK (VALUE IN ('reply', 'reroll', 'continue', 'impersonate'))`)
    this.schema.raw(
      privateTable(
        'replies',
        `user_id uuid NOT NULL,
        id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        kind reply_kind NOT NULL DEFAULT 'reply',
        user_message_id uuid,
        -- Of a line for the user (impersonate): the id of the session.
        message_id uuid NOT NULL,
        position integer NOT NULL,
        -- Who speaks, in a group chat.
        character_id uuid,
        speaker text,
        tier text NOT NULL,
        cost reply_cost NOT NULL,
        state reply_state NOT NULL DEFAULT 'running',
        -- The process that writes it (reply_owners).
        owner uuid NOT NULL,
        stop_requested_at timestamptz,
        error_code text,
        -- How long its first text took, if there was one.
        first_text_ms integer,
        -- Of a continuation: the answer that it goes on with, and how many characters that had.
        continues uuid,
        continues_at integer,
        -- It ended without text and without a price.
        is_unpaid boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        CONSTRAINT replies_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT replies_ended CHECK ((state = 'running') = (ended_at IS NULL))`,
        { with: 'fillfactor = 80' }
      )
    )
    // Running replies are few, so the first index serves their owners too.
    this.schema.raw(`
      CREATE UNIQUE INDEX replies_one_running_per_session ON replies (user_id, chat_session_id) WHERE state = 'running';
      CREATE INDEX replies_by_user ON replies (user_id, created_at DESC);
      CREATE INDEX replies_unpaid ON replies (user_id, created_at DESC) WHERE is_unpaid;
      -- For statistics over all users. New rows aren't in it until the table is vacuumed.
      CREATE INDEX replies_by_time ON replies USING brin (created_at)`)

    this.schema.raw(
      privateTable(
        'reply_parts',
        `user_id uuid NOT NULL,
        reply_id uuid NOT NULL,
        seq integer NOT NULL,
        text text NOT NULL,
        CONSTRAINT reply_parts_pkey PRIMARY KEY (user_id, reply_id, seq)`
      )
    )
    // The callers' keys of rerolls and continuations, each with its latest reply. Those of sends stand in their messages.
    this.schema.raw(
      privateTable(
        'rewrite_keys',
        `user_id uuid NOT NULL,
        client_message_id text NOT NULL,
        kind reply_kind NOT NULL,
        message_id uuid NOT NULL,
        reply_id uuid NOT NULL,
        CONSTRAINT rewrite_keys_pkey PRIMARY KEY (user_id, client_message_id)`
      )
    )
    this.schema.raw(`
      -- The text of running replies since their last rows in reply_parts: one row for all replies of a process, several times a second.
      -- tails is a list of [reply id, number of parts before, text].
      CREATE TABLE reply_tails (
        owner uuid NOT NULL,
        seq integer NOT NULL,
        tails json NOT NULL,
        CONSTRAINT reply_tails_pkey PRIMARY KEY (owner, seq)
      );
      CREATE TABLE reply_owners (
        id uuid CONSTRAINT reply_owners_pkey PRIMARY KEY,
        instance text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz NOT NULL
      ) WITH (fillfactor = 50)`)

    // The prompt of each answer. A prompt refers to texts by their hashes: to messages, as long as they have the text that was sent, and to
    // prompt_texts for everything else. The server compresses both. Replaced texts of messages stay as they were.
    this.schema.raw(
      privateTable(
        'kept_prompts',
        `user_id uuid NOT NULL,
        reply_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        message_id uuid NOT NULL,
        -- As in chat_message_alternates: the id of the message for its first answer.
        answer_id uuid NOT NULL,
        data json,
        packed bytea,
        CONSTRAINT kept_prompts_pkey PRIMARY KEY (user_id, reply_id)`
      )
    )
    this.schema.raw(
      privateTable(
        'prompt_texts',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        -- The first 12 bytes of the SHA-256 hash of the text.
        hash bytea NOT NULL,
        text text STORAGE MAIN,
        packed bytea STORAGE MAIN,
        -- The message that the text is from, if any.
        message_id uuid,
        -- Each use on a later day moves it.
        used_on date NOT NULL DEFAULT CURRENT_DATE,
        CONSTRAINT prompt_texts_pkey PRIMARY KEY (user_id, chat_session_id, hash)`
      )
    )
    this.schema.raw(`
      CREATE INDEX kept_prompts_by_message ON kept_prompts (user_id, message_id);
      CREATE INDEX prompt_texts_by_message ON prompt_texts (user_id, message_id) WHERE message_id IS NOT NULL;
      CREATE INDEX prompt_texts_by_day ON prompt_texts (used_on)`)
    this.schema.raw(`
      CREATE FUNCTION chat_keep_replaced_text(p_user uuid, p_session uuid, p_message uuid, p_text text) RETURNS void LANGUAGE sql AS $$
        INSERT INTO prompt_texts (user_id, chat_session_id, hash, text, message_id)
        SELECT p_user, p_session, substring(sha256(convert_to(p_text, 'UTF8')) FROM 1 FOR 12), p_text, p_message
        WHERE NOT EXISTS (SELECT FROM chat_message_alternates WHERE user_id = p_user AND message_id = p_message AND content = p_text)
        ON CONFLICT (user_id, chat_session_id, hash) DO UPDATE SET used_on = current_date WHERE prompt_texts.used_on < current_date
      $$;
      CREATE FUNCTION chat_message_text_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM chat_keep_replaced_text(OLD.user_id, OLD.chat_session_id, OLD.id, OLD.content);
        RETURN NULL;
      END $$;
      CREATE FUNCTION chat_alternate_text_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM chat_keep_replaced_text(user_id, chat_session_id, id, OLD.content)
        FROM chat_messages WHERE user_id = OLD.user_id AND id = OLD.message_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER chat_messages_keep_replaced_text AFTER UPDATE OF content ON chat_messages
        FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION chat_message_text_replaced();
      CREATE TRIGGER chat_message_alternates_keep_replaced_text AFTER UPDATE OF content ON chat_message_alternates
        FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION chat_alternate_text_replaced()`)

    // Lines that a model wrote for the user: replies of the kind impersonate. No foreign key: the end of a reply would lock its session
    // after the reply, against the order of locks.
    this.schema.raw(
      privateTable(
        'chat_drafts',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        reply_id uuid NOT NULL,
        text text NOT NULL,
        written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chat_drafts_pkey PRIMARY KEY (user_id, chat_session_id)`
      )
    )
    // The versions of summaries of what no longer fits into prompts. chat_settings has a copy of the current one.
    this.schema.raw(
      privateTable(
        'chat_summaries',
        `user_id uuid NOT NULL,
        -- A version by the model has the id of its job.
        id uuid NOT NULL DEFAULT uuidv7(),
        chat_session_id uuid NOT NULL,
        text text NOT NULL,
        author text NOT NULL CONSTRAINT chat_summaries_author CHECK (author IN ('model', 'user')),
        tier text,
        -- It covers the messages up to this position. -1: none
        position integer NOT NULL,
        up_to uuid,
        -- Messages that it covers have changed since.
        is_stale boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chat_summaries_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT chat_summaries_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    // Facts that the model proposes to pin. Dismissed ones stay, so that they aren't proposed again.
    this.schema.raw(
      privateTable(
        'chat_facts',
        `user_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        chat_session_id uuid NOT NULL,
        text text NOT NULL,
        state text NOT NULL DEFAULT 'proposed' CONSTRAINT chat_facts_state CHECK (state IN ('proposed', 'accepted', 'dismissed')),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chat_facts_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT chat_facts_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    this.schema.raw(`
      CREATE INDEX chat_summaries_of_session ON chat_summaries (user_id, chat_session_id, created_at);
      CREATE UNIQUE INDEX chat_facts_once ON chat_facts (user_id, chat_session_id, md5(lower(text)))`)

    // Calls of models that cost no rubies, by day.
    this.schema.raw(
      privateTable(
        'chat_allowances',
        `user_id uuid NOT NULL,
        day date NOT NULL,
        calls integer NOT NULL DEFAULT 0,
        tokens bigint NOT NULL DEFAULT 0,
        is_spent boolean NOT NULL DEFAULT false,
        CONSTRAINT chat_allowances_pkey PRIMARY KEY (user_id, day)`
      )
    )
    // Since when users talk without a pause, for the reminders that an AI answers.
    this.schema.raw(
      privateTable(
        'chat_talks',
        `user_id uuid NOT NULL CONSTRAINT chat_talks_pkey PRIMARY KEY,
        day date NOT NULL,
        since timestamptz NOT NULL,
        last_at timestamptz NOT NULL`
      )
    )
    this.schema.raw(`
      -- The models of each tier, oldest first.
      CREATE TABLE chat_tier_models (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT chat_tier_models_pkey PRIMARY KEY,
        tier text NOT NULL,
        model_id text NOT NULL,
        since timestamptz,
        reason text CONSTRAINT chat_tier_models_reason_bounded CHECK (char_length(reason) BETWEEN 1 AND 300)
      );
      CREATE INDEX chat_tier_models_newest ON chat_tier_models (tier, id);
      -- The transcripts of the demo that became chats: each once, also after the account of that chat was deleted.
      CREATE TABLE demo_adoptions (
        transcript_id uuid CONSTRAINT demo_adoptions_pkey PRIMARY KEY,
        user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        adopted_at timestamptz NOT NULL DEFAULT now()
      )`)

    this.schema.raw(`
      CREATE FUNCTION chat_add_name(p_names text, p_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT CASE WHEN position(', ' || p_name || ', ' IN ', ' || p_names || ', ') > 0 THEN p_names
          ELSE p_names || coalesce(', ' || p_name, '') END
      $$;
      -- Stores the text of a reply that isn't an answer of its own, whichever way it ends. The statement that closes the row of the reply
      -- calls it, in any process. What it needs to know about the reply comes as arguments, because it doesn't see the changes of that
      -- statement. A continuation by another model names both models, and adds its tokens. Unknown tokens stay unknown.
      CREATE FUNCTION chat_keep_rewrite(
        p_user uuid, p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid, p_text text,
        p_cost integer, p_state text, p_is_cut boolean, p_model_name text, p_model_id text, p_provider text, p_is_fallback boolean,
        p_first_text_ms integer, p_input_tokens integer, p_output_tokens integer
      ) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF p_kind = 'impersonate' THEN
          INSERT INTO chat_drafts (user_id, chat_session_id, reply_id, text) VALUES (p_user, p_message, p_reply, p_text)
          ON CONFLICT (user_id, chat_session_id)
            DO UPDATE SET reply_id = excluded.reply_id, text = excluded.text, written_at = excluded.written_at;
          RETURN;
        END IF;
        IF p_kind = 'continue' THEN
          UPDATE chat_messages SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut,
            model_name = chat_add_name(model_name, p_model_name), model_id = chat_add_name(model_id, p_model_id),
            provider = chat_add_name(provider, p_provider), is_fallback = is_fallback OR p_is_fallback,
            input_tokens = input_tokens + p_input_tokens, output_tokens = output_tokens + p_output_tokens
          WHERE user_id = p_user AND id = p_message;
          UPDATE chat_message_alternates SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut,
            model_name = chat_add_name(model_name, p_model_name), model_id = chat_add_name(model_id, p_model_id),
            provider = chat_add_name(provider, p_provider), is_fallback = is_fallback OR p_is_fallback,
            input_tokens = input_tokens + p_input_tokens, output_tokens = output_tokens + p_output_tokens
          WHERE user_id = p_user AND id = p_continues;
          RETURN;
        END IF;

        INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at,
          edited_at, model_name, model_id, provider, is_fallback, first_text_ms, input_tokens, output_tokens)
        SELECT user_id, id, id, position, content, ruby_cost, state, tier, is_cut, created_at,
          edited_at, model_name, model_id, provider, is_fallback, first_text_ms, input_tokens, output_tokens
        FROM chat_messages WHERE user_id = p_user AND id = p_message AND answer_id IS NULL;
        INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, tier, is_cut, model_name, model_id,
          provider, is_fallback, first_text_ms, input_tokens, output_tokens)
        VALUES (p_user, p_reply, p_message, p_position, p_text, p_cost, p_state, p_tier, p_is_cut, p_model_name, p_model_id,
          p_provider, p_is_fallback, p_first_text_ms, p_input_tokens, p_output_tokens);
        IF p_state = 'broken_off' THEN
          UPDATE chat_messages SET answer_id = id WHERE user_id = p_user AND id = p_message AND answer_id IS NULL;
        ELSE
          UPDATE chat_messages
          SET answer_id = p_reply, content = p_text, ruby_cost = p_cost, state = p_state, tier = p_tier, is_cut = p_is_cut, edited_at = NULL,
            model_name = p_model_name, model_id = p_model_id, provider = p_provider, is_fallback = p_is_fallback,
            first_text_ms = p_first_text_ms, input_tokens = p_input_tokens, output_tokens = p_output_tokens
          WHERE user_id = p_user AND id = p_message;
        END IF;
      END $$`)

    // The history of a session for a prompt, up to a position: the newest messages until the character budget is full, and the first message
    // of the session, or its opening that isn't stored yet. The newest message is always returned, however long it is.
    //
    // It walks backwards and stops when the budget is full, so that long older messages are never decompressed. It is volatile on purpose:
    // each query of a volatile function takes a new snapshot, so a statement that has locked the session and then calls it reads what is
    // committed by then. Without sorts it stays on the index of positions while the planner has no statistics yet: a sort would read all
    // messages of a session, and their texts.
    this.schema.raw(`
      CREATE FUNCTION chat_history(p_user uuid, p_session uuid, p_up_to integer, p_budget integer)
      RETURNS TABLE (
        message_position integer, is_user boolean, message_content text, message_id uuid,
        -- In milliseconds since 1970. Id and time seed the dice of a message.
        message_at bigint, message_character uuid, message_speaker text
      ) LANGUAGE plpgsql VOLATILE SET enable_sort = off AS $$
      DECLARE
        message record;
        characters bigint := 0;
        is_first boolean := true;
      BEGIN
        FOR message IN
          SELECT m.position, m.author_id IS NOT NULL AS is_user, m.content, m.id,
            floor(extract(epoch FROM m.created_at) * 1000)::bigint AS at, m.character_id, m.speaker
          FROM chat_messages m
          WHERE m.user_id = p_user AND m.chat_session_id = p_session AND m.position <= p_up_to
            AND m.deleted_at IS NULL AND m.hidden_at IS NULL
          ORDER BY m.position DESC LIMIT 1000
        LOOP
          characters := characters + length(message.content);
          EXIT WHEN characters > p_budget AND NOT is_first;
          is_first := false;
          message_position := message.position;
          is_user := message.is_user;
          message_content := message.content;
          message_id := message.id;
          message_at := message.at;
          message_character := message.character_id;
          message_speaker := message.speaker;
          RETURN NEXT;
        END LOOP;
        IF is_first THEN
          RETURN QUERY
            SELECT 1, false, opening ->> 'content', (opening ->> 'id')::uuid, floor(extract(epoch FROM s.created_at) * 1000)::bigint,
              NULL::uuid, NULL::text
            FROM chat_sessions s CROSS JOIN LATERAL (
              SELECT chat_opening(s.id, s.character_id, s.opening_version, s.opening_places) -> 0 AS opening OFFSET 0
            ) o
            WHERE s.user_id = p_user AND s.id = p_session AND s.opening_version IS NOT NULL AND o.opening IS NOT NULL;
          RETURN;
        END IF;
        RETURN QUERY
          SELECT m.position, m.author_id IS NOT NULL, m.content, m.id, floor(extract(epoch FROM m.created_at) * 1000)::bigint,
            m.character_id, m.speaker
          FROM chat_messages m
          WHERE m.user_id = p_user AND m.chat_session_id = p_session AND m.position < message_position
            AND m.deleted_at IS NULL AND m.hidden_at IS NULL
          ORDER BY m.position LIMIT 1;
      END $$`)
  }

  override async down() {
    this.schema.raw(`
      DROP FUNCTION chat_history, chat_keep_rewrite, chat_add_name;
      DROP TABLE demo_adoptions, chat_tier_models, chat_talks, chat_allowances, chat_facts, chat_summaries, chat_drafts;
      DROP TRIGGER chat_messages_keep_replaced_text ON chat_messages;
      DROP TRIGGER chat_message_alternates_keep_replaced_text ON chat_message_alternates;
      DROP FUNCTION chat_alternate_text_replaced, chat_message_text_replaced, chat_keep_replaced_text;
      DROP TABLE prompt_texts, kept_prompts, reply_owners, reply_tails, rewrite_keys, reply_parts, replies;
      DROP DOMAIN reply_kind, reply_state`)
  }
}
