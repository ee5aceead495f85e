/**
 * SQL for the id (or other columns) of a session of user `$1` with character `$2`, or no row: the one that `named` gives, else the one with the latest
 * `newest`. It is found by its id and only then looked at (`offset 0`): to a planner that knows the tables as small, an index on the
 * user looks as good, and the cached plan would go through all sessions of a user each time.
 */
export const ownSession = (named: string, newest: 'opened_at' | 'last_message_at', columns = 'id') => `
     select ${columns} from (
       select * from chat_sessions where id = coalesce(${named}, (
         select id from chat_sessions where user_id = $1 and character_id = $2 and deleted_at is null
         order by ${newest} desc, id desc limit 1
       )) offset 0
     ) found where user_id = $1 and character_id = $2 and deleted_at is null`
