import type { CurrentUser } from '../current_user.ts'

/** Gives one part of what there is of a user: the JSON of a value, in pieces of which few are in memory at once. */
export type ExportSection = (user: CurrentUser) => AsyncIterable<string>

/** What goes into the file in which people take their data with them. Each module adds its own part when it boots. */
export class ExportSections {
  readonly #sections = new Map<string, ExportSection>()

  add(name: string, section: ExportSection) {
    this.#sections.set(name, section)
  }

  /** The whole file, piece by piece. It is whole when it ends as JSON does. */
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

/** Enough to be worth a write of its own. */
const chunkLength = 32_768

/** Small pieces together: each that is sent costs more than the text in it. */
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
