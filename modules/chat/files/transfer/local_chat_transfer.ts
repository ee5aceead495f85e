import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Notice } from '#modules/kernel/settings'
import { afterCommit } from '#modules/kernel/sql'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { PrivatePictures } from '#modules/imagegen/index'
import { SearchIndex } from '../../sessions/index.ts'
import { ChatTransfer } from '../ports.ts'
import { findChatForExport } from './export_messages.ts'
import { importChat, type ImportChatInput } from './import_chat.ts'

@inject()
export class LocalChatTransfer extends ChatTransfer {
  readonly #db: Database
  readonly #gallery: Gallery
  readonly #notice: Notice
  readonly #searchIndex: SearchIndex
  readonly #files: PrivatePictures

  constructor(db: Database, gallery: Gallery, notice: Notice, searchIndex: SearchIndex, files: PrivatePictures) {
    super()
    this.#files = files
    this.#searchIndex = searchIndex
    this.#db = db
    this.#gallery = gallery
    this.#notice = notice
  }

  async importChat(input: ImportChatInput, trx?: TransactionClientContract) {
    const imported = await importChat(this.#db, input, trx)
    afterCommit(trx ?? this.#db, () => this.#searchIndex.note(input.userId))
    return imported
  }

  exportChat(user: CurrentUser, sessionId: string) {
    return findChatForExport(this.#db, this.#gallery, {
      user,
      sessionId,
      notice: this.#notice.text,
      files: this.#files,
    })
  }
}
