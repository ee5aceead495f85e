import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PasswordHasher } from '../actions/sign_in.ts'
import { newRecoveryCodes, recoveryCodeText, type RecoveryCode } from './recovery_codes.ts'

type HashedCode = RecoveryCode & { hash: string }

/** Creates recovery codes and hashes them one at a time, to leave room in the queue for other users. */
export const hashNewRecoveryCodes = async (hash: PasswordHasher): Promise<HashedCode[]> => {
  const made: HashedCode[] = []
  for (const recoveryCode of newRecoveryCodes())
    made.push({ ...recoveryCode, hash: await hash.make(recoveryCode.code) })
  return made
}

/** Replaces the user's recovery codes. Returns them in the form that the user sees once. */
export const storeRecoveryCodes = async (
  userId: string,
  codes: readonly HashedCode[],
  trx: TransactionClientContract
): Promise<string[]> => {
  await trx.rawQuery('DELETE FROM recovery_codes WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery(
    'INSERT INTO recovery_codes (user_id, mark, code_hash) SELECT ?::uuid, * FROM unnest(?::text[], ?::text[])',
    [userId, codes.map(({ mark }) => mark), codes.map(({ hash }) => hash)]
  )
  return codes.map(recoveryCodeText)
}
