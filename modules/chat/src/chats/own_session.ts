/**
 * SQL for the id (or other columns) of a session of user `$1` with character `$2`, or no row: the one that `named` gives, else the one with the latest
 * `newest`. It is found by its id and only then looked at (`offset 0`): to a planner that knows the tables as small, an index on the
 * user looks as good, and the cached plan would go through all sessions of a user each time.
 */
export const ownSession = (named: string, newest: 'opened_at' | 'last_message_at', columns = 'id') => `
     SELECT ${columns} FROM (
       SELECT * FROM chat_sessions WHERE id = coalesce(${named}, (
         SELECT id FROM chat_sessions WHERE user_id = $1 AND character_id = $2 AND deleted_at IS NULL
         ORDER BY ${newest} DESC, id DESC LIMIT 1
       )) OFFSET 0
     ) found WHERE user_id = $1 AND character_id = $2 AND deleted_at IS NULL`
