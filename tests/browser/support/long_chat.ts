import type { Client } from '#tests/support/client'
import type { Stage } from '#tests/support/stage'

/**
 * A chat of so many messages ('Number 1.' and on, from one to six sentences long); gives its address. No reply wrote them, which the
 * promises of the ledger would notice: on a server of one's own.
 */
export const longChat = async ({ db, characterIds }: Stage, client: Client, count: number): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `with made as (
       insert into chat_sessions (user_id, character_id, next_position, messages_written)
       values ($1, $2, $3::int + 1, $3::int / 2) returning id
     ), said as (
       insert into chat_messages (id, chat_session_id, position, user_id, content, created_at)
       select uuidv7(), made.id, n, case when n % 2 = 1 then $1::uuid end,
         format('Number %s. ', n) || repeat('The tide keeps the time here. ', 1 + (n * 7) % 6), now() - ($3::int - n) * interval '1 minute'
       from made, generate_series(1, $3::int) n
     ) select id from made`,
    [client.user.id, characterIds[0], count]
  )
  return `/chat/${characterIds[0]}?session=${rows[0]!.id}`
}
