import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ImageCall {
  path: string
  headers: http.IncomingHttpHeaders
  /** The parsed request body, or null. */
  body: any
  response: http.ServerResponse
  /** Resolves when the client closed the connection or the response is sent. */
  closed: Promise<void>
  /** Answers with JSON. */
  json(body: unknown, status?: number, headers?: http.OutgoingHttpHeaders): void
  /** Answers with a picture, like OpenAI. */
  draw(picture: Buffer): void
  /** Sends until the client closes the connection. Returns the number of bytes. */
  pour(piece: Buffer, mostBytes: number): Promise<number>
}

export interface ImageUpstream {
  origin: string
  /** Handles the next calls. */
  answer: (call: ImageCall) => void | Promise<void>
  calls: ImageCall[]
  close(): void
}

/** Starts an OpenAI-compatible image server that the test controls. */
export const startImageUpstream = async (answer: ImageUpstream['answer'] = () => {}): Promise<ImageUpstream> => {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const call = toCall(request, Buffer.concat(chunks).toString(), response)
      upstream.calls.push(call)
      void Promise.resolve(upstream.answer(call)).catch(() => response.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upstream: ImageUpstream = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer,
    calls: [],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return upstream
}

const toCall = (request: http.IncomingMessage, text: string, response: http.ServerResponse): ImageCall => {
  response.on('error', () => {})
  const json: ImageCall['json'] = (body, status = 200, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  return {
    path: request.url!,
    headers: request.headers,
    body: text === '' ? null : JSON.parse(text),
    response,
    closed: new Promise((resolve) => response.once('close', () => resolve())),
    json,
    draw: (picture) => json({ data: [{ b64_json: picture.toString('base64') }] }),
    async pour(piece, mostBytes) {
      let sent = 0
      while (!response.destroyed && sent < mostBytes) {
        sent += piece.length
        if (response.write(piece)) await new Promise((resolve) => setImmediate(resolve))
        else await roomOrEnd(response)
      }
      response.end()
      return sent
    },
  }
}

const roomOrEnd = (response: http.ServerResponse) =>
  new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.once('drain', go).once('close', go)
  })

/** Returns the environment for a server that uses this upstream. */
export const drawingBy = ({ origin }: ImageUpstream): Record<string, string> => ({
  IMAGES_PROVIDER: 'openai-compatible',
  IMAGES_BASE_URL: `${origin}/v1`,
  IMAGES_API_KEY: 'test-key-77aa',
})
