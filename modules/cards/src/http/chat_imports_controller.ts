import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { chatFileBytesMax } from '../../api.ts'
import { ImportChatFile } from '../chats/import_chat_file.ts'
import { ChatImportLimit } from './file_limits.ts'
import { receiveForm, type ReceivingRefusal } from './receive_files.ts'
import { refuseChatImport } from './refusals.ts'
import { WorkFolder } from './work_folder.ts'

@inject()
export default class ChatImportsController {
  constructor(
    private readonly importChatFile: ImportChatFile,
    private readonly limit: ChatImportLimit,
    private readonly workFolder: WorkFolder
  ) {}

  /** POST /api/chats/import */
  async create(ctx: HttpContext) {
    const user = ctx.auth.getUserOrFail()
    if (ctx.request.multipart === undefined) return refuseChatImport(ctx, 'unsupported')
    const retryAfterSeconds = await this.limit.count(user.id)
    if (retryAfterSeconds !== null) return refuseChatImport(ctx, { kind: 'too_many', retryAfterSeconds })
    const imported = await this.workFolder.use((folder) =>
      this.importChatFile.run<ReceivingRefusal | { kind: 'no_character' }>(user, async () => {
        const received = await receiveForm(ctx, { folder, bytesMax: chatFileBytesMax })
        if (!received.ok) return received
        const { file, fileName, fields } = received.value
        const { characterId } = fields
        if (!isId(characterId)) return fail({ kind: 'no_character' as const })
        return ok({ characterId: characterId.toLowerCase(), file, fileName })
      })
    )
    if (!imported.ok) return refuseChatImport(ctx, imported.failure)
    return ctx.response.status(201).json(imported.value)
  }
}
