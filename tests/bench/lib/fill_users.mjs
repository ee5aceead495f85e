/** The tables that get rows, and how many messages each user gets: ten chats of twenty replies. */
export const filledTables = ['chat_sessions', 'chat_messages', 'replies', 'ruby_holds', 'ruby_transactions']
const chatsPerUser = 10
const messagesPerChat = 40
export const messagesPerUser = chatsPerUser * messagesPerChat

/** Messages of one user that are stored next to each other. */
const messagesAtOnce = 10
/** The sum of the prices of the replies of an invented user. */
const repliesPerChat = messagesPerChat / 2
const rubies = chatsPerUser * repliesPerChat

/**
 * Writes that many messages, in chats of the registered users and of invented ones. Users write in turn, so that the rows of each are spread
 * over the tables, as in production. Invented users have paid for their replies, and a check finds their accounts correct.
 */
export async function fillUsers(db, characterId, messages) {
  const users = Math.ceil(messages / messagesPerUser)
  await db.query('CREATE TABLE bench_users AS SELECT id AS user_id FROM users')
  await db.query(
    'INSERT INTO bench_users SELECT uuidv7() FROM generate_series((SELECT count(*) FROM bench_users) + 1, $1::int)',
    [users]
  )
  await db.query('CREATE TABLE bench_chats (user_id uuid, id uuid)')
  const invented = 'FROM bench_users WHERE user_id NOT IN (SELECT id FROM users)'
  await db.query(`INSERT INTO ruby_accounts (user_id, balance, seq) SELECT user_id, 0, ${rubies + 1} ${invented}`)
  await withoutIndexes(db, async () => {
    await db.query(
      `INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
       SELECT user_id, 1, ${rubies}, ${rubies}, 'admin_grant', 'For the bench', 'bench', '' ${invented}`
    )
    for (let chat = 0; chat < chatsPerUser; chat++) {
      await db.query('TRUNCATE bench_chats')
      await db.query(
        `WITH opened AS (
           INSERT INTO chat_sessions (user_id, id, character_id, next_position, messages_written)
           SELECT user_id, uuidv7(), $1, ${messagesPerChat + 1}, ${messagesPerChat / 2} FROM bench_users RETURNING user_id, id
         ) INSERT INTO bench_chats SELECT user_id, id FROM opened`,
        [characterId]
      )
      for (let from = 1; from <= messagesPerChat; from += messagesAtOnce)
        await db.query(messagesSql, [from, from + messagesAtOnce - 1, 1 + chat * repliesPerChat])
    }
  })
}

/** Fills the tables, then builds their indexes at once. Indexes that grow row by row would take most of the time: hours for 20 million messages. */
async function withoutIndexes(db, fill) {
  const { rows } = await db.query(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', conrelid::regclass, conname) AS remove,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add,
       contype = 'f' AS "isLast"
     FROM pg_constraint
     WHERE contype IN ('p', 'u', 'f') AND conparentid = 0
       AND (conrelid = ANY ($1::text[]::regclass[]) OR confrelid = ANY ($1::text[]::regclass[]))
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass),
       replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), false
     FROM pg_index WHERE indrelid = ANY ($1::text[]::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
     ORDER BY "isLast" DESC`,
    [filledTables]
  )
  for (const { remove } of rows) await db.query(remove)
  await fill()
  await db.query(`SET maintenance_work_mem = '1GB'`)
  for (const { add } of rows.toReversed()) await db.query(add)
}

/** Odd positions are messages of the user, even ones are answers, with a reply. Those of invented users have a hold and a transaction. */
const messagesSql = `
  WITH made AS MATERIALIZED (
    SELECT user_id, bench_chats.id AS chat, uuidv7() AS id, n, user_id NOT IN (SELECT id FROM users) AS is_invented
    FROM bench_chats, generate_series($1::int, $2) n
  ), written AS (
    INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, client_message_id)
    SELECT user_id, id, chat, n, CASE WHEN n % 2 = 1 THEN user_id END, 'Message ' || n || repeat(' and so on', 5 + n % 30),
      CASE WHEN n % 2 = 1 THEN id::text END FROM made
  ), ended AS (
    INSERT INTO replies (user_id, id, chat_session_id, user_message_id, message_id, position, tier, cost, owner, state, ended_at)
    SELECT user_id, id, chat, id, id, n, 'basic', 1, id, 'written', now() FROM made WHERE n % 2 = 0
  ), held AS (
    INSERT INTO ruby_holds (user_id, id, amount, state, expires_at, settled_at)
    SELECT user_id, id, 1, 'taken', now(), now() FROM made WHERE n % 2 = 0 AND is_invented
  )
  INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, hold_id)
  SELECT user_id, $3 + n / 2, -1, ${rubies + 1} - ($3 + n / 2), 'chat', 'A reply', id FROM made WHERE n % 2 = 0 AND is_invented`

/** Draws invented users. */
export async function drawUsers(db, count) {
  const { rows } = await db.query(
    'SELECT user_id FROM bench_users b WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id) ORDER BY md5(user_id::text) LIMIT $1',
    [count]
  )
  return rows.map(({ user_id: userId }) => userId)
}
