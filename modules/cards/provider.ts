import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { ChatFileFormats, ChatTransfer } from '#modules/chat/index'
import { Gallery } from '#modules/gallery/index'
import { ImportChatFile } from './src/chats/import_chat_file.ts'
import { writeSillyTavern } from './src/chats/sillytavern/write_chat.ts'
import { ChatImportLimit } from './src/http/chat_import_limit.ts'
import { WorkFolder } from './src/http/work_folder.ts'

export default class CardsProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(WorkFolder, () => new WorkFolder(config.get('cards.workFolder')))
    container.singleton(
      ChatImportLimit,
      async (resolver) =>
        new ChatImportLimit(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(
      ImportChatFile,
      async (resolver) =>
        new ImportChatFile({
          db: await resolver.make(Database),
          gallery: await resolver.make(Gallery),
          transfer: await resolver.make(ChatTransfer),
          limits: config.get('cards.chatReader'),
        })
    )
  }

  async boot() {
    const formats = await this.app.container.make(ChatFileFormats)
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
    if (this.app.getEnvironment() === 'web') await (await this.app.container.make(WorkFolder)).sweep()
  }
}
