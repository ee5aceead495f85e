import net from 'node:net'

export interface WireAnswer {
  status: number
  /** The names are in lower case. */
  headers: [string, string][]
  text: string
  /** The time from the first byte sent to the last byte read. */
  ms: number
  /** Bytes after the end of the response. */
  more: string
}

export interface WireOptions {
  /** The response has no body. */
  isHead?: boolean
  /** Stops sending after the last byte, like a lost connection. */
  endsAfter?: boolean
  /** Uses a new connection and doesn't keep it. */
  isAlone?: boolean
}

/** The server must send something within this time. */
const silenceMs = 60_000
/** A stream is closed after its first event, or after this time. */
const listenMs = 400

/**
 * An HTTP/1.1 client on a raw socket, which can send and receive any bytes. Keeps one connection. `send` resolves to null if the server
 * closes the connection without a response.
 */
export class Wire {
  readonly #host: string
  readonly #port: number
  #kept: net.Socket | null = null

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  async send(bytes: Buffer, options: WireOptions = {}): Promise<WireAnswer | null> {
    const kept = options.isAlone ? null : this.#take()
    const first = await this.#exchange(kept ?? this.#open(), bytes, options)
    // The server may have just closed the kept connection.
    if (first === null && kept) return this.#exchange(this.#open(), bytes, options)
    return first
  }

  close() {
    this.#kept?.destroy()
    this.#kept = null
  }

  #open(): net.Socket {
    const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true, allowHalfOpen: true })
    // An error also emits `close`, which is handled.
    socket.on('error', () => {})
    return socket
  }

  #take(): net.Socket | null {
    const socket = this.#kept
    this.#kept = null
    return socket && !socket.destroyed && socket.readable && socket.writable ? socket : null
  }

  #exchange(socket: net.Socket, bytes: Buffer, { isHead = false, endsAfter = false, isAlone = false }: WireOptions) {
    return new Promise<WireAnswer | null>((resolve, reject) => {
      const began = performance.now()
      const reader = new AnswerReader(isHead)
      let listening: NodeJS.Timeout | undefined
      const silence = setTimeout(() => {
        finish()
        socket.destroy()
        reject(new Error(`no answer in ${silenceMs / 1_000} s`))
      }, silenceMs)
      const finish = () => {
        clearTimeout(silence)
        clearTimeout(listening)
        socket.removeListener('data', onData)
        socket.removeListener('close', onClose)
        socket.removeListener('end', onEnd)
      }
      const settle = (mayKeep: boolean) => {
        finish()
        const answer = reader.answer(performance.now() - began)
        if (mayKeep && !isAlone && !endsAfter && answer && answer.more === '' && reader.isKept) this.#kept = socket
        else socket.destroy()
        resolve(answer)
      }
      const onData = (data: Buffer) => {
        silence.refresh()
        reader.add(data)
        if (reader.isDone || reader.hasEvent) return settle(reader.isDone)
        if (reader.isStream) listening ??= setTimeout(() => settle(false), listenMs)
      }
      const onEnd = () => {
        reader.end()
        settle(false)
      }
      const onClose = () => settle(false)
      socket.on('data', onData).once('end', onEnd).once('close', onClose)
      socket.write(bytes)
      if (endsAfter) socket.end()
    })
  }
}

/** Parses one response incrementally. */
class AnswerReader {
  isDone = false
  isStream = false
  isKept = true
  #bytes: Buffer = Buffer.alloc(0)
  #head: { status: number; headers: [string, string][] } | null = null
  #body: Buffer[] = []
  #bodyBytes = 0
  #length: number | 'chunked' | 'until the end' = 0

  constructor(private readonly isHead: boolean) {}

  get hasEvent() {
    return this.isStream && this.#bodyBytes > 0
  }

  add(data: Buffer) {
    this.#bytes = this.#bytes.length === 0 ? data : Buffer.concat([this.#bytes, data])
    if (!this.#head && !this.#readHead()) return
    if (this.#length === 'chunked') this.#readChunks()
    else this.#readBytes(this.#length)
  }

  /** Ends the input. */
  end() {
    if (this.#head && this.#length === 'until the end') this.isDone = true
  }

  answer(ms: number): WireAnswer | null {
    if (!this.#head) return null
    return {
      ...this.#head,
      text: Buffer.concat(this.#body).toString(),
      ms,
      more: this.isDone ? this.#bytes.toString('latin1') : '',
    }
  }

  #readHead(): boolean {
    const end = this.#bytes.indexOf('\r\n\r\n')
    if (end === -1) return false
    const [first = '', ...lines] = this.#bytes.subarray(0, end).toString('latin1').split('\r\n')
    this.#bytes = this.#bytes.subarray(end + 4)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? Number.NaN)
    if (status >= 100 && status < 200) return this.#readHead()
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
    const of = (name: string) => headers.find(([one]) => one === name)?.[1]
    this.#head = { status, headers }
    this.isStream = (of('content-type') ?? '').startsWith('text/event-stream')
    this.isKept = of('connection') !== 'close'
    if (this.isHead || status === 204 || status === 304) this.#length = 0
    else if (of('transfer-encoding') === 'chunked') this.#length = 'chunked'
    else this.#length = of('content-length') === undefined ? 'until the end' : Number(of('content-length'))
    return true
  }

  #keep(bytes: Buffer) {
    this.#body.push(bytes)
    this.#bodyBytes += bytes.length
  }

  #readBytes(length: number | 'until the end') {
    const wanted = length === 'until the end' ? this.#bytes.length : length - this.#bodyBytes
    this.#keep(this.#bytes.subarray(0, wanted))
    this.#bytes = this.#bytes.subarray(wanted)
    if (length === this.#bodyBytes) this.isDone = true
  }

  #readChunks() {
    for (;;) {
      const line = this.#bytes.indexOf('\r\n')
      if (line === -1) return
      const size = Number.parseInt(this.#bytes.subarray(0, line).toString('latin1'), 16)
      if (this.#bytes.length < line + 2 + size + 2) return
      this.#keep(this.#bytes.subarray(line + 2, line + 2 + size))
      this.#bytes = this.#bytes.subarray(line + 2 + size + 2)
      if (size === 0) return void (this.isDone = true)
    }
  }
}
