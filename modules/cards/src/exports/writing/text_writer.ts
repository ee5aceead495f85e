import { inject } from '@adonisjs/core'
import { BackgroundPool, BackgroundProcess, scriptBeside } from '#modules/kernel/background/background_process'
import { CardSettings } from '../../card_settings.ts'
import { writeTexts } from './write_texts.ts'
import type { WritingJob, WrittenText } from './writing_job.ts'

const script = scriptBeside(import.meta.url, 'writing_process')

/** Jobs up to this size run in this process. Writing a usual card takes a few milliseconds. Starting a process takes longer. */
const ownBytesMax = 32 * 1_024

/** The error for a card or lorebook that takes too much memory or time to write. */
export class TooHeavy extends Error {}

/** Returns null for a card or lorebook that is too large to be written. */
export const orNull = <Value>(written: Promise<Value>): Promise<Value | null> =>
  written.catch((error: unknown) => {
    if (error instanceof TooHeavy) return null
    throw error
  })

/**
 * Writes the texts of cards and lorebooks. A file can have millions of values, which would block all replies for seconds. Large jobs
 * therefore run in a child process, which is kept for the next jobs.
 */
@inject()
export class TextWriter {
  readonly #processes: BackgroundPool<WritingJob, WrittenText>

  constructor({ cardReader }: CardSettings) {
    this.#processes = new BackgroundPool(() => new BackgroundProcess(script, cardReader))
  }

  /** Throws `TooHeavy`. */
  async write(job: WritingJob): Promise<WrittenText[]> {
    if (sizeOf(job) <= ownBytesMax) return writeTexts(job)
    const { results, end } = await this.#processes.run(job)
    if (end !== 'done') throw new TooHeavy()
    return results
  }

  stop() {
    this.#processes.stop()
  }
}

const sizeOf = (job: WritingJob): number => {
  const books = job.kind === 'card' ? job.books : [job.stored]
  const ofBooks = books.reduce(
    (sum, { original, entries }) =>
      sum +
      (original?.bytes.byteLength ?? 0) +
      entries.reduce((length, { content }) => length + 500 + content.length, 0),
    0
  )
  return job.kind === 'card' ? ofBooks + textsLength(job.character) + (job.original?.document.byteLength ?? 0) : ofBooks
}

/** The total length of a character's texts, in UTF-16 units. */
const textsLength = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + textsLength(inner), 0)
}
