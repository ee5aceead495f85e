import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * Stores the text of a reroll or a continuation, whichever way it ends. The statement that closes the row of the reply calls it, in any
 * process. Everything that it needs to know about the reply comes as arguments, because it does not see the changes of that statement.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      create function chat_keep_rewrite(
        p_reply uuid, p_kind text, p_message uuid, p_position integer, p_tier text, p_continues uuid,
        p_text text, p_cost integer, p_state text, p_is_cut boolean
      ) returns void language plpgsql as $$
      begin
        if p_kind = 'continue' then
          update chat_messages set content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut
          where id = p_message;
          update chat_message_alternates
          set content = content || p_text, ruby_cost = ruby_cost + p_cost, state = p_state, is_cut = p_is_cut
          where id = p_continues;
          return;
        end if;

        insert into chat_message_alternates (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at)
        select id, id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at
        from chat_messages where id = p_message and answer_id is null;
        insert into chat_message_alternates (id, message_id, position, content, ruby_cost, state, tier, is_cut)
        values (p_reply, p_message, p_position, p_text, p_cost, p_state, p_tier, p_is_cut);
        if p_state = 'broken_off' then
          update chat_messages set answer_id = id where id = p_message and answer_id is null;
        else
          update chat_messages
          set answer_id = p_reply, content = p_text, ruby_cost = p_cost, state = p_state, tier = p_tier, is_cut = p_is_cut, edited_at = null
          where id = p_message;
        end if;
      end $$
    `)
  }

  override async down() {
    this.schema.raw('drop function chat_keep_rewrite')
  }
}
