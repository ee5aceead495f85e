import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The history of a session for a prompt, up to a position: the newest messages until the character budget is full, and the first
 * message of the session. The newest message is always returned, however long it is.
 *
 * - It walks backwards and stops when the budget is full, so that long older messages are never decompressed.
 * - It is volatile on purpose. Each query of a volatile function takes a new snapshot, so a statement that has locked the session
 *   and then calls it reads what is committed by then, not what was committed when the statement began.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      create function chat_history(p_session uuid, p_up_to integer, p_budget integer)
      returns table (message_position integer, is_user boolean, message_content text)
      language plpgsql volatile as $$
      declare
        message record;
        characters bigint := 0;
        is_first boolean := true;
      begin
        for message in
          select m.position, m.user_id, m.content from chat_messages m
          where m.chat_session_id = p_session and m.position <= p_up_to and m.deleted_at is null
          order by m.position desc limit 400
        loop
          characters := characters + length(message.content);
          exit when characters > p_budget and not is_first;
          is_first := false;
          message_position := message.position;
          is_user := message.user_id is not null;
          message_content := message.content;
          return next;
        end loop;
        if is_first then
          return;
        end if;
        return query
          select m.position, m.user_id is not null, m.content from chat_messages m
          where m.chat_session_id = p_session and m.position < message_position and m.deleted_at is null
          order by m.position limit 1;
      end $$
    `)
  }

  override async down() {
    this.schema.raw('drop function chat_history')
  }
}
