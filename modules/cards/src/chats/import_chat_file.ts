import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import { ChatTransfer, type ImportedSession, type ImportFailure } from '#modules/chat/index'
import { Gallery } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
import { chatImportLimits, type ChatImportAnswer } from '../../api.ts'
import { workQueue } from '../work_queue.ts'
import { ImportTurns, inTurn, type TurnRefusal } from '../importing/import_turns.ts'
import { type ChatRefusalCode, ChatRefused, ChatsOfFile } from '../../formats/index.ts'
import { CardSettings } from '../card_settings.ts'
import { readInProcess } from './reading/read_in_process.ts'

type ImportRefusal =
  | ImportFailure
  | { kind: 'no_such_character' }
  | { kind: 'adult_gate' }
  | { kind: 'unreadable'; code: ChatRefusalCode; message: string }

/** A received file, with its character. */
interface ReceivedChat {
  characterId: string
  /** The path of the file on this machine. */
  file: string
  /** The file's name on the user's machine. */
  fileName: string | null
}

/** Aborts an import with a refusal. */
class Refused extends Error {
  constructor(readonly refusal: ImportRefusal) {
    super(refusal.kind)
  }
}

/** Imports the chats of a file for one character, all or none. */
@inject()
export class ImportChatFile {
  readonly #slots = new UserTurns({ runningMax: chatImportLimits.atOnce, ...workQueue })

  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly transfer: ChatTransfer,
    private readonly turns: ImportTurns,
    private readonly settings: CardSettings
  ) {}

  /** Receives and imports a file, as `inTurn` describes. */
  run<Refusal>(
    user: CurrentUser,
    receive: () => Promise<Result<ReceivedChat, Refusal>>
  ): Promise<Result<ChatImportAnswer, ImportRefusal | TurnRefusal | Refusal>> {
    return inTurn(user.id, { turns: this.turns, slots: this.#slots }, receive, (received) =>
      this.#tryImport(user, received)
    )
  }

  async #tryImport(user: CurrentUser, received: ReceivedChat): Promise<Result<ChatImportAnswer, ImportRefusal>> {
    try {
      return ok(await this.#import(user, received))
    } catch (error) {
      if (error instanceof Refused) return fail(error.refusal)
      if (error instanceof ChatRefused) return fail({ kind: 'unreadable', code: error.code, message: error.message })
      throw error
    }
  }

  async #import(user: CurrentUser, { characterId, file, fileName }: ReceivedChat): Promise<ChatImportAnswer> {
    const view = await this.gallery.find(characterId, user)
    if (!view) throw new Refused({ kind: 'no_such_character' })
    if (view.kind === 'adult_gate') throw new Refused({ kind: 'adult_gate' })
    const { name, firstMessage, greeting } = view.character
    const opening = firstMessage || greeting
    const options = { fileName, now: Date.now(), character: { name, greetings: opening ? [opening] : [] } }
    const { sessions, report } = await this.db.transaction(async (trx) => {
      const chats = new ChatsOfFile(readInProcess({ file, options }, this.settings.chatReader))
      const sessions: ImportedSession[] = []
      for await (const { header, messages } of chats) {
        const stored = await this.transfer.importChat({ userId: user.id, characterId, header, messages }, trx)
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
