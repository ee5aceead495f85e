import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** No mail goes to `.invalid` (RFC 2606), and the account has no password: nobody can sign in to it. */
export const builtInEmail = 'characters@built-in.invalid'

/** The id of the account that owns what is seeded, made when it is missing. It gets no rubies: it is no person. */
export const builtInAccount = async (
  client: QueryClientContract | TransactionClientContract,
  name: string
): Promise<string> => {
  await client.rawQuery('INSERT INTO users (email, first_name) VALUES (?, ?) ON CONFLICT (lower(email)) DO NOTHING', [
    builtInEmail,
    name,
  ])
  const { rows } = await client.rawQuery<{ rows: [{ id: string }] }>('SELECT id FROM users WHERE lower(email) = ?', [
    builtInEmail,
  ])
  return rows[0].id
}
