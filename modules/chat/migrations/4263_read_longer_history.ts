import { BaseSchema } from '@adonisjs/lucid/schema'

/** `chat_history` reads up to 1,000 messages, so that short ones can fill a large context too. Everything else is as before (4261). */
const create = (messagesMax: number) => `
  create or replace function chat_history(p_session uuid, p_up_to integer, p_budget integer)
  returns table (
    message_position integer, is_user boolean, message_content text, message_id uuid, message_at bigint, message_character uuid,
    message_speaker text
  )
  language plpgsql volatile set enable_sort = off as $$
  declare
    message record;
    characters bigint := 0;
    is_first boolean := true;
  begin
    for message in
      select m.position, m.user_id is not null as is_user, m.content, m.id,
        floor(extract(epoch from m.created_at) * 1000)::bigint as at, m.character_id, m.speaker
      from chat_messages m
      where m.chat_session_id = p_session and m.position <= p_up_to and m.deleted_at is null
      order by m.position desc limit ${messagesMax}
    loop
      characters := characters + length(message.content);
      exit when characters > p_budget and not is_first;
      is_first := false;
      message_position := message.position;
      is_user := message.is_user;
      message_content := message.content;
      message_id := message.id;
      message_at := message.at;
      message_character := message.character_id;
      message_speaker := message.speaker;
      return next;
    end loop;
    if is_first then
      return;
    end if;
    return query
      select m.position, m.user_id is not null, m.content, m.id, floor(extract(epoch from m.created_at) * 1000)::bigint, m.character_id,
        m.speaker
      from chat_messages m
      where m.chat_session_id = p_session and m.position < message_position and m.deleted_at is null
      order by m.position limit 1;
  end $$`

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(create(1_000))
  }

  override async down() {
    this.schema.raw(create(400))
  }
}
