interface OwnSession {
  /** SQL for the session's id, or null. */
  named: string
  newest: 'opened_at' | 'last_message_at'
  columns?: string
  user?: string
  character?: string
}

/**
 * SQL for a session of a user with a character, `$1` and `$2` by default. Finds the session with the id `named`, or else the one with the
 * latest `newest`. `OFFSET 0` keeps the planner from using a partial index on the user, which looks equally good while tables are small.
 * The cached plan would then read all sessions of the user each time.
 */
export const ownSession = ({ named, newest, columns = 'id', user = '$1', character = '$2' }: OwnSession) => `
     SELECT ${columns} FROM (
       SELECT * FROM chat_sessions WHERE user_id = ${user} AND id = coalesce(${named}, (
         SELECT id FROM chat_sessions WHERE user_id = ${user} AND character_id = ${character} AND deleted_at IS NULL
         ORDER BY ${newest} DESC, id DESC LIMIT 1
       )) OFFSET 0
     ) found WHERE character_id = ${character} AND deleted_at IS NULL`
