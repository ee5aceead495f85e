import type { ImportedHeader, ImportedMessage } from '#modules/chat/index'
import type { ChatReport } from '../formats/chats/chat_report.ts'
import { readChatFile, type ChatEvent, type ReadOptions } from '../formats/chats/read_chat_file.ts'

/** The current time of these tests. */
export const now = Date.UTC(2026, 0, 1)

export interface ReadChat {
  header: ImportedHeader
  messages: ImportedMessage[]
}

export interface ReadFile {
  chats: ReadChat[]
  report: ChatReport | null
  refusal: { code: string; message: string } | null
}

/** Groups the events of a file by chat. */
export const collect = async (events: AsyncIterable<ChatEvent>): Promise<ReadFile> => {
  const file: ReadFile = { chats: [], report: null, refusal: null }
  for await (const event of events) {
    if (file.report || file.refusal) throw new Error('An event came after the last one')
    if (event.kind === 'chat') file.chats.push({ header: event.header, messages: [] })
    else if (event.kind === 'message') file.chats.at(-1)!.messages.push(event.message)
    else if (event.kind === 'end') file.report = event.report
    else file.refusal = { code: event.code, message: event.message }
  }
  if (!file.report && !file.refusal) throw new Error('The last event is missing')
  return file
}

/** Yields the bytes in chunks of this size. */
export async function* inChunks(bytes: Uint8Array, size = bytes.byteLength): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

export interface ReadFileOptions extends Partial<ReadOptions> {
  chunkBytes?: number
}

export const readFile = (content: string | Uint8Array, { chunkBytes, ...options }: ReadFileOptions = {}) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return collect(
    readChatFile(inChunks(bytes, chunkBytes), {
      fileName: null,
      now,
      character: { name: 'Mo Vale', greetings: [] },
      ...options,
    })
  )
}

/** Reads a file with a single chat. Throws for other files. */
export const readOne = async (content: string | Uint8Array, options?: ReadFileOptions) => {
  const { chats, report, refusal } = await readFile(content, options)
  if (refusal || chats.length !== 1) throw new Error(refusal?.message ?? `There are ${chats.length} chats.`)
  return { ...chats[0]!, report: report! }
}

/** Returns JSON Lines. Strings stay as they are. */
export const lines = (...values: unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')

export const header = (more: object = {}) => ({
  user_name: 'Ann',
  character_name: 'Mo Vale',
  create_date: '2024-06-05T14:56:50.682Z',
  chat_metadata: {},
  ...more,
})

export const said = (mes: string, more: object = {}) => ({
  name: 'Ann',
  is_user: true,
  is_system: false,
  send_date: '2024-06-05T15:00:00.000Z',
  mes,
  extra: {},
  ...more,
})

export const answered = (mes: string, more: object = {}) => ({
  name: 'Mo Vale',
  is_user: false,
  is_system: false,
  send_date: '2024-06-05T15:01:00.000Z',
  mes,
  extra: { api: 'openai', model: 'gpt' },
  ...more,
})

export const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes))

/** Returns the messages in short form, where `>` marks the user's, `#` lines for exports only, and `~` messages hidden from prompts. */
export const inShort = (messages: readonly ImportedMessage[]): string[] =>
  messages.map(
    ({ role, hidden, isHiddenFromPrompts, speaker, text, alternates, selected }) =>
      `${hidden ? '#' : ''}${isHiddenFromPrompts ? '~' : ''}${role === 'user' ? '>' : '<'} ${speaker ? `${speaker}: ` : ''}` +
      (alternates.length > 0
        ? alternates.map((answer, index) => (index === selected ? `[${answer.text}]` : answer.text)).join(' | ')
        : text)
  )
