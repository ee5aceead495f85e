import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { ProviderError } from './errors.ts'

type Bytes = AsyncIterableIterator<Uint8Array, undefined>
type Step = IteratorResult<Uint8Array, undefined>

/**
 * Decompresses a body, as its first bytes and `content-encoding` say. Some servers compress without being asked, and some proxies
 * decompress but keep the header. Returns an uncompressed body itself.
 */
export function decompressed(body: Bytes, headers: Record<string, string>): Bytes {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  const type = headers['content-type'] ?? ''
  // Without a header, only texts are looked at, because an archive should stay one.
  const isText = type === '' || /text|json|event-stream|octet-stream/i.test(type)
  if (encoding === '' && !isText) return body
  return new Decompressed(body, encoding)
}

class Decompressed implements Bytes {
  readonly #source: Bytes
  readonly #encoding: string
  #output: AsyncIterator<Uint8Array, undefined> | null = null
  #decoder: Transform | null = null

  constructor(source: Bytes, encoding: string) {
    this.#source = source
    this.#encoding = encoding
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step> {
    return this.#output ? this.#output.next() : this.#first()
  }

  async return(): Promise<Step> {
    this.#decoder?.destroy()
    return (await this.#source.return?.()) ?? { done: true, value: undefined }
  }

  /** Reads the first bytes and decides. From then on, an uncompressed body is passed through without another promise. */
  async #first(): Promise<Step> {
    const step = await this.#source.next()
    if (step.done) return step
    this.#decoder = decoderFor(step.value, this.#encoding)
    if (!this.#decoder) {
      this.#output = this.#source
      return step
    }
    this.#output = this.#decode(step.value, this.#decoder)
    return this.#output.next()
  }

  #decode(first: Uint8Array, decoder: Transform): AsyncIterator<Uint8Array, undefined> {
    const source = this.#source
    const bytes = async function* () {
      yield first
      yield* source
    }
    pipeline(Readable.from(bytes(), { objectMode: false }), decoder, () => {})
    const output = decoder[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
    return {
      next: () =>
        output.next().catch((error: unknown) => {
          if (error instanceof ProviderError) throw error
          throw new ProviderError('invalid_response', 'The provider sent a response that can’t be decompressed.')
        }),
    }
  }
}

/** Whether the bytes begin like a text that we expect, whatever the header says. The first byte alone may be compressed. */
const isPlain = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf|data:|event:|id: |retry:|: |[\r\n]{2}|\{["\s}]|\[[{"]|<[!a-z?])/i.test(
    Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  )

/** Returns what has arrived of a stream that breaks off. */
const gentle = { finishFlush: constants.Z_SYNC_FLUSH }

function decoderFor(bytes: Uint8Array, encoding: string): Transform | null {
  const [first = 0, second = 0] = bytes
  if (first === 0x1f && second === 0x8b) return createGunzip(gentle)
  if (first === 0x28 && second === 0xb5 && bytes[2] === 0x2f) return createZstdDecompress()
  if (encoding === '' || encoding === 'identity' || isPlain(bytes)) return null
  if (/\bbr\b/.test(encoding)) return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  if (/deflate/.test(encoding)) return (first & 0x0f) === 8 ? createInflate(gentle) : createInflateRaw(gentle)
  // A gzip body whose first bytes came one by one.
  return /gzip/.test(encoding) ? createGunzip(gentle) : null
}
