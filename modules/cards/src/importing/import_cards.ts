import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { newId } from '#modules/kernel/ids'
import type { CardFileOutcome } from '../../api.ts'
import { WorkFolder } from '../http/work_folder.ts'
import { BackgroundPool, JobFailed } from '#modules/kernel/background/background_process'
import { CardSettings } from '../card_settings.ts'
import type { CardEvent, CardReadingJob } from './reading/card_event.ts'
import { startCardProcess } from './reading/card_process.ts'
import { CardImporter, type CardImportRun } from './card_importer.ts'
import type { ImportCardsInput } from './import_cards_input.ts'

/** The number of cards that are stored concurrently. One is written while the picture of another is encoded. */
const atOnce = 3
/** The number of files that are compared with known files ahead of their turn. */
const lookAhead = 8

const tooHeavy = 'The file takes too much work to read.'
const failed = 'The file could not be read, because of an error on our side. Please report it.'

export type { ImportCardsInput }

/**
 * Imports files with cards and lorebooks, and archives of such files, for one owner. Yields the outcome of each file in order, and one for
 * each file in an archive. A bad file doesn't affect others. Repeating an import is safe, because stored cards are recognized as
 * duplicates. Files are read in a child process, which is kept for the next files. Memory use doesn't depend on the number of files.
 */
@inject()
export class ImportCards {
  readonly #processes: BackgroundPool<CardReadingJob, CardEvent>

  constructor(
    private readonly importer: CardImporter,
    private readonly workFolder: WorkFolder,
    { cardReader }: CardSettings,
    private readonly logger: Logger
  ) {
    this.#processes = new BackgroundPool(() => startCardProcess(cardReader))
  }

  /** Throws the signal's reason after an abort. All yielded cards are stored by then. */
  async *run(input: ImportCardsInput): AsyncGenerator<CardFileOutcome> {
    const folder = await this.workFolder.make()
    const pending: Promise<CardFileOutcome>[] = []
    const run = this.importer.begin(input)
    try {
      for await (const event of this.#read(input, run, folder)) {
        const outcome = 'known' in event ? Promise.resolve(event.known) : importFile(event, run)
        // Awaited later. Until then, a failure isn't unhandled.
        outcome.catch(() => {})
        pending.push(outcome)
        if (pending.length >= atOnce) yield await pending.shift()!
      }
      while (pending.length > 0) yield await pending.shift()!
    } finally {
      await Promise.allSettled(pending)
      await rm(folder, { recursive: true, force: true })
    }
  }

  stop() {
    this.#processes.stop()
  }

  async *#read(
    { files, signal }: ImportCardsInput,
    run: CardImportRun,
    folder: string
  ): AsyncGenerator<CardEvent | { known: CardFileOutcome }> {
    const options = this.importer.readingOptions
    let process = this.#processes.take()
    try {
      for await (const { file, known } of findAhead(files, run)) {
        signal?.throwIfAborted()
        if (known) {
          yield { known }
          continue
        }
        const { path, name } = file
        if (!process.isUsable) {
          this.#processes.keep(process)
          process = this.#processes.take()
        }
        try {
          const end = yield* process.run({ file: path, fileName: name, folder: join(folder, newId()), options })
          if (end === 'done') continue
          signal?.throwIfAborted()
          yield refusal(name, tooHeavy)
        } catch (error) {
          if (!(error instanceof JobFailed)) throw error
          this.logger.error({ err: error }, 'a file with a card could not be read')
          yield refusal(name, failed)
        }
      }
    } finally {
      this.#processes.keep(process)
    }
  }
}

type File = ImportCardsInput['files'][number]

/**
 * Yields the files, with the outcomes of known files. Looks up the next files in advance, because most files of a repeated import are
 * known.
 */
async function* findAhead(files: readonly File[], run: CardImportRun) {
  const found: Promise<{ file: File; known: CardFileOutcome | null }>[] = []
  for (const [at] of files.entries()) {
    for (const file of files.slice(at + found.length, at + lookAhead)) {
      const known = run.findKnown(file).then((known) => ({ file, known }))
      // Awaited later. Until then, a failure isn't unhandled.
      known.catch(() => {})
      found.push(known)
    }
    yield await found.shift()!
  }
}

/** Stores the contents of a file, and then removes its unpacked files. */
const importFile = async (event: CardEvent, run: CardImportRun): Promise<CardFileOutcome> => {
  try {
    return await run.importFile(event)
  } finally {
    if (event.folder !== '') await rm(event.folder, { recursive: true, force: true })
  }
}

const refusal = (file: string, because: string): CardEvent => ({
  kind: 'refused',
  file,
  folder: '',
  format: null,
  because,
  kept: [],
  warnings: [],
})
