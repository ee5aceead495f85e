import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts } from '#modules/accounts/index'
import { ChatFileFormats, ChatTransfer, Talkativeness } from '#modules/chat/index'
import { CharacterOriginals, Gallery } from '#modules/gallery/index'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { Lore } from '#modules/lore/index'
import { BulkImports } from './src/bulk/bulk_imports.ts'
import { CardSettings } from './src/card_settings.ts'
import { ImportInBulk } from './src/bulk/import_in_bulk.ts'
import { ImportChatFile } from './src/chats/import_chat_file.ts'
import { writeSillyTavern } from './formats/index.ts'
import { CardPictures } from './src/exports/card_pictures.ts'
import { exportAccount } from './src/exports/export_account.ts'
import { ExportCard } from './src/exports/export_card.ts'
import { ExportOwnCards } from './src/exports/export_own_cards.ts'
import { WriteCardFile } from './src/exports/write_card_file.ts'
import { TextWriter } from './src/exports/writing/text_writer.ts'
import {
  ArchiveExportLimit,
  CardExportLimit,
  CardImportLimit,
  ChatImportLimit,
  LorebookExportLimit,
  LorebookImportLimit,
} from './src/http/file_limits.ts'
import { WorkFolder } from './src/http/work_folder.ts'
import { CardImporter } from './src/importing/card_importer.ts'
import { ImportCards } from './src/importing/import_cards.ts'
import { ImportLorebookFile } from './src/importing/import_lorebook_file.ts'
import { ImportedLorebooks } from './src/importing/imported_lorebooks.ts'
import { ImportTurns } from './src/importing/import_turns.ts'
import { ImportUploads } from './src/importing/import_uploads.ts'
import { CardOriginals } from './src/originals/card_originals.ts'
import { CardTalkativeness } from './src/originals/card_talkativeness.ts'
import { OriginalFiles } from './src/originals/original_files.ts'
import { ExportSlots } from './src/work_queue.ts'

const removeFilesEveryMs = 10 * 60_000

export default class CardsProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    const { app } = this
    bindSettings(app, CardSettings, 'cards')
    bindSingletons(app, [
      ArchiveExportLimit,
      CardExportLimit,
      CardImporter,
      CardImportLimit,
      CardOriginals,
      CardPictures,
      ChatImportLimit,
      ExportCard,
      ExportOwnCards,
      ExportSlots,
      ImportCards,
      ImportChatFile,
      ImportedLorebooks,
      ImportLorebookFile,
      ImportTurns,
      ImportUploads,
      LorebookExportLimit,
      LorebookImportLimit,
      OriginalFiles,
      TextWriter,
      WorkFolder,
      WriteCardFile,
    ])
    bindPort(app, BulkImports, ImportInBulk)
    bindPort(app, CharacterOriginals, CardOriginals)
    bindPort(app, Talkativeness, CardTalkativeness)
  }

  async boot() {
    const { container } = this.app
    const [accounts, gallery, originals, lorebooks] = await Promise.all([
      container.make(Accounts),
      container.make(Gallery),
      container.make(CardOriginals),
      container.make(ImportedLorebooks),
    ])
    accounts.closing.on(({ userId }, trx) => originals.forgetOwner(userId, trx))
    accounts.closing.on(({ userId }, trx) => lorebooks.forgetOwner(userId, trx))
    gallery.charactersPurged.on(({ characterIds }, trx) => originals.forgetCharacters(characterIds, trx))
    accounts.storage.add((userId) => originals.usedBytes(userId))
    exportAccount(accounts.exportSections, {
      gallery,
      lore: await container.make(Lore),
      writeCardFile: await container.make(WriteCardFile),
      texts: await container.make(TextWriter),
    })
    const formats = await container.make(ChatFileFormats)
    const chats = await container.make(ChatTransfer)
    formats.add('sillytavern', {
      contentType: 'application/x-ndjson; charset=utf-8',
      extension: 'jsonl',
      export: async ({ user, sessionId }) => {
        const chat = await chats.exportChat(user, sessionId)
        if (typeof chat === 'string') return chat
        return { name: chat.title ?? chat.names.character, pieces: writeSillyTavern(chat, Date.now()) }
      },
    })
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    await (await container.make(WorkFolder)).sweep()
    const [originals, tasks] = [await container.make(CardOriginals), await container.make(PeriodicTasks)]
    tasks.start({
      purpose: 'remove the files of cards',
      everyMs: removeFilesEveryMs,
      run: (signal) => originals.removeUnusedFiles(signal),
    })
  }

  async shutdown() {
    ;(await this.app.container.make(ImportCards)).stop()
    ;(await this.app.container.make(TextWriter)).stop()
  }
}
