import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  /** The request's body, parsed. */
  body: any
  response: http.ServerResponse
  /** Sends one event with these fields of a delta, and the reason why the reply ended, if any. */
  event(delta: object, finishReason?: string): void
  /** Sends one delta. */
  delta(text: string): void
  /** Ends the reply as OpenAI does. */
  finish(reason?: string): void
  /** Resolves when the other side hung up or the answer is out. */
  closed: Promise<void>
}

export interface ModelUpstream {
  url: string
  /** What happens at the next calls, until it is changed. */
  answer: (call: Call) => void | Promise<void>
  calls: Call[]
  close(): Promise<void>
}

/** An OpenAI-compatible model whose every move the test decides. */
export const startModelUpstream = async (
  answer: ModelUpstream['answer'] = speak(['Hello', ' there', '.'])
): Promise<ModelUpstream> => {
  const calls: Call[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const call = toCall(JSON.parse(Buffer.concat(chunks).toString() || '{}'), response)
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

const toCall = (body: unknown, response: http.ServerResponse): Call => {
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

/** 'word0 ', 'word1 ' and on: in a text made of them a hole, or one said twice, is seen. */
export const numberedWords = (count: number): string[] => Array.from({ length: count }, (_, index) => `word${index} `)

/** Says these pieces, one after another, with a pause between them. */
export const speak =
  (pieces: readonly string[], pauseMs = 0): ModelUpstream['answer'] =>
  async (call) => {
    for (const piece of pieces) {
      if (call.response.destroyed) return
      call.delta(piece)
      if (pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    call.finish()
  }

/** Says this again and again, until the other side hangs up. */
export const speakOn =
  (piece: string, pauseMs: number): ModelUpstream['answer'] =>
  async (call) => {
    while (!call.response.destroyed) {
      call.delta(piece)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

/** Says the beginning, and the rest when it is told to: what happens in between happens in mid-reply, however slow the machine is. */
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

/** The environment that makes a server use it. */
export const using = (upstream: ModelUpstream): Record<string, string> => ({
  MODELS_PROVIDER: 'openai-compatible',
  MODELS_BASE_URL: upstream.url,
  MODELS_API_KEY: 'test-key-5f2c',
  MODEL_BASIC: 'test-basic',
  MODEL_STANDARD: 'test-standard',
  MODEL_PREMIUM: 'test-premium',
  MODEL_ULTRA: 'test-ultra',
})
