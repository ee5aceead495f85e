import type { ChatFormat } from '../chat_report.ts'
import { draftHeader, draftMessage, type DraftChat, type DraftMessage, type ReadContext } from '../draft_chat.ts'
import { isDeeper } from '../json_text.ts'
import { chatFileLimits } from '../limits.ts'
import type { Line } from '../split_lines.ts'
import { isObject } from '../values.ts'
import { isHeader, readHeader } from './read_header.ts'
import { readLine, unusedFields } from './read_line.ts'

/** Parses a line. Returns undefined if it isn't JSON, or is nested too deeply. */
export const parseLine = (bytes: Uint8Array): unknown => {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (isDeeper(text, chatFileLimits.depthMax)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether a file with this first line is a chat of SillyTavern, of one of its groups, or of Chub. */
export const isSillyTavern = (first: unknown): boolean =>
  isHeader(first) || (isObject(first) && Object.hasOwn(first, 'mes'))

/** Reads a chat line by line. */
export class SillyTavernReader {
  readonly #speakers = new Set<string>()
  #isChub = false
  #isGroup = false

  constructor(private readonly context: ReadContext) {}

  /** Only final after all messages were read. */
  get format(): ChatFormat {
    if (this.#isChub) return 'chub'
    return this.#isGroup || this.#speakers.size > 1 ? 'sillytavern_group' : 'sillytavern'
  }

  read(first: Line & { kind: 'line' }, rest: AsyncIterable<Line>): DraftChat {
    const line = parseLine(first.bytes)
    if (isHeader(line) && !first.isUtf8) this.context.report.count('notUtf8')
    if (isHeader(line)) return { header: readHeader(line, first.bytes, this.context), messages: this.#messages(rest) }
    return {
      header: draftHeader({ title: this.context.fileTitle }),
      messages: this.#messages(startingWith(first, rest)),
    }
  }

  async *#messages(lines: AsyncIterable<Line>): AsyncGenerator<DraftMessage> {
    const { now, report } = this.context
    for await (const line of lines) {
      const value = line.kind === 'line' ? parseLine(line.bytes) : undefined
      if (line.kind === 'line' && !line.isUtf8) report.count('notUtf8')
      const read = readLine(value, now)
      if (line.kind === 'too_long' || value === undefined || (read === null && !isObject(value)))
        report.count('unreadableLine')
      else if (read !== null) {
        for (const found of read.found) report.count(found)
        for (const field of unusedFields(value as Record<string, unknown>)) report.keep(field)
        this.#isChub ||= read.isChub
        this.#isGroup ||= read.isOfGroup
        if (read.role === 'character' && !read.hidden && read.speaker && this.#speakers.size < 2)
          this.#speakers.add(read.speaker)
        yield { ...read, original: line.bytes, kept: null }
      } else {
        // SillyTavern's extensions write objects without a text. The next export contains them again.
        yield draftMessage({ role: 'character', text: '', hidden: true, original: line.bytes })
      }
    }
  }
}

async function* startingWith(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield first
  yield* rest
}
