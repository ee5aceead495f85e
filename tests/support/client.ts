import http from 'node:http'
import type { ReplyEvent } from '#modules/chat/api'
import { checkDocument } from './check_document.ts'
import { patienceMs, withPatience } from './wait_until.ts'

export interface Answer<Body = any> {
  status: number
  headers: http.IncomingHttpHeaders
  body: Body
  text: string
}

export interface CallOptions {
  method?: string
  body?: unknown
  /** The body to send unchanged, instead of `body`. */
  rawBody?: string | Buffer
  headers?: Record<string, string>
}

export interface StreamHandle {
  status: number
  headers: http.IncomingHttpHeaders
  events: ReplyEvent[]
  /** The body of a response that isn't a stream. */
  text(): string
  /** Waits for a matching event, starting with the first. Throws when the stream ends, or after three minutes without events. */
  waitFor(fits: (event: ReplyEvent) => boolean): Promise<ReplyEvent>
  /** Resolves with all events when the stream ends or breaks. */
  ended: Promise<ReplyEvent[]>
  /** Disconnects. */
  leave(): void
}

/** Matches the session cookie, both over HTTP and HTTPS. */
export const sessionCookie = /^(__Host-)?facet_session=/

let visitors = 0

/** Matches the cookie of `modules/kernel/replicas.ts`. */
const positionCookie = /^facet_written=/

/** An HTTP client that keeps its session cookie, speaks JSON and reads event streams. It checks answers against the OpenAPI document. */
export class Client {
  cookie = ''
  position = ''
  /** A token of the user, for tests that send it themselves. */
  token = ''
  user: any = null

  constructor(readonly url: string) {}

  async call(path: string, { method = 'GET', body, rawBody, headers = {} }: CallOptions = {}): Promise<Answer> {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    return new Promise((resolve, reject) => {
      const request = http.request(
        this.url + path,
        { method, headers: this.#headers(payload, headers), agent: false, timeout: patienceMs },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const [cookie] = (response.headers['set-cookie'] ?? []).filter((line) => sessionCookie.test(line))
            if (cookie) this.cookie = cookie.split(';')[0]!
            const position = response.headers['set-cookie']?.find((line) => positionCookie.test(line))
            if (position) this.position = position.split(';')[0]!
            const text = Buffer.concat(chunks).toString()
            const isJson = (response.headers['content-type'] ?? '').includes('application/json')
            const answer = {
              status: response.statusCode!,
              headers: response.headers,
              body: isJson ? JSON.parse(text) : null,
              text,
            }
            try {
              if (isJson) checkDocument({ method, path, ...answer })
              resolve(answer)
            } catch (error) {
              reject(error)
            }
          })
        }
      )
      request.on('error', reject)
      request.on('timeout', () => request.destroy(new Error(`No response to ${method} ${path}`)))
      request.end(payload)
    })
  }

  get = (path: string) => this.call(path)
  post = (path: string, body?: unknown) => this.call(path, { method: 'POST', body })
  put = (path: string, body?: unknown) => this.call(path, { method: 'PUT', body })
  delete = (path: string) => this.call(path, { method: 'DELETE' })

  /** Registers and stays signed in. */
  async register(fields: Record<string, unknown> = {}): Promise<this> {
    const email = `visitor-${process.pid}-${Date.now().toString(36)}-${++visitors}@example.test`
    const answer = await this.call('/api/register', {
      method: 'POST',
      body: { email, password: 'correct horse', firstName: 'Robin', ...fields },
      headers: { accept: 'application/json' },
    })
    if (answer.status !== 201) throw new Error(`register: ${answer.status} ${answer.text}`)
    this.user = answer.body
    return this
  }

  /** Returns a client with the same session at another server. */
  at(url: string): Client {
    return Object.assign(new Client(url), { cookie: this.cookie, user: this.user })
  }

  /** Requests a stream. Resolves when the headers have arrived. */
  stream(path: string, options: CallOptions = {}): Promise<StreamHandle> {
    const payload = options.body === undefined ? undefined : JSON.stringify(options.body)
    return new Promise((resolve, reject) => {
      const method = options.method ?? (payload ? 'POST' : 'GET')
      const request = http.request(
        this.url + path,
        { method, headers: this.#headers(payload, options.headers ?? {}), agent: false },
        (response) => resolve(readStream(request, response))
      )
      request.on('error', reject)
      request.end(payload)
    })
  }

  /** Sends a message and reads the reply to its end. */
  async say(characterId: string, body: Record<string, unknown>): Promise<ReplyEvent[]> {
    const stream = await this.stream(`/api/chats/${characterId}/stream`, { method: 'POST', body })
    if (stream.status !== 200) throw new Error(`stream: ${stream.status} ${stream.text()}`)
    return stream.ended
  }

  #headers(payload: string | Buffer | undefined, headers: Record<string, string>): Record<string, string> {
    return {
      // Browsers do this. With "close", the server may close the connection before it has read a refused body, and the answer is lost.
      connection: 'keep-alive',
      ...(this.cookie ? { cookie: [this.cookie, this.position].filter(Boolean).join('; ') } : {}),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    }
  }
}

const readStream = (request: http.ClientRequest, response: http.IncomingMessage): StreamHandle => {
  const events: ReplyEvent[] = []
  let text = ''
  let rest = ''
  let change = Promise.withResolvers<void>()
  let over = false
  const wake = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (!line.startsWith('data: ')) continue
      events.push(JSON.parse(line.slice(6)))
    }
    wake()
  })
  const ended = new Promise<ReplyEvent[]>((resolve) => {
    const finish = () => {
      over = true
      wake()
      resolve(events)
    }
    response.on('end', finish)
    response.on('error', finish)
    response.on('close', finish)
  })
  return {
    status: response.statusCode!,
    headers: response.headers,
    events,
    text: () => text,
    ended,
    leave: () => request.destroy(),
    async waitFor(fits) {
      const received = () => JSON.stringify(events).slice(0, 500)
      for (let seen = 0; ;) {
        for (; seen < events.length; seen++) if (fits(events[seen]!)) return events[seen]!
        if (over) throw new Error(`The stream ended first: ${received()}`)
        await withPatience(received, change.promise)
      }
    },
  }
}

/** Returns the text of a stream's chunks. */
export const textOf = (events: readonly ReplyEvent[]): string =>
  events.map((event) => (event.type === 'aiChunk' ? event.content : '')).join('')
