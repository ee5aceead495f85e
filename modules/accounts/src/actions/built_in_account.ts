import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { violatedConstraint } from '#modules/kernel/sql'
import { emailUnique, hasEmail } from '../domain/directories.ts'
import { UserRow } from '../tables/user_row.ts'

/** `.invalid` receives no mail (RFC 2606). The account has no password, so it can't sign in. */
export const builtInEmail = 'characters@built-in.invalid'

/** Returns the id of the account that owns seeded characters. Creates it when it is missing. It has no ruby account. */
export const builtInAccount = async (
  client: QueryClientContract | TransactionClientContract,
  name: string
): Promise<string> => {
  const find = async () =>
    (await client.rawQuery<{ rows: { id: string }[] }>(`SELECT id FROM users WHERE ${hasEmail}`, [builtInEmail]))
      .rows[0]
  const found = await find()
  if (found) return found.id
  try {
    await client.transaction((trx) => UserRow.create({ email: builtInEmail, firstName: name }, { client: trx }))
  } catch (error) {
    // Another process was faster.
    if (violatedConstraint(error) !== emailUnique) throw error
  }
  return (await find())!.id
}
