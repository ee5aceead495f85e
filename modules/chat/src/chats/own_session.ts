/**
 * SQL for a session of user `$1` with character `$2`: the one with the id `named`, or the one with the latest `newest`. `OFFSET 0` keeps
 * the planner from using an index on the user, which looks as good while tables are small: the cached plan would then read all sessions
 * of the user each time.
 */
export const ownSession = (named: string, newest: 'opened_at' | 'last_message_at', columns = 'id') => `
     SELECT ${columns} FROM (
       SELECT * FROM chat_sessions WHERE id = coalesce(${named}, (
         SELECT id FROM chat_sessions WHERE user_id = $1 AND character_id = $2 AND deleted_at IS NULL
         ORDER BY ${newest} DESC, id DESC LIMIT 1
       )) OFFSET 0
     ) found WHERE user_id = $1 AND character_id = $2 AND deleted_at IS NULL`
