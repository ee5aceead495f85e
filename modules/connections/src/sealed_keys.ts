import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { ModelConnectionRow } from './tables/model_connection_row.ts'

/** A key belongs to one connection and one address, so a row with another address can't open it. */
type Owner = Pick<ModelConnectionRow, 'id' | 'provider' | 'baseUrl'>

const purpose = ({ id, provider, baseUrl }: Owner) => `connection ${id} ${provider} ${baseUrl}`

@inject()
export class SealedKeys {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption
  ) {}

  seal(owner: Owner, key: string): string {
    return this.encryption.encrypt(key, undefined, purpose(owner))
  }

  /** Returns null if the key was sealed for another address, or with an unknown APP_KEY. */
  open(owner: Owner, sealed: string): string | null {
    return this.encryption.decrypt<string>(sealed, purpose(owner))
  }

  /** Encrypts the keys with the current APP_KEY. */
  async reseal(): Promise<{ resealed: number; lost: number }> {
    const counted = { resealed: 0, lost: 0 }
    await this.db.transaction(async (client) => {
      for (const row of await ModelConnectionRow.query({ client }).whereNotNull('sealed_key').forUpdate()) {
        const key = this.open(row, row.sealedKey!)
        counted[key === null ? 'lost' : 'resealed']++
        if (key !== null) await row.merge({ sealedKey: this.seal(row, key) }).save()
      }
    })
    return counted
  }
}
