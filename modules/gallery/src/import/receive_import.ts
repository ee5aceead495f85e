import type { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../domain/limits.ts'
import { EntryReader, MalformedImport, type ReadEntry } from './read_entries.ts'

export type BodyRefusal = { kind: 'too_large' } | { kind: 'malformed'; message: string } | { kind: 'too_many' }

/**
 * Receives and checks the whole body before the first entry is stored, so an incomplete, malformed or oversized body changes nothing.
 * Buffers bytes, because parsed objects would need several times the memory.
 */
export const receiveImport = async (body: Readable): Promise<Result<AsyncIterable<ReadEntry>, BodyRefusal>> => {
  const received = await receive(body)
  // Drains the rest of a refused body. Clients read the answer only after they have sent everything.
  if (!received.ok) body.resume()
  return received
}

const receive = async (body: Readable): Promise<Result<AsyncIterable<ReadEntry>, BodyRefusal>> => {
  const chunks: Uint8Array[] = []
  const reader = new EntryReader()
  let bytes = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > limits.importBytesMax) return fail({ kind: 'too_large' })
      for (const entry of reader.read(chunk)) if ('problem' in entry) return fail(unreadable(reader.entries - 1, entry))
      if (reader.entries > limits.importEntriesMax) return fail({ kind: 'too_many' })
      chunks.push(chunk)
    }
    reader.end()
  } catch (error) {
    if (error instanceof MalformedImport) return fail({ kind: 'malformed', message: error.message })
    // The client closed the connection.
    if (body.errored) return fail({ kind: 'malformed', message: 'The body is incomplete.' })
    throw error
  }
  return ok(entriesOf(chunks))
}

const unreadable = (index: number, { problem }: { problem: string }): BodyRefusal => ({
  kind: 'malformed',
  message: `Entry ${index}: ${problem}`,
})

async function* entriesOf(chunks: Uint8Array[]) {
  const reader = new EntryReader()
  for (const chunk of chunks) {
    yield* reader.read(chunk)
    await yieldToEventLoop()
  }
}
