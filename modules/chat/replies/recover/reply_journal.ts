import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveReply } from '../run/live_reply.ts'
import type { ReplyContext } from '../run/reply_context.ts'

/** How often new text is written. When the process is killed, it loses half of this on average. */
export const journalIntervalMs = 20
/** How long the text of an ended reply may stay in the file, and how long the journal pauses after a failure. */
export const journalAgeMs = 5_000
/** The maximum size of a file. */
const bytesMax = 16 * 1024 * 1024
/** The maximum text of one entry, and about that of one write, in UTF-16 units. */
const entryMax = 64 * 1024

/** New text of a reply. The entries of a file contain the text of a reply from its beginning. */
export type JournalEntry = [replyId: string, text: string]

interface JournalFile {
  path: string
  handle: FileHandle
  bytes: number
  beganAt: number
  /** The replies whose text it has. */
  replies: Set<LiveReply>
}

type Context = Pick<ReplyContext, 'owner' | 'hub' | 'journalFolder' | 'timers' | 'logger'>

/**
 * Appends the text of running replies to a file in `DATA_DIR`. A write to the page cache survives `kill -9` of this process, and costs much
 * less than a row. So the file has text that isn't in the tables yet, for the process of the same machine that ends these replies
 * (`left_journals.ts`). Other machines use the tables.
 *
 * A new file replaces the old one when it has text of ended replies, and no file remains without running replies. A failure, such as a
 * full disk, is logged once and costs only this text.
 */
export class ReplyJournal {
  readonly #context: Context
  /** Text that isn't in the file yet. */
  readonly #pending = new Map<LiveReply, string>()
  #file: JournalFile | null = null
  #filesBegun = 0
  #cancel: (() => void) | null = null
  #running = Promise.resolve()
  #pausedUntil = -Infinity
  #hasWarned = false
  #isClosed = false

  constructor(context: Context) {
    this.#context = context
    context.hub.onOpen((live) => (live.onText = (text) => this.#add(live, text)))
  }

  /** Resolves after the writes that have begun. */
  get idle(): Promise<void> {
    return this.#running
  }

  /** Deletes the file. */
  async close() {
    this.#isClosed = true
    this.#cancel?.()
    await this.#running
    await this.#remove()
  }

  #add(live: LiveReply, text: string) {
    if (this.#context.timers.monotonicMs() < this.#pausedUntil) return
    this.#pending.set(live, (this.#pending.get(live) ?? '') + text)
    this.#schedule()
  }

  #schedule() {
    if (this.#isClosed) return
    this.#cancel ??= this.#context.timers.after(journalIntervalMs, () => {
      this.#running = this.#step().then(() => {
        this.#cancel = null
        if (this.#file || this.#pending.size > 0) this.#schedule()
      })
    })
  }

  async #step() {
    const { hub, timers, logger } = this.#context
    const old = this.#file
    try {
      if (hub.size === 0) return await this.#remove()
      if (!old || this.#isOutdated(old)) await this.#begin()
      await this.#write(this.#file!)
    } catch (error) {
      this.#pausedUntil = timers.monotonicMs() + journalAgeMs
      if (!this.#hasWarned)
        logger.warn({ err: error }, 'the newest text of replies is not written to a file: a killed server loses more')
      this.#hasWarned = true
      await this.#remove()
    }
    if (old && old !== this.#file) await remove(old)
  }

  #isOutdated(file: JournalFile) {
    const { hub, timers } = this.#context
    if (timers.monotonicMs() - file.beganAt < journalAgeMs) return false
    file.beganAt = timers.monotonicMs()
    return [...file.replies].some((live) => hub.find(live.identity.id) !== live)
  }

  /** Begins a file with the text of all running replies. */
  async #begin() {
    const { owner, hub, journalFolder, timers } = this.#context
    await mkdir(journalFolder, { recursive: true, mode: 0o700 })
    const path = join(journalFolder, `${owner}.${this.#filesBegun++}`)
    const handle = await open(path, 'ax', 0o600)
    this.#file = { path, handle, bytes: 0, beganAt: timers.monotonicMs(), replies: new Set() }
    this.#pending.clear()
    for (const live of hub.all()) if (live.length > 0) this.#pending.set(live, live.text)
  }

  async #write(file: JournalFile) {
    let lines = ''
    do {
      lines = this.#take(file.replies)
      const bytes = Buffer.from(lines)
      if (file.bytes + bytes.length > bytesMax) throw new Error('The file of unfinished replies is full.')
      const { bytesWritten } = await file.handle.write(bytes)
      if (bytesWritten < bytes.length) throw new Error('The disk is full.')
      file.bytes += bytes.length
      // The text that arrives meanwhile waits for the next interval.
    } while (lines.length >= entryMax)
  }

  /** Takes entries from the pending text for one write. */
  #take(replies: Set<LiveReply>): string {
    let lines = ''
    for (const [live, text] of this.#pending) {
      if (text.length > entryMax) this.#pending.set(live, text.slice(entryMax))
      else this.#pending.delete(live)
      if (this.#context.hub.find(live.identity.id) !== live) this.#pending.delete(live)
      else {
        const entry: JournalEntry = [live.identity.id, text.slice(0, entryMax)]
        lines += `${JSON.stringify(entry)}\n`
        replies.add(live)
      }
      if (lines.length >= entryMax) break
    }
    return lines
  }

  async #remove() {
    this.#pending.clear()
    const file = this.#file
    this.#file = null
    if (file) await remove(file)
  }
}

/** Never rejects. A file that remains is deleted with those of ended processes. */
const remove = async ({ handle, path }: JournalFile) => {
  await handle.close().catch(() => {})
  await unlink(path).catch(() => {})
}
