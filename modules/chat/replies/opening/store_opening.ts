import { statement } from '#modules/kernel/sql'

/** SQL that stores the greetings of a session in a RETURNING of its UPDATE. The UPDATE sets `opening_version` and `opening_places` to null. */
export const storedOpening = `CASE WHEN old.opening_version IS NOT NULL THEN
       chat_store_opening(old.user_id, old.id, old.character_id, old.opening_version, old.opening_places, old.created_at) END AS greetings`

const store = statement<{ greetings: number }>(
  'chat_store_opening',
  `UPDATE chat_sessions SET opening_version = NULL, opening_places = NULL
   WHERE user_id = $1 AND id = ANY (ARRAY[$2::uuid, chat_greeting_id($2::uuid, 1)]) AND opening_version IS NOT NULL
     AND coalesce(deleted_at, 'infinity') = 'infinity'
   RETURNING ${storedOpening}`
)

/**
 * Stores the greetings that a new chat of the user points to, unless that has happened. `id` is the session's or that of its opening. Call
 * it before what reads or changes the messages of a chat that may have no message of the user.
 */
export const storeOpening = async (client: Parameters<typeof store>[0], userId: string, id: string): Promise<void> => {
  await store(client, [userId, id])
}
