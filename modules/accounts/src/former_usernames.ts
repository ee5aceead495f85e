import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { limits } from './domain/limits.ts'
import { usernameProblem } from './domain/usernames.ts'

type Client = Pick<Database | QueryClientContract | TransactionClientContract, 'rawQuery'>

const isKept = `released_at > now() - make_interval(days => ${limits.formerUsernameDays})`

/** SQL for the keys of the usernames that others gave up, among which a user's new one must not be. Its values: user, name, name. */
export const keptFromOthers = `
  SELECT FROM former_usernames WHERE user_id <> ?::uuid AND ${isKept}
    AND (username_key = lower(?) OR skeleton = accounts_username_skeleton(?)) LIMIT 1`

/** Keeps the present username of a user, who takes another one in this transaction. Each user keeps a few. */
export const keepFormerUsername = async (userId: string, newName: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    `INSERT INTO former_usernames (username_key, skeleton, user_id)
     SELECT lower(username), accounts_username_skeleton(username), id FROM users
     WHERE id = ?::uuid AND lower(username) <> lower(?)
     ON CONFLICT (username_key) DO UPDATE SET user_id = EXCLUDED.user_id, released_at = EXCLUDED.released_at`,
    [userId, newName]
  )
  await trx.rawQuery(
    `DELETE FROM former_usernames WHERE user_id = :userId::uuid AND (
       username_key = lower(:newName) OR username_key NOT IN (
         SELECT username_key FROM former_usernames WHERE user_id = :userId::uuid ORDER BY released_at DESC LIMIT :max::int))`,
    { userId, newName, max: limits.formerUsernamesMax } as never
  )
}

/** Finds an enabled account by its username or a former one. Returns the present one. */
export const findByUsername = async (
  name: string,
  client: Client
): Promise<{ id: string; username: string } | null> => {
  if (usernameProblem(name)) return null
  const { rows } = await client.rawQuery<{ rows: { id: string; username: string }[] }>(
    `SELECT id, username FROM users WHERE username IS NOT NULL AND disabled_at IS NULL AND id = coalesce(
       (SELECT user_id FROM user_names WHERE username_key = lower(?)),
       (SELECT user_id FROM former_usernames WHERE username_key = lower(?) AND ${isKept}))`,
    [name, name]
  )
  return rows[0] ?? null
}

/** Deletes the usernames whose time is over. */
export const purgeFormerUsernames = async (db: Database): Promise<void> => {
  await db.rawQuery(`DELETE FROM former_usernames WHERE NOT ${isKept}`)
}
