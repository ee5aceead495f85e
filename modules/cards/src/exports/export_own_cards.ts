import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import { ZipFile } from 'yazl'
import { eachRow } from '#modules/accounts/index'
import { Gallery, type CharacterDetails } from '#modules/gallery/index'
import { fileNameOf } from '#modules/kernel/attachment'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ExportSlots } from '../work_queue.ts'
import { cardExportLimits, type CardFormat } from '../../api.ts'
import { entryOptions } from '../../formats/index.ts'
import { ownerOf } from './export_card.ts'
import { WriteCardFile } from './write_card_file.ts'
import { orNull } from './writing/text_writer.ts'

const idsPerPage = 100

/**
 * Writes all characters of a user as one zip of cards, one card after the other. Each card takes a turn, so a slow download holds no slot.
 */
@inject()
export class ExportOwnCards {
  readonly #users = new Set<string>()

  constructor(
    private readonly gallery: Gallery,
    private readonly writeCardFile: WriteCardFile,
    private readonly slots: ExportSlots
  ) {}

  /** Returns the archive. The export is running until the stream closes. */
  run(userId: string): Result<Readable, { kind: 'under_way' | 'overloaded' }> {
    if (this.#users.has(userId)) return fail({ kind: 'under_way' })
    if (this.#users.size >= cardExportLimits.archivesAtOnce) return fail({ kind: 'overloaded' })
    this.#users.add(userId)
    const archive = Readable.from(this.#chunks(userId), { objectMode: false, highWaterMark: 64 * 1024 })
    archive.once('close', () => this.#users.delete(userId))
    return ok(archive)
  }

  /** Stops early if the reader does. Such an archive has no directory, so it can't be mistaken for a complete archive. */
  async *#chunks(userId: string): AsyncGenerator<Buffer> {
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    const stopped = new AbortController()
    const filled = this.#fill(zip, userId, stopped.signal).catch((error: Error) => {
      if (!stopped.signal.aborted) output.destroy(error)
    })
    try {
      for await (const chunk of output) yield chunk as Buffer
    } finally {
      stopped.abort()
      await filled
    }
  }

  async #fill(zip: ZipFile, userId: string, signal: AbortSignal) {
    const names = new Names()
    for await (const character of this.#own(userId)) {
      signal.throwIfAborted()
      const format = await this.writeCardFile.formatOf(character)
      const card = await this.#write(userId, character, format)
      if (!card) continue
      const stream = released(card)
      const isWritten = finished(stream, { signal })
      zip.addReadStream(stream, names.next(character.name, format), { ...entryOptions(), compress: false })
      // Waits until this card is consumed, so that only one card is in memory at a time.
      await isWritten.finally(() => stream.destroy())
    }
    zip.end()
  }

  async *#own(userId: string): AsyncGenerator<CharacterDetails> {
    for await (const id of eachRow<string>(idsPerPage, (last, limit) => this.gallery.ownIds(userId, last, limit))) {
      const character = await this.gallery.findDetails(id, ownerOf(userId))
      if (character) yield character
    }
  }

  /** Returns null for a card that is too large, so that the other cards are still exported. */
  async #write(userId: string, character: CharacterDetails, format: CardFormat) {
    const written = await this.slots.use(userId, async () => ({
      card: await orNull(this.writeCardFile.run(character, format, 'v3')),
    }))
    // The archive has begun, so it can only break off.
    if (written === null) throw new Error('Too many cards are being written')
    return written.card
  }
}

/** Returns a stream that releases its content after it was read. The archive itself keeps all streams until its end. */
const released = (content: Uint8Array | Readable): Readable => {
  let waiting: Uint8Array | Readable | null = content
  const pieces = async function* () {
    const source = waiting!
    waiting = null
    if (source instanceof Readable) yield* source
    else yield source
  }
  return Readable.from(pieces())
}

/** Generates unique file names for characters, ignoring case. */
class Names {
  readonly #counts = new Map<string, number>()

  next(title: string, extension: string): string {
    const name = fileNameOf(title, 'character')
    for (;;) {
      const key = name.toLowerCase()
      const count = (this.#counts.get(key) ?? 0) + 1
      this.#counts.set(key, count)
      const numbered = count === 1 ? name : `${name} (${count})`
      if (count > 1 && this.#counts.has(numbered.toLowerCase())) continue
      if (count > 1) this.#counts.set(numbered.toLowerCase(), 1)
      return `${numbered}.${extension}`
    }
  }
}
