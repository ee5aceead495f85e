import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Lines that a model wrote for the user: replies of the kind `impersonate`, whose text is no message but the chat's draft. Their
 * `message_id` is the id of the session.
 *
 * No foreign key: the end of a reply would lock its session after the reply, against the order of locks.
 *
 * `chat_keep_rewrite` keeps the text of every reply that isn't an answer of its own, so all ways in which a reply ends keep drafts too.
 */
const keepRewrite = (keepDraft: string) => `
  CREATE OR REPLACE FUNCTION chat_keep_rewrite(
    p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
    p_text text, p_cost integer, p_state text, p_is_cut boolean
  ) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    ${keepDraft}
    IF p_kind = 'continue' THEN
      UPDATE chat_messages SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut
      WHERE id = p_message;
      UPDATE chat_message_alternates
      SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut
      WHERE id = p_continues;
      RETURN;
    END IF;

    INSERT INTO chat_message_alternates (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at)
    SELECT id, id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at
    FROM chat_messages WHERE id = p_message AND answer_id IS NULL;
    INSERT INTO chat_message_alternates (id, message_id, position, content, ruby_cost, state, tier, is_cut)
    VALUES (p_reply, p_message, p_position, p_text, p_cost, p_state, p_tier, p_is_cut);
    IF p_state = 'broken_off' THEN
      UPDATE chat_messages SET answer_id = id WHERE id = p_message AND answer_id IS NULL;
    ELSE
      UPDATE chat_messages
      SET answer_id = p_reply, content = p_text, ruby_cost = p_cost, state = p_state, tier = p_tier, is_cut = p_is_cut, edited_at = NULL
      WHERE id = p_message;
    END IF;
  END $$`

const keepDraft = `
    IF p_kind = 'impersonate' THEN
      INSERT INTO chat_drafts (chat_session_id, reply_id, text) VALUES (p_message, p_reply, p_text)
      ON CONFLICT (chat_session_id) DO UPDATE SET reply_id = excluded.reply_id, text = excluded.text, written_at = excluded.written_at;
      RETURN;
    END IF;`

const kinds = (list: string) => `
  ALTER DOMAIN reply_kind DROP CONSTRAINT reply_kind_known;
  ALTER DOMAIN reply_kind ADD CONSTRAINT reply_kind_known CHECK (VALUE IN (${list})) NOT VALID;`

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(kinds(`'reply', 'reroll', 'continue', 'impersonate'`))
    this.schema.raw(`
      CREATE TABLE chat_drafts (
        chat_session_id uuid PRIMARY KEY,
        reply_id uuid NOT NULL,
        text text NOT NULL,
        written_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )
    `)
    this.schema.raw(keepRewrite(keepDraft))
  }

  override async down() {
    this.schema.raw(keepRewrite(''))
    this.schema.raw('DROP TABLE chat_drafts')
    this.schema.raw(`DELETE FROM rewrite_keys WHERE kind = 'impersonate'`)
    this.schema.raw(`DELETE FROM replies WHERE kind = 'impersonate'`)
    this.schema.raw(kinds(`'reply', 'reroll', 'continue'`))
  }
}
