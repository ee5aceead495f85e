import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The texts of messages and their answers for the search. A job fills them in, so no reply writes these tables. */
export default class extends BaseSchema {
  override async up() {
    // Lets the indexes begin with the user. It goes where pg_trgm is, because a rebuild migrates in another schema.
    this.schema.raw(`
      DO $$ BEGIN
        EXECUTE format('CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA %s',
          (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'));
      END $$`)
    // A text as it is searched: in lower case and on one line, without the marks of emphasis, so that a phrase is found across them.
    this.schema.raw(`
      CREATE FUNCTION chat_search_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN regexp_replace(lower(translate(content, '*_~\`', '')), '\\s+', ' ', 'g')`)
    this.schema.raw(
      privateTable(
        'chat_search_texts',
        `user_id uuid NOT NULL,
        message_id uuid NOT NULL,
        -- That of the answer, as in chat_message_alternates. Of other messages, the id of the message.
        id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        -- When the message was written.
        at timestamptz NOT NULL,
        text text NOT NULL,
        CONSTRAINT chat_search_texts_pkey PRIMARY KEY (user_id, message_id, id),
        CONSTRAINT chat_search_texts_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    this.schema.raw(`
      CREATE INDEX chat_search_texts_newest ON chat_search_texts (user_id, at DESC, id DESC);
      CREATE INDEX chat_search_texts_of_session ON chat_search_texts (user_id, chat_session_id, at DESC, id DESC);
      -- A search reads the whole list of entries that are not merged yet, so it must stay short.
      CREATE INDEX chat_search_texts_text ON chat_search_texts USING gin (user_id, text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
      CREATE INDEX chat_search_texts_pairs ON chat_search_texts USING gin (user_id, search_pairs(text)) WITH (gin_pending_list_limit = 1024)`)
    // How far the texts of each chat are filled in.
    this.schema.raw(
      privateTable(
        'chat_search_marks',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        -- The chat's next_position of then, because every change of messages advances it. -1: there are newer messages
        next_position integer NOT NULL,
        -- A reply was running, whose answer is still to be filled in.
        is_open boolean NOT NULL,
        -- The newest position that is filled in.
        position integer NOT NULL,
        -- Older messages than this position are still to be filled in. 0: none
        before_position integer NOT NULL,
        CONSTRAINT chat_search_marks_pkey PRIMARY KEY (user_id, chat_session_id),
        CONSTRAINT chat_search_marks_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    this.schema.raw(`
      -- Fills in the messages between two positions of a chat, with all their answers. Leaves out deleted messages, except those that may
      -- still be restored. The order is that of all writers of several texts.
      CREATE FUNCTION chat_search_fill_range(p_user uuid, p_session uuid, p_from integer, p_to integer) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO chat_search_texts (user_id, message_id, id, chat_session_id, at, text)
        SELECT m.user_id, m.id, coalesce(a.id, m.id), m.chat_session_id, m.created_at, chat_search_text(coalesce(a.content, m.content))
        FROM chat_messages m
        LEFT JOIN chat_message_alternates a ON m.answer_id IS NOT NULL AND a.user_id = m.user_id AND a.message_id = m.id
        WHERE m.user_id = p_user AND m.chat_session_id = p_session AND m.position BETWEEN p_from AND p_to
          AND coalesce(m.deleted_at, 'infinity') > now() - INTERVAL '1 hour'
        ORDER BY m.position, a.position
        ON CONFLICT (user_id, message_id, id) DO UPDATE SET text = excluded.text WHERE chat_search_texts.text <> excluded.text;
      END $$;
      -- Fills in a batch of a chat: what is new, or else older messages. Returns whether all its messages are filled in, or another process
      -- is at it. Includes the newest known message again, because it may have another answer, or a longer one. Volatile, so that each query
      -- reads what is committed by then: the position first, and then the messages.
      CREATE FUNCTION chat_search_fill(p_user uuid, p_session uuid, p_batch integer) RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE
        mark chat_search_marks%ROWTYPE;
        batch record;
        next_one integer;
        is_running boolean;
        is_new boolean;
        is_last boolean;
      BEGIN
        IF NOT pg_try_advisory_xact_lock(hashtextextended('chat.search ' || p_session, 0)) THEN
          RETURN true;
        END IF;
        -- The lock keeps the account from being deleted meanwhile.
        SELECT next_position INTO next_one FROM chat_sessions
        WHERE user_id = p_user AND id = p_session AND deleted_at IS NULL FOR KEY SHARE;
        IF NOT FOUND THEN
          RETURN true;
        END IF;
        is_running := EXISTS (SELECT FROM replies WHERE user_id = p_user AND chat_session_id = p_session AND state = 'running');
        SELECT * INTO mark FROM chat_search_marks WHERE user_id = p_user AND chat_session_id = p_session;
        is_new := mark.position IS NOT NULL AND (mark.next_position <> next_one OR mark.is_open);
        IF is_new THEN
          SELECT count(*) AS size, min(part.position) AS first, max(part.position) AS last INTO batch FROM (
            SELECT m.position FROM chat_messages m
            WHERE m.user_id = p_user AND m.chat_session_id = p_session AND m.position >= mark.position ORDER BY m.position LIMIT p_batch
          ) part;
        ELSE
          SELECT count(*) AS size, min(part.position) AS first, max(part.position) AS last INTO batch FROM (
            SELECT m.position FROM chat_messages m
            WHERE m.user_id = p_user AND m.chat_session_id = p_session AND m.position < coalesce(mark.before_position, 2147483647)
            ORDER BY m.position DESC LIMIT p_batch
          ) part;
        END IF;
        PERFORM chat_search_fill_range(p_user, p_session, batch.first, batch.last);
        is_last := batch.size < p_batch;
        INSERT INTO chat_search_marks AS known (user_id, chat_session_id, next_position, is_open, position, before_position)
        VALUES (p_user, p_session, CASE WHEN is_new AND NOT is_last THEN -1 ELSE next_one END, is_running, greatest(mark.position, batch.last, 0),
          CASE WHEN is_new THEN mark.before_position WHEN is_last THEN 0 ELSE batch.first END)
        ON CONFLICT (user_id, chat_session_id) DO UPDATE SET (next_position, is_open, position, before_position)
            = (excluded.next_position, excluded.is_open, excluded.position, excluded.before_position)
          -- A change of messages may have lowered it since.
          WHERE known.position = mark.position;
        RETURN is_last AND (NOT is_new OR mark.before_position = 0);
      END $$`)
  }

  override async down() {
    this.schema.raw(`
      DROP FUNCTION chat_search_fill, chat_search_fill_range;
      DROP TABLE chat_search_marks, chat_search_texts;
      DROP FUNCTION chat_search_text`)
  }
}
