import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import type { StoredRow } from '#modules/kernel/tables'
import { SealedSecrets } from '../../index.ts'
import type { SecondFactorRow } from '../tables/second_factor_row.ts'
import { decryptSecret, encryptSecret } from './encrypted_secret.ts'

type Row = Pick<StoredRow<SecondFactorRow>, 'user_id' | 'secret'>

/** Rows per page, to bound memory. */
const pageRows = 500

/**
 * Encrypts every second factor again with the current key. Ciphertexts don't reveal their key, so all are rewritten. Skips a secret that
 * its owner changes meanwhile. Skips Discord's tokens, because they expire within days. Then calls other modules.
 */
@inject()
export class ResealSecondFactors extends SealedSecrets {
  readonly #others: (() => Promise<{ resealed: number; lost: number }>)[] = []

  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption
  ) {
    super()
  }

  add(reseal: () => Promise<{ resealed: number; lost: number }>) {
    this.#others.push(reseal)
  }

  async reseal() {
    const counted = await this.#resealFactors()
    for (const resealOthers of this.#others) {
      const { resealed, lost } = await resealOthers()
      counted.resealed += resealed
      counted.lost += lost
    }
    return counted
  }

  async #resealFactors() {
    const counted = { resealed: 0, lost: 0 }
    for (let after: string | null = null; ;) {
      const { rows }: { rows: Row[] } = await this.db.rawQuery<{ rows: Row[] }>(
        `SELECT user_id, secret FROM second_factors WHERE ?::uuid IS NULL OR user_id > ?::uuid ORDER BY user_id LIMIT ${pageRows}`,
        [after, after]
      )
      for (const row of rows) counted[await this.#resealOne(row)]++
      if (rows.length < pageRows) return counted
      after = rows.at(-1)!.user_id
    }
  }

  async #resealOne({ user_id: userId, secret: sealed }: Row): Promise<'resealed' | 'lost'> {
    const secret = decryptSecret(this.encryption, userId, sealed)
    if (secret === null) return 'lost'
    const resealed = encryptSecret(this.encryption, userId, secret)
    await this.db.rawQuery('UPDATE second_factors SET secret = ? WHERE user_id = ?::uuid AND secret = ?', [
      resealed,
      userId,
      sealed,
    ])
    return 'resealed'
  }
}
