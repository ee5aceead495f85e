import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'

/** Encrypts contents of the outbox. Each is bound to its row, so that it can't be decrypted in another one. */
@inject()
export class Sealed {
  constructor(private readonly encryption: Encryption) {}

  seal(id: string, content: unknown): string {
    return this.encryption.encrypt(JSON.stringify(content), undefined, `mail ${id}`)
  }

  /** Returns null if the content was encrypted with an unknown key. */
  open<Content>(id: string, sealed: string): Content | null {
    const text = this.encryption.decrypt<string>(sealed, `mail ${id}`)
    return text === null ? null : (JSON.parse(text) as Content)
  }
}
