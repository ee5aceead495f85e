import type { ImportedHeader, ImportedMessage } from '#modules/chat/index'
import { ChatRefused } from './chat_refused.ts'
import type { ChatReport } from './chat_report.ts'
import type { ChatEvent } from './read_chat_file.ts'

/** Divides the events of a file into its chats. Throws `ChatRefused` once the reader refuses the file. */
export class ChatsOfFile {
  #report: ChatReport | null = null

  constructor(private readonly events: AsyncGenerator<ChatEvent>) {}

  /** Only available after the last chat. */
  get report(): ChatReport {
    return this.#report!
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<{
    header: ImportedHeader
    messages: AsyncIterable<ImportedMessage>
  }> {
    try {
      let event = await this.#next()
      while (event.kind === 'chat') {
        let after: ChatEvent | null = null
        const next = () => this.#next()
        const messages = async function* (): AsyncGenerator<ImportedMessage> {
          for (;;) {
            after = await next()
            if (after.kind !== 'message') return
            yield after.message
          }
        }
        yield { header: event.header, messages: messages() }
        if (after === null) throw new Error('The messages of a chat have not been read')
        event = after
      }
      if (event.kind === 'end') this.#report = event.report
    } finally {
      await this.events.return(undefined)
    }
  }

  async #next(): Promise<ChatEvent> {
    const { done, value } = await this.events.next()
    if (done) throw new Error('The reader of chats has ended without a report')
    if (value.kind === 'refused') throw new ChatRefused(value.code, value.message)
    return value
  }
}
