import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import { fail, ok, type Result } from '#modules/kernel/result'
import { PictureSettings } from '../../index.ts'
import { uploadBytesMax } from '../../api.ts'

/** `gone`: the client disconnected. */
export type ReceivingRefusal = { kind: 'too_large' | 'too_slow' | 'gone' }

/** Limits the form's headers and other fields. */
const overheadBytesMax = 16_384
const bytesMax = uploadBytesMax + overheadBytesMax
/** Limits for draining the body after a refusal. Clients read the response only after they have sent their body. */
const drainLimits = { bytesMax: 20_000_000, timeoutMs: 5_000 }

/** Streams a form into a file without parsing it, within limits of size and time. */
@inject()
export class FormReceiver {
  constructor(private readonly settings: PictureSettings) {}

  async receive(request: IncomingMessage, file: string): Promise<Result<void, ReceivingRefusal>> {
    const received = await this.#receive(request, file)
    if (!received.ok) drain(request)
    return received
  }

  async #receive(request: IncomingMessage, file: string): Promise<Result<void, ReceivingRefusal>> {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return fail({ kind: 'too_large' })
    const tooSlow = AbortSignal.timeout(this.settings.receiveTimeoutMs)
    let isTooLarge = false
    const bounded = async function* () {
      let bytes = 0
      // Leaving the loop must not close the connection, because it still carries the response.
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

const drain = (request: IncomingMessage) => {
  if (request.destroyed || request.complete) return void request.resume()
  let bytes = 0
  const disconnect = () => request.socket.destroy()
  const timer = setTimeout(disconnect, drainLimits.timeoutMs).unref()
  request
    .on('data', (chunk: Buffer) => (bytes += chunk.byteLength) > drainLimits.bytesMax && disconnect())
    .once('end', () => clearTimeout(timer))
    .once('error', () => clearTimeout(timer))
    .resume()
}
