import type { CurrentUser } from '../current_user.ts'

/** One part of a user's export. Streams the JSON of one value in pieces. */
export type ExportSection = (user: CurrentUser) => AsyncIterable<string>

/** The sections of the account export. Each module adds its own at boot. */
export class ExportSections {
  readonly #sections = new Map<string, ExportSection>()

  add(name: string, section: ExportSection) {
    this.#sections.set(name, section)
  }

  /** Streams the file. A truncated file is not valid JSON, so it can't be mistaken for a complete one. */
  write(user: CurrentUser): AsyncGenerator<string> {
    return inChunks(this.#pieces(user))
  }

  async *#pieces(user: CurrentUser): AsyncGenerator<string> {
    yield `{"format":"account-export","version":1,"exportedAt":${JSON.stringify(new Date())}`
    for (const [name, section] of this.#sections) {
      yield `,\n${JSON.stringify(name)}:`
      yield* section(user)
    }
    yield '}\n'
  }
}

/** Characters per chunk, to limit the number of writes. */
const chunkLength = 32_768

/** Joins small pieces, because every write has a fixed cost. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
