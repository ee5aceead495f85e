import type { Client } from '#tests/support/client'
import type { Stage } from '#tests/support/stage'

/**
 * Creates a chat with `count` messages ('Number 1.', …) of one to six sentences, and returns its address. The messages bypass the ledger,
 * so its checks would fail: use a server of the test's own.
 */
export const longChat = async ({ db, characterIds }: Stage, client: Client, count: number): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `WITH session AS (
       INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written)
       VALUES ($1, $2, $3::int + 1, $3::int / 2) RETURNING id
     ), messages AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, created_at)
       SELECT $1, uuidv7(), session.id, n, CASE WHEN n % 2 = 1 THEN $1::uuid END,
         format('Number %s. ', n) || repeat('The tide keeps the time here. ', 1 + (n * 7) % 6),
         now() - ($3::int - n) * interval '1 minute'
       FROM session, generate_series(1, $3::int) n
     ) SELECT id FROM session`,
    [client.user.id, characterIds[0], count]
  )
  return `/chat/${characterIds[0]}?session=${rows[0]!.id}`
}
