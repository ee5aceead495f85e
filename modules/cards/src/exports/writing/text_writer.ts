import { ReadingProcess, type ReadingLimits } from '../../reading/reading_process.ts'
import { writeTexts } from './write_texts.ts'
import type { WritingJob, WrittenText } from './writing_job.ts'

/** TypeScript or compiled JavaScript, like this file. */
const script = new URL(`./writing_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Usual cards. Writing these takes some milliseconds, whatever they contain; starting a process takes longer. */
const ownBytesMax = 32 * 1_024
/** An idle process is ended after this time. */
const idleMs = 20_000

/** The card is larger than the process can write, or takes too much work. */
export class TooHeavy extends Error {}

/**
 * Writes the texts of cards and lorebooks. Users bring files of millions of values, which would stop all replies for seconds, so large
 * ones are written in a child process, which is kept for the next ones.
 */
export class TextWriter {
  readonly #limits: ReadingLimits
  #idle: { process: WritingProcess; timer: NodeJS.Timeout } | null = null

  constructor(limits: ReadingLimits) {
    this.#limits = limits
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

  /** Ends the idle process. */
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
  return ofBooks + (job.kind === 'card' ? (job.original?.document.byteLength ?? 0) : 0)
}
