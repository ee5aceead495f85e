import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Notice } from '#modules/kernel/settings'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { ChatTransfer } from '../ports.ts'
import { findChatForExport } from './export_messages.ts'
import { importChat, type ImportChatInput } from './import_chat.ts'

@inject()
export class LocalChatTransfer extends ChatTransfer {
  readonly #db: Database
  readonly #gallery: Gallery
  readonly #notice: Notice

  constructor(db: Database, gallery: Gallery, notice: Notice) {
    super()
    this.#db = db
    this.#gallery = gallery
    this.#notice = notice
  }

  importChat(input: ImportChatInput, trx?: TransactionClientContract) {
    return importChat(this.#db, input, trx)
  }

  exportChat(user: CurrentUser, sessionId: string) {
    return findChatForExport(this.#db, this.#gallery, { user, sessionId, notice: this.#notice.text })
  }
}
