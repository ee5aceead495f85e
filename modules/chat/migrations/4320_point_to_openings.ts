import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A new chat points to the version whose greetings it begins with, and its first change stores them. Their ids and times depend on the
 * session only, so they are the same before and after. Existing chats have stored theirs.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      -- Null: the opening is stored, or the chat has none. The places are those in the list of gallery_greetings.
      ALTER TABLE chat_sessions ADD COLUMN opening_version integer, ADD COLUMN opening_places smallint[]`)
    this.schema.raw(`
      CREATE FUNCTION chat_greetings(p_character uuid, p_version integer, p_places smallint[]) RETURNS text[] LANGUAGE sql STABLE AS $$
        SELECT coalesce(array_agg(greetings[place] ORDER BY number) FILTER (WHERE greetings[place] IS NOT NULL), '{}')
        FROM (SELECT gallery_greetings(p_character, p_version) AS greetings OFFSET 0) version,
          unnest(p_places) WITH ORDINALITY AS chosen (place, number)
      $$`)
    // The first greeting has the id of the opening. Applied to that id, the function returns the session's.
    this.schema.raw(`
      CREATE FUNCTION chat_greeting_id(p_session uuid, p_place integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
        SELECT encode(set_byte(set_byte(bytes, 15, get_byte(bytes, 15) # 1), 14, get_byte(bytes, 14) # (p_place - 1)), 'hex')::uuid
        FROM uuid_send(p_session) AS bytes
      $$`)
    this.schema.raw(`
      CREATE FUNCTION chat_opening(p_session uuid, p_character uuid, p_version integer, p_places smallint[]) RETURNS json LANGUAGE sql STABLE AS $$
        SELECT json_agg(json_build_object('id', chat_greeting_id(p_session, place::integer), 'content', greeting) ORDER BY place)
        FROM unnest(chat_greetings(p_character, p_version, p_places)) WITH ORDINALITY AS given (greeting, place)
      $$`)
    this.schema.raw(`
      CREATE FUNCTION chat_store_opening(
        p_session uuid, p_character uuid, p_version integer, p_places smallint[], p_at timestamptz
      ) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        greetings constant text[] := chat_greetings(p_character, p_version, p_places);
        opening_id constant uuid := chat_greeting_id(p_session, 1);
      BEGIN
        IF cardinality(greetings) > 0 THEN
          INSERT INTO chat_messages (id, chat_session_id, position, content, created_at, answer_id)
          VALUES (opening_id, p_session, 1, greetings[1], p_at, CASE WHEN cardinality(greetings) > 1 THEN opening_id END);
        END IF;
        IF cardinality(greetings) > 1 THEN
          INSERT INTO chat_message_alternates (id, message_id, position, content, ruby_cost, state, is_cut, created_at)
          SELECT chat_greeting_id(p_session, place::integer), opening_id, place, greeting, 0, 'complete', false, p_at
          FROM unnest(greetings) WITH ORDINALITY AS given (greeting, place);
        END IF;
        RETURN cardinality(greetings);
      END $$`)
    this.schema.raw(replaceInHistory(withoutOpening, withOpening))
  }

  override async down() {
    this.schema.raw(`
      SELECT chat_store_opening(id, character_id, opening_version, opening_places, created_at) FROM chat_sessions WHERE opening_version IS NOT NULL`)
    this.schema.raw(replaceInHistory(withOpening, withoutOpening))
    this.schema.raw('DROP FUNCTION chat_store_opening, chat_opening, chat_greeting_id, chat_greetings')
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN opening_version, DROP COLUMN opening_places')
  }
}

const withoutOpening = `
    if is_first then
      return;`

/** Prompts that are planned ahead of the first message contain the opening, too. */
const withOpening = `
    if is_first then
      return query
        select 1, false, opening ->> 'content', (opening ->> 'id')::uuid, floor(extract(epoch from s.created_at) * 1000)::bigint,
          null::uuid, null::text
        from chat_sessions s cross join lateral (select chat_opening(s.id, s.character_id, s.opening_version, s.opening_places) -> 0 as opening offset 0) o
        where s.id = p_session and s.opening_version is not null and o.opening is not null;
      return;`

const replaceInHistory = (from: string, to: string) => `
  DO $do$ BEGIN
    EXECUTE replace(pg_get_functiondef('chat_history'::regproc), $text$${from}$text$, $text$${to}$text$);
  END $do$`
