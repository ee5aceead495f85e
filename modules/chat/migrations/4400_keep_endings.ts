import { BaseSchema } from '@adonisjs/lucid/schema'

/** SQL of the function that keeps rewrites. A continuation by another model names both models, or only the first one. */
const keepRewrite = (namesBoth: boolean) => {
  const names = namesBoth
    ? `,
        model_name = chat_add_name(model_name, p_model_name), model_id = chat_add_name(model_id, p_model_id)`
    : ''
  return `
  CREATE OR REPLACE FUNCTION chat_keep_rewrite(
    p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
    p_text text, p_cost integer, p_state text, p_is_cut boolean, p_model_name text, p_model_id text
  ) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF p_kind = 'impersonate' THEN
      INSERT INTO chat_drafts (chat_session_id, reply_id, text) VALUES (p_message, p_reply, p_text)
      ON CONFLICT (chat_session_id) DO UPDATE SET reply_id = excluded.reply_id, text = excluded.text, written_at = excluded.written_at;
      RETURN;
    END IF;
    IF p_kind = 'continue' THEN
      UPDATE chat_messages SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut${names}
      WHERE id = p_message;
      UPDATE chat_message_alternates
      SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut${names}
      WHERE id = p_continues;
      RETURN;
    END IF;

    INSERT INTO chat_message_alternates
      (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at, model_name, model_id)
    SELECT id, id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at, model_name, model_id
    FROM chat_messages WHERE id = p_message AND answer_id IS NULL;
    INSERT INTO chat_message_alternates
      (id, message_id, position, content, ruby_cost, state, tier, is_cut, model_name, model_id)
    VALUES (p_reply, p_message, p_position, p_text, p_cost, p_state, p_tier, p_is_cut, p_model_name, p_model_id);
    IF p_state = 'broken_off' THEN
      UPDATE chat_messages SET answer_id = id WHERE id = p_message AND answer_id IS NULL;
    ELSE
      UPDATE chat_messages
      SET answer_id = p_reply, content = p_text, ruby_cost = p_cost, state = p_state, tier = p_tier, is_cut = p_is_cut, edited_at = NULL,
        model_name = p_model_name, model_id = p_model_id
      WHERE id = p_message;
    END IF;
  END $$`
}

const states = (more: string) => `
  ALTER DOMAIN chat_message_state DROP CONSTRAINT chat_message_state_known;
  ALTER DOMAIN chat_message_state
    ADD CONSTRAINT chat_message_state_known CHECK (value IN ('complete', 'stopped', 'broken_off'${more})) NOT VALID;`

/**
 * A message tells why the model declined to finish it, and which models wrote it. The constraint isn't validated, because earlier states
 * stay permitted, and that would read all messages.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(states(`, 'content_filtered', 'model_refused'`))
    // Unknown names stay unknown.
    this.schema.raw(`
      CREATE FUNCTION chat_add_name(p_names text, p_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT CASE WHEN position(', ' || p_name || ', ' IN ', ' || p_names || ', ') > 0 THEN p_names
          ELSE p_names || coalesce(', ' || p_name, '') END
      $$`)
    this.schema.raw(keepRewrite(true))
  }

  override async down() {
    this.schema.raw(keepRewrite(false))
    this.schema.raw('DROP FUNCTION chat_add_name(text, text)')
    for (const table of ['chat_messages', 'chat_message_alternates'])
      this.schema.raw(`UPDATE ${table} SET state = 'stopped' WHERE state IN ('content_filtered', 'model_refused')`)
    this.schema.raw(states(''))
  }
}
