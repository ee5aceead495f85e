import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Taken {
  headers: IncomingHttpHeaders
  body: string
}

/** A server that takes the events of webhooks. */
export const startWebhookReceiver = async () => {
  const waiting: { count: number; done: () => void }[] = []
  const receiver = {
    taken: [] as Taken[],
    answer: ((response) => void response.writeHead(204).end()) as (response: ServerResponse) => void,
    url: '',
    host: '',
    /** Resolves when as many events have come. */
    waitFor: (count: number) =>
      receiver.taken.length >= count
        ? Promise.resolve()
        : new Promise<void>((done) => void waiting.push({ count, done })),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    receiver.taken.push({ headers: request.headers, body })
    for (const { count, done } of waiting) if (receiver.taken.length >= count) done()
    receiver.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.url = `http://${receiver.host}/events`
  return receiver
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** Checks a signature as a receiver does, without the product's code. Returns how many signatures fit the secret. */
export const countSignatures = ({ headers, body }: Taken, secret: string): number => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature === expected).length
}
