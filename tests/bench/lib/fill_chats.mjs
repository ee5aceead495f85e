import pg from 'pg'

/** One to twelve sentences, as SQL over `n`, the position of the message. */
export const sentences = `format('Message %s. ', n) || repeat('The tide keeps the time here, and *I only* write it down. ', 1 + (n * 7) % 12)`

/**
 * Writes chats of the first user, each a session of its own: from `{ name: { messages, text } }`, where `text` is SQL over `n`, to
 * `{ name: session id }`.
 */
export async function fillChats(databaseUrl, characterId, chats) {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const ids = {}
    for (const [name, { messages, text }] of Object.entries(chats)) {
      const { rows } = await db.query(
        `WITH writer AS (SELECT id FROM users WHERE email = 'bench-0@example.test'),
         made AS (
           INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written)
           SELECT id, $1, $2 + 1, $2 / 2 FROM writer RETURNING id, user_id
         ), filled AS (
           INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, created_at)
           SELECT made.user_id, uuidv7(), made.id, n, CASE WHEN n % 2 = 1 THEN made.user_id END, ${text}, now() - ($2 - n) * INTERVAL '1 minute'
           FROM made, generate_series(1, $2) n
         ) SELECT id FROM made`,
        [characterId, messages]
      )
      ids[name] = rows[0].id
    }
    return ids
  } finally {
    await db.end()
  }
}
