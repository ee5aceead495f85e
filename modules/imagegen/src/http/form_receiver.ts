import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { fail, ok, type Result } from '#modules/kernel/result'
import { uploadBytesMax } from '../../api.ts'

/** `gone`: who sent it has hung up. */
export type ReceivingRefusal = { kind: 'too_large' | 'too_slow' | 'gone' }

/** What a form may have around its file. */
const aroundFileMax = 16_384
const bytesMax = uploadBytesMax + aroundFileMax
/** How much more, and for how long, is taken from who was refused: unread, it would keep them from reading why. */
const afterRefusal = { bytesMax: 20_000_000, timeoutMs: 5_000 }

/** Receives a form into a file, without looking into it. It takes neither more bytes nor more time than it may. */
export class FormReceiver {
  constructor(private readonly timeoutMs: number) {}

  async receive(request: IncomingMessage, file: string): Promise<Result<void, ReceivingRefusal>> {
    const received = await this.#receive(request, file)
    if (!received.ok) discard(request)
    return received
  }

  async #receive(request: IncomingMessage, file: string): Promise<Result<void, ReceivingRefusal>> {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return fail({ kind: 'too_large' })
    const tooSlow = AbortSignal.timeout(this.timeoutMs)
    let isTooLarge = false
    const bounded = async function* () {
      let bytes = 0
      // A refusal is still to be answered over the request's connection, so leaving the loop must not end it.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.byteLength
        isTooLarge = bytes > bytesMax
        if (isTooLarge) return
        yield chunk
      }
    }
    try {
      await pipeline(bounded, createWriteStream(file), { signal: tooSlow })
    } catch (error) {
      if (tooSlow.aborted) return fail({ kind: 'too_slow' })
      if (request.destroyed || request.errored) return fail({ kind: 'gone' })
      throw error
    }
    return isTooLarge ? fail({ kind: 'too_large' }) : ok(undefined)
  }
}

const discard = (request: IncomingMessage) => {
  if (request.destroyed || request.complete) return void request.resume()
  let bytes = 0
  const hangUp = () => request.socket.destroy()
  const timer = setTimeout(hangUp, afterRefusal.timeoutMs).unref()
  request
    .on('data', (chunk: Buffer) => (bytes += chunk.byteLength) > afterRefusal.bytesMax && hangUp())
    .once('end', () => clearTimeout(timer))
    .once('error', () => clearTimeout(timer))
    .resume()
}
