import { BaseSchema } from '@adonisjs/lucid/schema'

/** SQL of the function that keeps rewrites, with or without the model. */
const keepRewrite = (hasModel: boolean) => {
  const ifModel = (sql: string) => (hasModel ? sql : '')
  return `
  CREATE OR REPLACE FUNCTION chat_keep_rewrite(
    p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
    p_text text, p_cost integer, p_state text, p_is_cut boolean${ifModel(', p_model_name text, p_model_id text')}
  ) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF p_kind = 'impersonate' THEN
      INSERT INTO chat_drafts (chat_session_id, reply_id, text) VALUES (p_message, p_reply, p_text)
      ON CONFLICT (chat_session_id) DO UPDATE SET reply_id = excluded.reply_id, text = excluded.text, written_at = excluded.written_at;
      RETURN;
    END IF;
    IF p_kind = 'continue' THEN
      UPDATE chat_messages SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut
      WHERE id = p_message;
      UPDATE chat_message_alternates
      SET content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut
      WHERE id = p_continues;
      RETURN;
    END IF;

    INSERT INTO chat_message_alternates
      (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at${ifModel(', model_name, model_id')})
    SELECT id, id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at${ifModel(', model_name, model_id')}
    FROM chat_messages WHERE id = p_message AND answer_id IS NULL;
    INSERT INTO chat_message_alternates
      (id, message_id, position, content, ruby_cost, state, tier, is_cut${ifModel(', model_name, model_id')})
    VALUES (p_reply, p_message, p_position, p_text, p_cost, p_state, p_tier, p_is_cut${ifModel(', p_model_name, p_model_id')});
    IF p_state = 'broken_off' THEN
      UPDATE chat_messages SET answer_id = id WHERE id = p_message AND answer_id IS NULL;
    ELSE
      UPDATE chat_messages
      SET answer_id = p_reply, content = p_text, ruby_cost = p_cost, state = p_state, tier = p_tier, is_cut = p_is_cut, edited_at = NULL
        ${ifModel(', model_name = p_model_name, model_id = p_model_id')}
      WHERE id = p_message;
    END IF;
  END $$`
}

const signature = 'uuid, text, uuid, integer, text, uuid, text, integer, text, boolean'

/**
 * Each answer keeps the name and the id of the model that wrote it. Null: written before, or ended by a process that doesn't know the
 * model. The function of earlier releases stays for such processes.
 */
export default class extends BaseSchema {
  override async up() {
    for (const table of ['chat_messages', 'chat_message_alternates'])
      this.schema.raw(`ALTER TABLE ${table} ADD COLUMN model_name text, ADD COLUMN model_id text`)
    this.schema.raw(keepRewrite(true))
    this.schema.raw(`
      CREATE OR REPLACE FUNCTION chat_keep_rewrite(
        p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
        p_text text, p_cost integer, p_state text, p_is_cut boolean
      ) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM chat_keep_rewrite(p_reply, p_kind, p_message, p_position, p_tier, p_continues, p_text, p_cost, p_state, p_is_cut, NULL, NULL);
      END $$`)
  }

  override async down() {
    this.schema.raw(keepRewrite(false))
    this.schema.raw(`DROP FUNCTION chat_keep_rewrite(${signature}, text, text)`)
    for (const table of ['chat_messages', 'chat_message_alternates'])
      this.schema.raw(`ALTER TABLE ${table} DROP COLUMN model_name, DROP COLUMN model_id`)
  }
}
