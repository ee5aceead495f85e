import { inject } from '@adonisjs/core'
import { ReadingProcess, type ReadingLimits } from '../../reading/reading_process.ts'
import { CardSettings } from '../../card_settings.ts'
import { writeTexts } from './write_texts.ts'
import type { WritingJob, WrittenText } from './writing_job.ts'

/** The module of the child process. Like this file, it is TypeScript or compiled JavaScript. */
const script = new URL(`./writing_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Jobs up to this size run in this process. Writing a usual card takes a few milliseconds. Starting a process takes longer. */
const ownBytesMax = 32 * 1_024
/** An idle process is killed after this time. */
const idleMs = 20_000

/** The error for a card or lorebook that takes too much memory or time to write. */
export class TooHeavy extends Error {}

/**
 * Writes the texts of cards and lorebooks. A file can have millions of values, which would block all replies for seconds. Large jobs
 * therefore run in a child process, which is kept for the next jobs.
 */
@inject()
export class TextWriter {
  readonly #limits: ReadingLimits
  #idle: { process: WritingProcess; timer: NodeJS.Timeout } | null = null

  constructor({ cardReader }: CardSettings) {
    this.#limits = cardReader
  }

  /** Throws `TooHeavy`. */
  async write(job: WritingJob): Promise<WrittenText[]> {
    if (sizeOf(job) <= ownBytesMax) return writeTexts(job)
    const process = this.#take()
    const texts: WrittenText[] = []
    try {
      const writing = process.read(job)
      for (;;) {
        const { done, value } = await writing.next()
        if (done && value !== 'read') throw new TooHeavy()
        if (done) return texts
        texts.push(value)
      }
    } finally {
      this.#keep(process)
    }
  }

  /** Kills the idle process. */
  stop() {
    clearTimeout(this.#idle?.timer)
    this.#idle?.process.end()
    this.#idle = null
  }

  #take(): WritingProcess {
    const idle = this.#idle
    this.#idle = null
    clearTimeout(idle?.timer)
    return idle?.process.isUsable ? idle.process : new ReadingProcess(script, this.#limits)
  }

  #keep(process: WritingProcess) {
    if (!process.isUsable || this.#idle) return process.end()
    this.#idle = { process, timer: setTimeout(() => this.stop(), idleMs).unref() }
  }
}

type WritingProcess = ReadingProcess<WritingJob, WrittenText>

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
