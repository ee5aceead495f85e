import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ImportChatInput, ImportFailure } from './transfer/import_chat.ts'
import type { ExportedChat, ImportedSession } from './transfer/transferred_chat.ts'

/** Imports chats from other apps, and exports chats to them. */
export abstract class ChatTransfer {
  /**
   * Stores a chat as a new session of the user. It is free of charge and not in statistics. The caller checks that the user may chat with
   * the character. Without `trx`, a failure or an error rolls back. With `trx`, the caller must roll back. Errors of `messages` are
   * rethrown.
   */
  abstract importChat(
    input: ImportChatInput,
    trx?: TransactionClientContract
  ): Promise<Result<ImportedSession, ImportFailure>>
  /** Returns a chat of the user with all answers and original lines. The messages are read page by page. */
  abstract exportChat(user: CurrentUser, sessionId: string): Promise<ExportedChat | 'no_such_chat' | 'adult_gate'>
}

/** A file format of another app, for `GET /api/chats/{sessionId}/export`. */
export interface ChatFileFormat {
  /** One of `exportFormats`. */
  name: string
  contentType: string
  extension: string
  write(chat: ExportedChat): AsyncIterable<Uint8Array>
}

/** The file formats of other apps. Other modules add them at boot. */
export abstract class ChatFileFormats {
  abstract add(format: ChatFileFormat): void
  abstract find(name: string): ChatFileFormat | null
}
