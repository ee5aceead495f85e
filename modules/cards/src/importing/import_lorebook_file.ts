import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
import { CardCharacters } from '#modules/gallery/index'
import { Lore, type ImportedBook, type LoreRefusal, type OriginalLorebook } from '#modules/lore/index'
import { lorebookFileLimits, type LorebookImportAnswer } from '../../api.ts'
import { CardSettings } from '../card_settings.ts'
import { workQueue } from '../work_queue.ts'
import { baseNameOf } from './base_name.ts'
import { ImportTurns, inTurn, type TurnRefusal } from './import_turns.ts'
import { ImportedLorebooks } from './imported_lorebooks.ts'
import type { CardEvent, ReadBook } from './reading/card_event.ts'
import { startCardProcess } from './reading/card_process.ts'

type LorebookFileRefusal =
  | { kind: 'unreadable'; rule: 'not_a_lorebook' | 'several' | 'too_heavy'; message: string }
  | { kind: 'not_stored'; because: LoreRefusal }

/** A received file. */
interface Upload {
  file: string
  fileName: string | null
}

/** Imports a file as a single lorebook: the lorebook of any app, or the lorebook inside a card. */
@inject()
export class ImportLorebookFile {
  readonly #slots = new UserTurns({ runningMax: lorebookFileLimits.atOnce, ...workQueue })

  constructor(
    private readonly db: Database,
    private readonly lore: Lore,
    private readonly lorebooks: ImportedLorebooks,
    private readonly turns: ImportTurns,
    private readonly settings: CardSettings,
    private readonly characters: CardCharacters
  ) {}

  /** Receives and imports a file, as `inTurn` describes. Extracts files into `folder`, which the caller removes. */
  run<Refusal>(
    ownerId: string,
    folder: string,
    receive: () => Promise<Result<Upload, Refusal>>
  ): Promise<Result<LorebookImportAnswer, LorebookFileRefusal | TurnRefusal | Refusal>> {
    return inTurn(ownerId, { turns: this.turns, slots: this.#slots }, receive, async (upload) => {
      const read = await this.#read(upload, folder)
      return read.ok ? this.#store(ownerId, read.value) : read
    })
  }

  async #read({ file, fileName }: Upload, folder: string): Promise<Result<ReadBookFile, LorebookFileRefusal>> {
    const process = startCardProcess(this.settings.cardReader)
    const name = fileName ?? ''
    try {
      const events: CardEvent[] = []
      const reading = process.run({
        file,
        fileName: name,
        folder: join(folder, 'read'),
        options: this.characters.categories,
      })
      for (;;) {
        const { done, value } = await reading.next()
        if (done && value !== 'done') return fail(refusals.tooHeavy)
        if (done) break
        events.push(value)
        if (events.length > 1) return fail(refusals.several)
      }
      const [event] = events
      return event ? bookOf(event, baseNameOf(name)) : fail(refusals.noBook)
    } finally {
      process.end()
    }
  }

  async #store(
    ownerId: string,
    { book, entries, original, file, report }: ReadBookFile
  ): Promise<Result<LorebookImportAnswer, LorebookFileRefusal>> {
    const { db, lore, lorebooks } = this
    return db.transaction(async (trx) => {
      const made = await lore.createFromImport(ownerId, { book, entries }, original, trx)
      if (!made.ok) return fail({ kind: 'not_stored', because: made.failure })
      if (file !== null) await lorebooks.add(ownerId, file, made.value.id, trx)
      return ok({ ...made.value, name: book.name, report })
    })
  }
}

interface ReadBookFile extends ImportedBook {
  original: OriginalLorebook
  /** A lorebook's own file. Null for a lorebook inside a card, because the card may become a character, too. */
  file: ReadBook | null
  report: LorebookImportAnswer['report']
}

const refusals = {
  tooHeavy: { kind: 'unreadable', rule: 'too_heavy', message: 'This file takes too much work to read.' },
  several: { kind: 'unreadable', rule: 'several', message: 'This archive has several files. Import them one by one.' },
  noBook: { kind: 'unreadable', rule: 'not_a_lorebook', message: 'This card has no lorebook.' },
} as const

const bookOf = (event: CardEvent, fallbackName: string): Result<ReadBookFile, LorebookFileRefusal> => {
  if (event.kind === 'refused') return fail({ ...refusals.noBook, message: event.because })
  if (event.book === null) return fail(refusals.noBook)
  const { book, entries, original } = event.book
  const { format, kept, warnings } = event
  const isFile = event.kind === 'book'
  return ok({
    book: { ...book, name: book.name.trim() || fallbackName || 'Lorebook' },
    entries,
    original,
    file: isFile ? event : null,
    report: {
      format,
      spec: isFile ? null : event.spec,
      kept: isFile ? kept : [],
      warnings: isFile ? warnings : [],
      refusedBecause: null,
    },
  })
}
