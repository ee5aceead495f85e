/**
 * A cheap OpenAI-compatible model as a process: `fork(this file)`, and it sends `{ port }`.
 *
 * The newest message with a pace sets that of the reply, or else the model's name: `mock:t=50,f=100,d=20` is 50 tokens, the first after 100 ms, then one
 * every 20 ms; with `d=0` one per turn of the event loop. A prompt that contains `first=300` moves the first to 300 ms. Tokens are stamped
 * (stamp.mjs).
 */
import http from 'node:http'
import { stampedToken } from './stamp.mjs'
import { serveUntilParentLeaves } from './child.mjs'

let replies = 0
const paceIn = /\bmock:[\w=,]+/

function paceOf(model, messages) {
  const pace = messages.map(({ content }) => paceIn.exec(content)?.[0]).findLast(Boolean) ?? model
  const number = (letter, otherwise) => Number(new RegExp(`[:,]${letter}=(\\d+)`).exec(pace)?.[1] ?? otherwise)
  const prompted = /\bfirst=(\d+)/.exec(messages.at(-1)?.content)
  return { tokens: number('t', 50), firstMs: Number(prompted?.[1] ?? number('f', 0)), delayMs: number('d', 0) }
}

function reply(request, response, { model = 'mock', messages = [], stream_options: options }) {
  const { tokens, firstMs, delayMs } = paceOf(model, messages)
  const base = `"id":"chatcmpl-${++replies}","object":"chat.completion.chunk","created":1700000000,"model":${JSON.stringify(model)}`
  const chunk = (delta, reason) =>
    `data: {${base},"choices":[{"index":0,"delta":${delta},"finish_reason":${reason}}]}\n\n`
  const begun = performance.now()
  let sent = 0
  let timer

  const end = () => {
    response.write(chunk('{}', '"stop"'))
    if (options?.include_usage) {
      const usage = `{"prompt_tokens":10,"completion_tokens":${tokens},"total_tokens":${tokens + 10}}`
      response.write(`data: {${base},"choices":[],"usage":${usage}}\n\n`)
    }
    response.end('data: [DONE]\n\n')
  }
  const step = () => {
    if (response.destroyed) return
    if (sent === tokens) return end()
    const roomLeft = response.write(chunk(`{"content":"${stampedToken(++sent)}"}`, 'null'))
    // Relative to the start, so that late timers don't accumulate.
    if (delayMs > 0) timer = setTimeout(step, Math.max(0, begun + firstMs + sent * delayMs - performance.now()))
    else if (roomLeft) setImmediate(step)
    else response.once('drain', step)
  }

  response.on('close', () => clearTimeout(timer))
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  request.socket.setNoDelay(true)
  if (firstMs > 0) timer = setTimeout(step, firstMs)
  else setImmediate(step)
}

const server = http.createServer((request, response) => {
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    const isReply = request.method === 'POST' && request.url === '/v1/chat/completions'
    const body = isReply ? JSON.parse(Buffer.concat(pieces).toString()) : null
    if (body?.stream) return reply(request, response, body)
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"The mock model only streams chat completions."}}')
  })
})
serveUntilParentLeaves(server)
