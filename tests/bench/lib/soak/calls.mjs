import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a call is retried. */
const patienceMs = 180_000
/** A timeout that is longer than any response and than the interval of pings. */
const silenceMs = 90_000

/** The connection broke after the request was sent, so the outcome is unknown. */
export class Unknown extends Error {}

/**
 * Calls all processes in turn, like a load balancer: skips processes that refuse connections, and retries a 503 elsewhere after its
 * `Retry-After`. Records unexpected responses.
 */
export class Caller {
  cookie = ''
  #fleet
  #journal

  constructor(fleet, journal) {
    this.#fleet = fleet
    this.#journal = journal
  }

  /** Returns `{ status, json, text, headers, location }`. Throws `Unknown` unless the call may be repeated. */
  async call(method, path, options = {}) {
    const { isRepeatable = method === 'GET' } = options
    const deadline = Date.now() + patienceMs
    for (;;) {
      try {
        const answer = await this.open(method, path, options)
        const text = await answer.text()
        if (answer.status === 503 && Date.now() < deadline) {
          await sleep(Math.min(1000, Number(answer.headers['retry-after'] ?? 1) * 200))
          continue
        }
        return { ...answer, text, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null }
      } catch (error) {
        if (!(error instanceof Unknown) || !isRepeatable || Date.now() > deadline) throw error
        await sleep(50)
      }
    }
  }

  /** Returns the start of a response: `{ port, status, headers, body, text(), leave() }`. Throws `Unknown`. */
  async open(method, path, { body, raw, headers = {} } = {}) {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const member = this.#fleet.next()
      const answer = await this.#ask(member, method, path, { body, raw, headers })
      if (answer !== null) return answer
      if (Date.now() > deadline) throw new Error(`No process took ${method} ${path} for ${patienceMs / 1000} s.`)
      await sleep(20)
    }
  }

  /** Resolves to null if the connection is refused. */
  #ask(member, method, path, { body, raw, headers }) {
    const { port } = member
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const described =
      sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    return new Promise((resolve, reject) => {
      const request = http.request(this.#fleet.url(member) + path, {
        method,
        agent: false,
        headers: { accept: 'application/json', ...described, ...(this.cookie && { cookie: this.cookie }), ...headers },
      })
      const broke = (error) => {
        if (error.code === 'ECONNREFUSED') return resolve(null)
        this.#journal.broke(port, error.code ?? error.message, method, path)
        reject(new Unknown(`${method} ${path} at ${port}: ${error.message}`))
      }
      request.setTimeout(silenceMs, () => request.destroy(new Error(`silent for ${silenceMs / 1000} s`)))
      request.once('error', broke)
      request.once('response', (response) => {
        request.off('error', broke)
        request.on('error', () => {})
        const { statusCode: status } = response
        for (const line of response.headers['set-cookie'] ?? []) {
          if (line.startsWith('facet_session=')) this.cookie = line.split(';', 1)[0]
        }
        response.setEncoding('utf8')
        const text = () => this.#collect(response, port, method, path)
        resolve({ port, status, headers: response.headers, body: response, text, leave: () => request.destroy() })
      })
      request.end(sent)
    })
  }

  #collect(response, port, method, path) {
    return new Promise((resolve, reject) => {
      let text = ''
      const broke = () => {
        if (response.readableEnded) return
        this.#journal.broke(port, 'broke off', method, path)
        reject(new Unknown(`${method} ${path} at ${port} broke off`))
      }
      if (response.destroyed) return broke()
      response.on('data', (piece) => (text += piece))
      response.on('error', () => {})
      response.once('close', broke)
      response.once('end', () => {
        if (response.statusCode >= 500) this.#journal.failed(port, response.statusCode, method, path, text)
        resolve(text)
      })
    })
  }
}

/** Yields the events of a stream. Ends silently when it breaks. */
export async function* eventsOf({ body }) {
  let rest = ''
  try {
    for await (const piece of body) {
      rest += piece
      for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
        const frame = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (frame.startsWith('data: ')) yield JSON.parse(frame.slice(6))
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw error
  }
}
