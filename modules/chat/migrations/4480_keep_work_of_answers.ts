import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * SQL of the function that keeps rewrites, with or without the work of an answer. A continuation by another model names both, and adds its
 * tokens. Unknown tokens stay unknown.
 */
const keepRewrite = (hasWork: boolean) => {
  const ifWork = (sql: string) => (hasWork ? sql : '')
  const work = ifWork(', provider, is_fallback, first_text_ms, input_tokens, output_tokens')
  const continued = `content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut,
        model_name = chat_add_name(model_name, p_model_name), model_id = chat_add_name(model_id, p_model_id)${ifWork(`,
        provider = chat_add_name(provider, p_provider), is_fallback = is_fallback OR p_is_fallback,
        input_tokens = input_tokens + p_input_tokens, output_tokens = output_tokens + p_output_tokens`)}`
  return `
  CREATE OR REPLACE FUNCTION chat_keep_rewrite(
    p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
    p_text text, p_cost integer, p_state text, p_is_cut boolean, p_model_name text, p_model_id text${ifWork(
      ', p_provider text, p_is_fallback boolean, p_first_text_ms integer, p_input_tokens integer, p_output_tokens integer'
    )}
  ) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF p_kind = 'impersonate' THEN
      INSERT INTO chat_drafts (chat_session_id, reply_id, text) VALUES (p_message, p_reply, p_text)
      ON CONFLICT (chat_session_id) DO UPDATE SET reply_id = excluded.reply_id, text = excluded.text, written_at = excluded.written_at;
      RETURN;
    END IF;
    IF p_kind = 'continue' THEN
      UPDATE chat_messages SET ${continued} WHERE id = p_message;
      UPDATE chat_message_alternates SET ${continued} WHERE id = p_continues;
      RETURN;
    END IF;

    INSERT INTO chat_message_alternates
      (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at, model_name, model_id${work})
    SELECT id, id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at, model_name, model_id${work}
    FROM chat_messages WHERE id = p_message AND answer_id IS NULL;
    INSERT INTO chat_message_alternates
      (id, message_id, position, content, ruby_cost, state, tier, is_cut, model_name, model_id${work})
    VALUES (p_reply, p_message, p_position, p_text, p_cost, p_state, p_tier, p_is_cut, p_model_name, p_model_id${ifWork(
      ', p_provider, p_is_fallback, p_first_text_ms, p_input_tokens, p_output_tokens'
    )});
    IF p_state = 'broken_off' THEN
      UPDATE chat_messages SET answer_id = id WHERE id = p_message AND answer_id IS NULL;
    ELSE
      UPDATE chat_messages
      SET answer_id = p_reply, content = p_text, ruby_cost = p_cost, state = p_state, tier = p_tier, is_cut = p_is_cut, edited_at = NULL,
        model_name = p_model_name, model_id = p_model_id${ifWork(`, provider = p_provider, is_fallback = p_is_fallback,
        first_text_ms = p_first_text_ms, input_tokens = p_input_tokens, output_tokens = p_output_tokens`)}
      WHERE id = p_message;
    END IF;
  END $$`
}

const tables = ['chat_messages', 'chat_message_alternates']

/**
 * Each answer keeps its provider, whether a fallback wrote it, the time until its first text, and its tokens. Null: unknown, as in answers
 * of earlier releases. The function of earlier releases stays for their processes, and doesn't know the work.
 */
export default class extends BaseSchema {
  override async up() {
    for (const table of tables)
      this.schema.raw(
        `ALTER TABLE ${table} ADD COLUMN provider text, ADD COLUMN is_fallback boolean NOT NULL DEFAULT false,
           ADD COLUMN first_text_ms integer, ADD COLUMN input_tokens integer, ADD COLUMN output_tokens integer`
      )
    this.schema.raw(keepRewrite(true))
    this.schema.raw(`
      CREATE OR REPLACE FUNCTION chat_keep_rewrite(
        p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
        p_text text, p_cost integer, p_state text, p_is_cut boolean, p_model_name text, p_model_id text
      ) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM chat_keep_rewrite(p_reply, p_kind, p_message, p_position, p_tier, p_continues, p_text, p_cost, p_state, p_is_cut,
          p_model_name, p_model_id, NULL, false, NULL, NULL, NULL);
      END $$`)
  }

  override async down() {
    this.schema.raw(keepRewrite(false))
    this.schema.raw(
      `DROP FUNCTION chat_keep_rewrite(uuid, text, uuid, integer, text, uuid, text, integer, text, boolean, text, text,
         text, boolean, integer, integer, integer)`
    )
    for (const table of tables)
      this.schema.raw(
        `ALTER TABLE ${table} DROP COLUMN provider, DROP COLUMN is_fallback, DROP COLUMN first_text_ms,
           DROP COLUMN input_tokens, DROP COLUMN output_tokens`
      )
  }
}
