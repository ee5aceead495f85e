import { BaseSchema } from '@adonisjs/lucid/schema'

const parameters = {
  p_user: 'uuid',
  p_reply: 'uuid',
  p_kind: 'text',
  p_message: 'uuid',
  p_position: 'integer',
  p_tier: 'text',
  p_continues: 'uuid',
  p_text: 'text',
  p_cost: 'integer',
  p_state: 'text',
  p_is_cut: 'boolean',
  p_model_name: 'text',
  p_model_id: 'text',
  p_provider: 'text',
  p_is_fallback: 'boolean',
  p_first_text_ms: 'integer',
  p_input_tokens: 'integer',
  p_output_tokens: 'integer',
}
/** A conversion has another function of the name, with other parameters. */
const types = Object.values(parameters).join(', ')
const names = Object.keys(parameters).map((name) => (name === 'p_kind' ? 'v_kind' : name))

/**
 * Suggestions are replies whose text is the chat's draft, like a line for the user, but only as a whole: what a sweep finds of them is
 * dropped. The constraint isn't validated, because every earlier kind stays permitted.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER DOMAIN reply_kind DROP CONSTRAINT reply_kind_known;
      ALTER DOMAIN reply_kind ADD CONSTRAINT reply_kind_known
        CHECK (VALUE IN ('reply', 'reroll', 'continue', 'impersonate', 'suggest')) NOT VALID;
      ALTER FUNCTION chat_keep_rewrite(${types}) RENAME TO chat_keep_text;
      CREATE FUNCTION chat_keep_rewrite(${Object.entries(parameters)
        .map((parameter) => parameter.join(' '))
        .join(', ')}) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        v_kind text := CASE p_kind WHEN 'suggest' THEN 'impersonate' ELSE p_kind END;
      BEGIN
        IF p_kind = 'suggest' AND p_state = 'broken_off' THEN
          RETURN;
        END IF;
        PERFORM chat_keep_text(${names.join(', ')});
      END $$`)
  }

  override async down() {
    this.schema.raw(`-- all users: a kind that no longer exists
      UPDATE replies SET kind = 'impersonate' WHERE kind = 'suggest'`)
    this.schema.raw(`
      DROP FUNCTION chat_keep_rewrite(${types});
      ALTER FUNCTION chat_keep_text(${types}) RENAME TO chat_keep_rewrite;
      ALTER DOMAIN reply_kind DROP CONSTRAINT reply_kind_known;
      ALTER DOMAIN reply_kind ADD CONSTRAINT reply_kind_known CHECK (VALUE IN ('reply', 'reroll', 'continue', 'impersonate')) NOT VALID`)
  }
}
