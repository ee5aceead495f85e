import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { nilUuid } from '#modules/kernel/ids'

/** How moderators reach a person without an account. */
export interface Contact {
  /** May be empty. */
  name: string
  email: string
}

/** Rows per page, to bound memory. */
const pageRows = 500

/** Binds the ciphertext to the notice, so that it can't be decrypted in another row. */
const purpose = (noticeId: string) => `contact of notice ${noticeId}`

/** Encrypts contacts of notices. */
@inject()
export class Contacts {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption
  ) {}

  seal(noticeId: string, contact: Contact): string {
    return this.encryption.encrypt(contact, undefined, purpose(noticeId))
  }

  /** Returns null for a deleted contact, and for one that was encrypted with an unknown key. */
  open(noticeId: string, sealed: string | null): Contact | null {
    return sealed === null ? null : this.encryption.decrypt<Contact>(sealed, purpose(noticeId))
  }

  /** Encrypts all contacts with the current key. `lost` counts those that no known key decrypts. */
  async reseal(): Promise<{ resealed: number; lost: number }> {
    const counted = { resealed: 0, lost: 0 }
    for (let after = nilUuid; ;) {
      const { rows } = await this.db.rawQuery<{ rows: { id: string; sealed: string }[] }>(
        `SELECT id, sealed_contact AS sealed FROM public_notices
         WHERE sealed_contact IS NOT NULL AND id > ?::uuid ORDER BY id LIMIT ?::int`,
        [after, pageRows]
      )
      for (const { id, sealed } of rows) {
        const contact = this.open(id, sealed)
        counted[contact ? 'resealed' : 'lost']++
        if (!contact) continue
        await this.db.rawQuery(
          'UPDATE public_notices SET sealed_contact = ? WHERE id = ?::uuid AND sealed_contact = ?',
          [this.seal(id, contact), id, sealed]
        )
      }
      if (rows.length < pageRows) return counted
      after = rows.at(-1)!.id
    }
  }
}
