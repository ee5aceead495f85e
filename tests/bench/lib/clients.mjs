/**
 * A client of each side: `{ say(text, onText) }`. `say` sends a message, reports the reply's text as it arrives, and resolves when the
 * reply is saved. Anything else is an error.
 */
import http from 'node:http'
import { DataLines } from './sse.mjs'

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 1024 })
const timeoutMs = 30_000

/**
 * Makes a call. With `onText`, a successful body is streamed, otherwise it is collected. Resolves to `{ status, headers, text }`.
 */
function call(method, url, { headers = {}, body, onText } = {}) {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const described =
      sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    const request = http.request(url, { method, agent, headers: { ...described, ...headers } }, (response) => {
      const collects = onText === undefined || response.statusCode !== 200
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        if (collects) text += piece
        else onText(piece)
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
      response.on('error', reject)
    })
    request.setNoDelay(true)
    request.setTimeout(timeoutMs, () => request.destroy(new Error(`no byte for ${timeoutMs / 1000} s`)))
    request.on('error', reject)
    request.end(sent)
  })
}

/** Makes a JSON call that must succeed. Resolves to `{ json, headers }`. */
export async function callJson(method, url, { cookie, body } = {}) {
  const headers = { accept: 'application/json', ...(cookie && { cookie }) }
  const { status, headers: received, text } = await call(method, url, { headers, body })
  if (status >= 400) throw new Error(`${method} ${new URL(url).pathname} answered ${status}: ${text.slice(0, 200)}`)
  return { json: text === '' ? null : JSON.parse(text), headers: received }
}

/** Converts `set-cookie` headers to a `cookie` header. */
export const cookieOf = (headers) => (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')

/** Converts a `cookie` header to `{ name, value }` pairs for a browser. */
export const cookiesIn = (cookie) =>
  cookie.split('; ').map((pair) => {
    const [name, value] = pair.split(/=(.*)/s, 2)
    return { name, value }
  })

export async function stream(url, { headers, body }, onEvent) {
  let failure = null
  const lines = new DataLines((payload) => {
    try {
      onEvent(JSON.parse(payload))
    } catch (error) {
      failure ??= error
    }
  })
  const { status, text } = await call('POST', url, { headers, body, onText: (piece) => lines.push(piece) })
  if (status !== 200) throw new Error(`the stream answered ${status}: ${text.slice(0, 120)}`)
  if (failure !== null) throw failure
}

function floorClient({ url }, { model }, index) {
  return {
    async say(text, onText) {
      let done = false
      await stream(`${url}/chat`, { headers: {}, body: { chatId: index + 1, text, model } }, (event) => {
        if (event.t === 'delta') onText(event.text)
        else if (event.t === 'done') done = true
        else throw new Error(event.message)
      })
      if (!done) throw new Error('the stream ended without its last event')
    },
  }
}

/** A new session every five replies keeps the prompt short, because the floor has none. */
export const repliesPerSession = 5

/** Uses one user per chat. With fewer users, each has several chats with different characters. */
function facetClient({ url, characterIds, cookies }, { tier }, index) {
  const characterId = characterIds[Math.floor(index / cookies.length)]
  const headers = { cookie: cookies[index % cookies.length] }
  let sent = 0
  let sessionId
  const begin = async () => {
    const { json } = await callJson('GET', `${url}/api/chats/${characterId}?new=true`, headers)
    sessionId = json.session.id
    sent = 0
  }
  return {
    async say(text, onText) {
      if (sessionId === undefined || sent === repliesPerSession) await begin()
      sent++
      let received = ''
      let saved = null
      const body = { content: text, model: tier, sessionId }
      await stream(`${url}/api/chats/${characterId}/stream`, { headers, body }, (event) => {
        if (event.type === 'aiChunk') {
          received += event.content
          onText(event.content)
        } else if (event.type === 'aiComplete') saved = event.message
        else if (event.error) throw new Error(event.error)
      })
      if (saved === null) throw new Error('the stream ended without aiComplete')
      // Saving a reply may drop a leading blank, nothing else.
      if (saved.content.trim() !== received.trim()) throw new Error('the saved reply is not the one that was streamed')
    },
  }
}

export const clients = { floor: floorClient, facet: facetClient }
