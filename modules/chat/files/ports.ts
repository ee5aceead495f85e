import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ExportFormat } from './api.ts'
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

export interface ExportRequest {
  user: CurrentUser
  sessionId: string
  timeZone: string
}

/** A chat as a file. */
export interface ChatFile {
  /** The name of the file, without an extension. */
  name: string
  /** The file, piece by piece. No database connection is held between two pieces. */
  pieces: AsyncIterable<string | Uint8Array>
}

export type ExportRefusal = 'no_such_chat' | 'adult_gate' | { kind: 'too_many_books'; retryAfterSeconds: number }

/** A file format of `GET /api/chats/{sessionId}/export`. */
export interface ChatFileFormat {
  contentType: string
  extension: string
  /** Exports a whole chat. The chat of a deleted character stays readable. */
  export(request: ExportRequest): Promise<ChatFile | ExportRefusal>
}

/** The file formats of chats. Modules add theirs at boot. */
export class ChatFileFormats {
  readonly #formats = new Map<ExportFormat, ChatFileFormat>()

  add(name: ExportFormat, format: ChatFileFormat) {
    this.#formats.set(name, format)
  }

  get(name: ExportFormat): ChatFileFormat {
    return this.#formats.get(name)!
  }
}
