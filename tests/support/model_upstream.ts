import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Call {
  /** `/v1/chat/completions`, or `/api/chat` for the provider ollama. */
  path: string
  /** The parsed request body. */
  body: any
  response: http.ServerResponse
  /** Sends an event with these delta fields and an optional finish reason. */
  event(delta: object, finishReason?: string): void
  /** Sends one delta. */
  delta(text: string): void
  /** Ends the reply, like OpenAI. */
  finish(reason?: string): void
  /** Resolves when the client closed the connection or the response is sent. */
  closed: Promise<void>
}

export interface ModelUpstream {
  url: string
  /** Handles the next calls. */
  answer: (call: Call) => void | Promise<void>
  calls: Call[]
  close(): Promise<void>
}

/** Starts an OpenAI-compatible model that the test controls. */
export const startModelUpstream = async (
  answer: ModelUpstream['answer'] = speak(['Hello', ' there', '.'])
): Promise<ModelUpstream> => {
  const calls: Call[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const call = toCall(request.url!, JSON.parse(Buffer.concat(chunks).toString() || '{}'), response)
      calls.push(call)
      void Promise.resolve(upstream.answer(call)).catch(() => response.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upstream: ModelUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    answer,
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return upstream
}

const toCall = (path: string, body: unknown, response: http.ServerResponse): Call => {
  response.on('error', () => {})
  const open = () => {
    if (response.headersSent) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
  }
  const send = (event: unknown) => {
    open()
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  return {
    path,
    body,
    response,
    event: (delta, reason) => send({ choices: [{ index: 0, delta, finish_reason: reason ?? null }] }),
    delta: (text) => send({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
    finish: (reason = 'stop') => {
      send({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
      response.end('data: [DONE]\n\n')
    },
    closed: new Promise((resolve) => response.once('close', () => resolve())),
  }
}

/** Returns 'word0 ', 'word1 ' and so on, so that missing or repeated words are visible. */
export const numberedWords = (count: number): string[] => Array.from({ length: count }, (_, index) => `word${index} `)

/** Sends these deltas with a pause between them. */
export const speak =
  (pieces: readonly string[], pauseMs = 0): ModelUpstream['answer'] =>
  async (call) => {
    for (const piece of pieces) {
      if (call.response.destroyed) return
      call.delta(piece)
      if (pauseMs) await sleep(pauseMs)
    }
    call.finish()
  }

/** Repeats this delta, or what `say` sends, until the client closes the connection. */
export const speakOn =
  (piece: string | ((call: Call) => void), pauseMs: number): ModelUpstream['answer'] =>
  async (call) => {
    const say = typeof piece === 'string' ? () => call.delta(piece) : piece
    while (!call.response.destroyed) {
      say(call)
      await sleep(pauseMs)
    }
  }

/** Is never silent: sends a word every 60 ms, and all remaining words at once on demand. */
export const speakUntilTold = (pieces: readonly string[]) => {
  let isTold = false
  const answer: ModelUpstream['answer'] = async (call) => {
    for (const piece of pieces) {
      if (call.response.destroyed) return
      call.delta(piece)
      if (!isTold) await sleep(60)
    }
    call.finish()
  }
  return { answer, goOn: () => (isTold = true) }
}

/** Sends the beginning, and the rest on demand, so that a test can act in the middle of a reply. */
export const speakInTwo = (beginning: readonly string[], rest: readonly string[]) => {
  const { promise: isTold, resolve: goOn } = Promise.withResolvers<void>()
  const answer: ModelUpstream['answer'] = async (call) => {
    for (const piece of beginning) call.delta(piece)
    await isTold
    for (const piece of rest) call.delta(piece)
    call.finish()
  }
  return { answer, goOn }
}

/** Returns the environment for a server that uses this upstream. */
export const using = (upstream: ModelUpstream): Record<string, string> => ({
  MODELS_PROVIDER: 'openai-compatible',
  MODELS_BASE_URL: upstream.url,
  MODELS_API_KEY: 'test-key-5f2c',
  OLLAMA_BASE_URL: new URL(upstream.url).origin,
  MODEL_BASIC: 'test-basic',
  MODEL_STANDARD: 'test-standard',
  MODEL_PREMIUM: 'test-premium',
  MODEL_ULTRA: 'test-ultra',
  // Summaries would be requests that most tests don't expect.
  MODEL_SUMMARY: 'off',
})
