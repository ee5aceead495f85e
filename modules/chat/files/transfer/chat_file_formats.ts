import { ChatFileFormats, type ChatFileFormat } from '../ports.ts'

/** The file formats of other apps, which other modules add. */
export class LocalChatFileFormats extends ChatFileFormats {
  readonly #formats = new Map<string, ChatFileFormat>()

  add(format: ChatFileFormat) {
    this.#formats.set(format.name, format)
  }

  find(name: string) {
    return this.#formats.get(name) ?? null
  }
}
