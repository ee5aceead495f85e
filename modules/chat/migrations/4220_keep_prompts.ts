import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Keeps the prompt of each answer. A prompt refers to texts by their hashes: to messages, as long as they have the text that was sent, and
 * to `prompt_texts` for everything else. Prompts and texts are deleted together with their message and their chat.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE kept_prompts (
        reply_id uuid PRIMARY KEY,
        chat_session_id uuid NOT NULL REFERENCES chat_sessions ON DELETE CASCADE,
        message_id uuid NOT NULL REFERENCES chat_messages ON DELETE CASCADE,
        -- As in chat_message_alternates: the id of the message for its first answer.
        answer_id uuid NOT NULL,
        kept_on date NOT NULL DEFAULT current_date,
        data json NOT NULL
      );
      CREATE INDEX kept_prompts_by_message ON kept_prompts (message_id);
      CREATE INDEX kept_prompts_by_session ON kept_prompts (chat_session_id);
      CREATE INDEX kept_prompts_by_day ON kept_prompts (kept_on);

      CREATE TABLE prompt_texts (
        chat_session_id uuid NOT NULL REFERENCES chat_sessions ON DELETE CASCADE,
        -- The first 12 bytes of the SHA-256 hash of the text.
        hash bytea NOT NULL,
        text text NOT NULL,
        -- The message that the text is from, if any.
        message_id uuid REFERENCES chat_messages ON DELETE CASCADE,
        -- Each use on a later day moves it.
        used_on date NOT NULL DEFAULT current_date,
        PRIMARY KEY (chat_session_id, hash)
      );
      CREATE INDEX prompt_texts_by_message ON prompt_texts (message_id) WHERE message_id IS NOT NULL;
      CREATE INDEX prompt_texts_by_day ON prompt_texts (used_on);

      -- Kept prompts refer to the texts that messages had. Those of other answers stand in their rows.
      CREATE FUNCTION chat_keep_replaced_text(p_session uuid, p_message uuid, p_text text) RETURNS void LANGUAGE sql AS $$
        INSERT INTO prompt_texts (chat_session_id, hash, text, message_id)
        SELECT p_session, substring(sha256(convert_to(p_text, 'UTF8')) FROM 1 FOR 12), p_text, p_message
        WHERE NOT EXISTS (SELECT FROM chat_message_alternates WHERE message_id = p_message AND content = p_text)
        ON CONFLICT (chat_session_id, hash) DO UPDATE SET used_on = current_date WHERE prompt_texts.used_on < current_date
      $$;
      CREATE FUNCTION chat_message_text_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM chat_keep_replaced_text(OLD.chat_session_id, OLD.id, OLD.content);
        RETURN NULL;
      END $$;
      CREATE FUNCTION chat_alternate_text_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM chat_keep_replaced_text(chat_session_id, id, OLD.content) FROM chat_messages WHERE id = OLD.message_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER chat_messages_keep_replaced_text AFTER UPDATE OF content ON chat_messages
        FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION chat_message_text_replaced();
      CREATE TRIGGER chat_message_alternates_keep_replaced_text AFTER UPDATE OF content ON chat_message_alternates
        FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION chat_alternate_text_replaced();
    `)
  }

  override async down() {
    this.schema.raw('DROP TRIGGER chat_messages_keep_replaced_text ON chat_messages')
    this.schema.raw('DROP TRIGGER chat_message_alternates_keep_replaced_text ON chat_message_alternates')
    this.schema.raw('DROP FUNCTION chat_message_text_replaced, chat_alternate_text_replaced, chat_keep_replaced_text')
    this.schema.raw('DROP TABLE prompt_texts, kept_prompts')
  }
}
