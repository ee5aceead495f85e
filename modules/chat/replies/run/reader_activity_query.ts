import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { ReaderActivity, type LeftChat, type TalkedChat } from '../ports.ts'

/**
 * The replies of a time span are found by an index of blocks, everything else by keys. An answer that was rerolled is an alternate, and so is each
 * reroll. The first message of a user follows the greeting at most, so only the first two positions are looked up.
 */
const talked = `-- all users: the replies of a time span, for statistics of their characters
  WITH spoken AS MATERIALIZED (
    SELECT r.user_id, r.id, r.chat_session_id, r.kind, r.state, r.message_id, r.user_message_id, s.character_id, s.character_version, s.created_at,
      date_trunc('day', ?::timestamptz, 'UTC') AS day
    FROM replies r JOIN chat_sessions s ON s.user_id = r.user_id AND s.id = r.chat_session_id
    WHERE r.created_at >= ?::timestamptz AND r.created_at < ?::timestamptz
      AND r.kind IN ('reply', 'reroll') AND r.state IN ('written', 'stopped') AND s.character_id IS NOT NULL
      -- Not the sessions of given messages (begin/given_messages.ts).
      AND (s.deleted_at IS NULL OR s.messages_written > s.messages_imported)
  ), chats AS (
    SELECT r.user_id, r.chat_session_id, r.character_id, r.character_version, r.created_at, r.day,
      count(DISTINCT r.user_message_id) FILTER (WHERE r.kind = 'reply')::int AS messages,
      (count(*) FILTER (WHERE r.kind = 'reroll'))::int AS rerolls,
      (count(*) FILTER (WHERE r.state = 'stopped'))::int AS stops,
      count(answer.characters)::int AS answers, coalesce(sum(answer.characters), 0)::int AS answer_characters,
      coalesce(bool_or(first.is_first), false) AS is_new
    FROM spoken r
    LEFT JOIN LATERAL (
      SELECT char_length(coalesce(a.content, m.content)) AS characters FROM chat_messages m
      LEFT JOIN chat_message_alternates a
        ON a.user_id = r.user_id AND a.id = CASE r.kind WHEN 'reroll' THEN r.id ELSE r.message_id END
      WHERE m.user_id = r.user_id AND m.id = r.message_id
    ) answer ON true
    LEFT JOIN LATERAL (
      SELECT true AS is_first FROM chat_messages m
      WHERE m.user_id = r.user_id AND m.id = r.user_message_id AND m.position <= 2 AND m.created_at >= r.day AND NOT EXISTS (
        SELECT FROM chat_messages earlier
        WHERE earlier.user_id = r.user_id AND earlier.chat_session_id = r.chat_session_id
          AND earlier.position < m.position AND earlier.author_id IS NOT NULL
      )
    ) first ON true
    GROUP BY 1, 2, 3, 4, 5, 6
  )
  SELECT user_id AS "readerId", chat_session_id AS "chatId", character_id AS "characterId", character_version AS version,
    messages, rerolls, stops, answers, answer_characters AS "answerCharacters", is_new AS "isNew",
    NOT is_new AND created_at < day OR EXISTS (
      SELECT FROM chat_sessions earlier
      WHERE earlier.user_id = chats.user_id AND earlier.character_id = chats.character_id AND earlier.deleted_at IS NULL
        AND earlier.id <> chats.chat_session_id AND earlier.created_at < day AND earlier.messages_written > 0
    ) AS "isReturning"
  FROM chats`

/** `last_message_at` is the time at which the newest reply began. */
const left = `-- all users: the chats that had their last reply in a time span, for statistics of their characters
  SELECT DISTINCT r.user_id AS "readerId", s.id AS "chatId", s.character_id AS "characterId",
    s.messages_written - s.messages_imported AS messages
  FROM replies r JOIN chat_sessions s ON s.user_id = r.user_id AND s.id = r.chat_session_id
  WHERE r.created_at >= ?::timestamptz AND r.created_at < ?::timestamptz
    AND s.character_id IS NOT NULL AND s.messages_written > s.messages_imported
    AND s.last_message_at < date_trunc('day', ?::timestamptz, 'UTC') + INTERVAL '1 day'`

@inject()
export class ReaderActivityQuery extends ReaderActivity {
  readonly #db: Database

  constructor(db: Database) {
    super()
    this.#db = db
  }

  async talked(from: Date, until: Date, client: QueryClientContract = this.#db.connection()) {
    const { rows } = await client.rawQuery<{ rows: TalkedChat[] }>(talked, [from, from, until])
    return rows
  }

  async left(from: Date, until: Date, client: QueryClientContract = this.#db.connection()) {
    const { rows } = await client.rawQuery<{ rows: LeftChat[] }>(left, [from, until, from])
    return rows
  }
}
