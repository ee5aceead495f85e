import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { ChatTransfer } from '../ports.ts'
import { findChatForExport } from './export_messages.ts'
import { importChat, type ImportChatInput } from './import_chat.ts'

export class LocalChatTransfer extends ChatTransfer {
  readonly #db: Database
  readonly #gallery: Gallery
  readonly #notice: string

  /** `notice`: the notice that a machine writes. */
  constructor(db: Database, gallery: Gallery, notice: string) {
    super()
    this.#db = db
    this.#gallery = gallery
    this.#notice = notice
  }

  importChat(input: ImportChatInput, trx?: TransactionClientContract) {
    return importChat(this.#db, input, trx)
  }

  exportChat(user: CurrentUser, sessionId: string) {
    return findChatForExport(this.#db, this.#gallery, { user, sessionId, notice: this.#notice })
  }
}
