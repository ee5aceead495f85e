import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { Accounts } from '#modules/accounts/index'
import { ChatFileFormats, ChatTransfer, Talkativeness } from '#modules/chat/index'
import { CardCharacters, CharacterImports, CharacterOriginals, Gallery } from '#modules/gallery/index'
import { PictureStore } from '#modules/imagegen/index'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { UserTurns } from '#modules/kernel/user_turns'
import { Lore } from '#modules/lore/index'
import { cardExportLimits } from './api.ts'
import { BulkImports } from './src/bulk/bulk_imports.ts'
import { ImportInBulk } from './src/bulk/import_in_bulk.ts'
import { ImportChatFile } from './src/chats/import_chat_file.ts'
import { writeSillyTavern } from './formats/index.ts'
import { CardPictures } from './src/exports/card_pictures.ts'
import { exportAccount } from './src/exports/export_account.ts'
import { ExportCard } from './src/exports/export_card.ts'
import { ExportOwnCards } from './src/exports/export_own_cards.ts'
import { WriteCardFile } from './src/exports/write_card_file.ts'
import { TextWriter } from './src/exports/writing/text_writer.ts'
import { CardImportLimit } from './src/http/card_import_limit.ts'
import { ChatImportLimit } from './src/http/chat_import_limit.ts'
import {
  ArchiveExportLimit,
  CardExportLimit,
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
import { DatabaseCardOriginals } from './src/originals/database_card_originals.ts'
import { OriginalFiles } from './src/originals/original_files.ts'
import { workQueue } from './src/work_queue.ts'

const removeFilesEveryMs = 10 * 60_000

export default class CardsProvider {
  #worker?: PeriodicTaskRunner

  constructor(private readonly app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(WorkFolder, () => new WorkFolder(config.get('cards.workFolder')))
    container.singleton(CardOriginals, async (resolver) => {
      const open = async () => (await import('#modules/kernel/open_disk')).openDisk(config.get('cards.originals'))
      return new DatabaseCardOriginals(await resolver.make(Database), new OriginalFiles(open))
    })
    container.singleton(CharacterOriginals, (resolver) => resolver.make(CardOriginals))
    container.singleton(Talkativeness, async (resolver) => new CardTalkativeness(await resolver.make(Database)))
    container.singleton(
      BulkImports,
      async (resolver) =>
        new ImportInBulk({
          lists: await resolver.make(CharacterImports),
          importCards: await resolver.make(ImportCards),
          workFolder: await resolver.make(WorkFolder),
        })
    )
    container.singleton(
      ChatImportLimit,
      async (resolver) =>
        new ChatImportLimit(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(
      ImportedLorebooks,
      async (resolver) => new ImportedLorebooks(await resolver.make(Database), await resolver.make(Lore))
    )
    this.#registerImports()
    container.singleton(
      ImportChatFile,
      async (resolver) =>
        new ImportChatFile({
          db: await resolver.make(Database),
          gallery: await resolver.make(Gallery),
          transfer: await resolver.make(ChatTransfer),
          turns: new ImportTurns(await resolver.make(Database)),
          limits: config.get('cards.chatReader'),
        })
    )
    this.#registerExports()
    this.#registerLorebookFiles()
  }

  #registerExports() {
    const { container, config } = this.app
    const settings = { enabled: config.get<boolean>('limits.enabled') }
    for (const Limit of [CardExportLimit, ArchiveExportLimit, LorebookExportLimit, LorebookImportLimit])
      container.singleton(
        Limit,
        async (resolver) => new Limit(await resolver.make('limiter.manager'), settings) as never
      )
    container.singleton(TextWriter, () => new TextWriter(config.get('cards.cardReader')))
    container.singleton(
      WriteCardFile,
      async (resolver) =>
        new WriteCardFile({
          lore: await resolver.make(Lore),
          originals: await resolver.make(CardOriginals),
          workFolder: await resolver.make(WorkFolder),
          pictures: new CardPictures(await resolver.make(PictureStore)),
          texts: await resolver.make(TextWriter),
          options: (await resolver.make(CardCharacters)).categories,
        })
    )
    const slots = new UserTurns({ runningMax: cardExportLimits.atOnce, ...workQueue })
    for (const Export of [ExportCard, ExportOwnCards])
      container.singleton(
        Export,
        async (resolver) => new Export(await resolver.make(Gallery), await resolver.make(WriteCardFile), slots) as never
      )
  }

  #registerLorebookFiles() {
    const { container, config } = this.app
    container.singleton(
      ImportLorebookFile,
      async (resolver) =>
        new ImportLorebookFile({
          db: await resolver.make(Database),
          lore: await resolver.make(Lore),
          lorebooks: await resolver.make(ImportedLorebooks),
          turns: new ImportTurns(await resolver.make(Database)),
          limits: config.get('cards.cardReader'),
          options: (await resolver.make(CardCharacters)).categories,
        })
    )
  }

  #registerImports() {
    const { container, config } = this.app
    container.singleton(
      CardImportLimit,
      async (resolver) =>
        new CardImportLimit(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(
      ImportCards,
      async (resolver) =>
        new ImportCards({
          importer: new CardImporter({
            db: await resolver.make(Database),
            characters: await resolver.make(CardCharacters),
            lore: await resolver.make(Lore),
            lorebooks: await resolver.make(ImportedLorebooks),
            originals: await resolver.make(CardOriginals),
            pictures: await resolver.make(PictureStore),
            transfer: await resolver.make(ChatTransfer),
            storage: (await resolver.make(Accounts)).storage,
          }),
          workFolder: await resolver.make(WorkFolder),
          limits: config.get('cards.cardReader'),
          logger: await resolver.make('logger'),
        })
    )
    container.singleton(
      ImportUploads,
      async (resolver) =>
        new ImportUploads({
          importCards: await resolver.make(ImportCards),
          turns: new ImportTurns(await resolver.make(Database)),
        })
    )
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
    formats.add({
      name: 'sillytavern',
      contentType: 'application/x-ndjson; charset=utf-8',
      extension: 'jsonl',
      write: (chat) => writeSillyTavern(chat, Date.now()),
    })
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    await (await container.make(WorkFolder)).sweep()
    const originals = await container.make(CardOriginals)
    const removing = {
      purpose: 'remove the files of cards',
      everyMs: removeFilesEveryMs,
      run: async (signal: AbortSignal) => void (await originals.removeUnusedFiles(signal)),
    }
    this.#worker = new PeriodicTaskRunner([removing], await container.make('logger'), await container.make(Timers))
    this.#worker.start()
  }

  async shutdown() {
    await this.#worker?.stop()
    ;(await this.app.container.make(ImportCards)).stop()
    ;(await this.app.container.make(TextWriter)).stop()
  }
}
