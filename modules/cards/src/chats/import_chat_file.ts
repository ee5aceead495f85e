import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { ChatTransfer, ImportedSession, ImportFailure } from '#modules/chat/index'
import type { Gallery } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { chatImportLimits, type ChatImportAnswer } from '../../api.ts'
import { ChatRefused, type ChatRefusalCode } from './chat_refused.ts'
import { ChatsOfFile } from './chats_of_file.ts'
import { readInProcess, type ReadingLimits } from './reading/read_in_process.ts'

export type ImportRefusal =
  | ImportFailure
  /** The process already runs the maximum number of imports. */
  | { kind: 'overloaded' }
  | { kind: 'no_such_character' }
  | { kind: 'adult_gate' }
  | { kind: 'unreadable'; code: ChatRefusalCode; message: string }

export interface ImportFileInput {
  user: CurrentUser
  characterId: string
  /** The path of the file on this machine. */
  file: string
  /** The file's name on the user's machine. */
  fileName: string | null
}

/** Aborts an import with a refusal. */
class Refused extends Error {
  readonly refusal: ImportRefusal

  constructor(refusal: ImportRefusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}

/** Imports the chats of a file for one character, all or none. */
export class ImportChatFile {
  readonly #db: Database
  readonly #gallery: Gallery
  readonly #transfer: ChatTransfer
  readonly #limits: ReadingLimits
  #running = 0

  constructor(deps: { db: Database; gallery: Gallery; transfer: ChatTransfer; limits: ReadingLimits }) {
    this.#db = deps.db
    this.#gallery = deps.gallery
    this.#transfer = deps.transfer
    this.#limits = deps.limits
  }

  async run(input: ImportFileInput): Promise<Result<ChatImportAnswer, ImportRefusal>> {
    if (this.#running >= chatImportLimits.atOnce) return fail({ kind: 'overloaded' })
    this.#running++
    try {
      return ok(await this.#import(input))
    } catch (error) {
      if (error instanceof Refused) return fail(error.refusal)
      if (error instanceof ChatRefused) return fail({ kind: 'unreadable', code: error.code, message: error.message })
      throw error
    } finally {
      this.#running--
    }
  }

  async #import({ user, characterId, file, fileName }: ImportFileInput): Promise<ChatImportAnswer> {
    const view = await this.#gallery.find(characterId, user)
    if (!view) throw new Refused({ kind: 'no_such_character' })
    if (view.kind === 'adult_gate') throw new Refused({ kind: 'adult_gate' })
    const { name, firstMessage, greeting } = view.character
    const opening = firstMessage || greeting
    const options = { fileName, now: Date.now(), character: { name, greetings: opening ? [opening] : [] } }
    const { sessions, report } = await this.#db.transaction(async (trx) => {
      const chats = new ChatsOfFile(readInProcess({ file, options }, this.#limits))
      const sessions: ImportedSession[] = []
      for await (const { header, messages } of chats) {
        const stored = await this.#transfer.importChat({ userId: user.id, characterId, header, messages }, trx)
        if (!stored.ok) throw new Refused(stored.failure)
        sessions.push(stored.value)
      }
      return { sessions, report: chats.report }
    })
    const newest = sessions.reduce((best, session) => (session.lastMessageAt > best.lastMessageAt ? session : best))
    return {
      sessionId: newest.sessionId,
      characterId,
      messageCount: report.messages,
      sessions: sessions.map(({ sessionId, title, messages }) => ({ sessionId, title, messageCount: messages })),
      report,
    }
  }
}
