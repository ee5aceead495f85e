import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** `.invalid` receives no mail (RFC 2606). The account has no password, so it can't sign in. */
export const builtInEmail = 'characters@built-in.invalid'

/** Returns the id of the account that owns seeded characters. Creates it when it is missing. It has no ruby account. */
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
