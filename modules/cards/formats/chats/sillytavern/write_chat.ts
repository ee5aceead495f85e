import type { ExportedChat } from '#modules/chat/index'
import { writeHeader } from './write_header.ts'
import { writeLine } from './write_line.ts'

/**
 * Writes a chat as SillyTavern's JSON Lines, in UTF-8 without a byte order mark. A line feed follows each line. `now` is in epoch
 * milliseconds.
 */
export async function* writeSillyTavern(chat: ExportedChat, now: number): AsyncGenerator<Uint8Array> {
  if (hasHeader(chat)) yield* line(writeHeader(chat))
  for await (const message of chat.messages)
    yield* line(message.kind === 'hidden' ? message.original : writeLine(message, chat.names, now))
}

const lineFeed = new Uint8Array([0x0a])

function* line(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes
  yield lineFeed
}

/** Whether a chat has a header. Files of old groups have none, and only get a header if title, pins or settings have changed. */
const hasHeader = ({ title, pins, settings, imported }: ExportedChat): boolean =>
  imported === null ||
  imported.format !== 'sillytavern' ||
  imported.header !== null ||
  Object.values(settings).some((value) => value !== null) ||
  JSON.stringify([title, pins]) !== JSON.stringify([imported.title, imported.pins])
