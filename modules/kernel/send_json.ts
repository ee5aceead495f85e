import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'

/** How much of a response is encoded in a turn of the event loop, in UTF-16 units, plus one text. */
export const turnLength = 262_144

/** Sends a value of up to several megabytes as JSON. Texts must have limits. */
export const sendJson = ({ response }: Pick<HttpContext, 'response'>, value: object) => {
  const batches = batchesOf(value)
  const first = batches.next().value!
  response.header('Content-Type', 'application/json; charset=utf-8')
  if (first.length < turnLength) return response.send(first)
  return response.stream(Readable.from(inTurns(first, batches), { objectMode: false }))
}

/** Encodes a value of up to several megabytes as JSON, in turns of the event loop. */
export const jsonInTurns = (value: unknown): AsyncGenerator<string> => {
  const batches = batchesOf(value)
  return inTurns(batches.next().value!, batches)
}

async function* inTurns(first: string, others: Iterable<string>) {
  yield first
  for (const batch of others) {
    await yieldToEventLoop()
    yield batch
  }
}

/** Encodes a value as `JSON.stringify` does. All batches but the last have at least `turnLength`. */
export function* batchesOf(value: unknown): Generator<string, void> {
  let batch = ''
  for (const piece of piecesOf(value)) {
    batch += piece
    if (batch.length < turnLength) continue
    yield batch
    batch = ''
  }
  yield batch
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    yield '['
    for (let at = 0; at < value.length; at++) {
      if (at > 0) yield ','
      yield* piecesOf(value[at])
    }
    yield ']'
  } else {
    yield '{'
    let separator = ''
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined) continue
      yield `${separator}${JSON.stringify(key)}:`
      yield* piecesOf(inner)
      separator = ','
    }
    yield '}'
  }
}
