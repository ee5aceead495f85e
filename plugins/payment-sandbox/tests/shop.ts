import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PaymentEvent, PaymentProvider } from '../../contract/payment.ts'

/** A webhook endpoint at `url` that verifies deliveries and stores their events. */
export class Shop {
  readonly events: PaymentEvent[] = []
  readonly signatures: string[] = []
  /** The statuses of the next deliveries, which are followed by 200. Null sends no answer. */
  answers: (number | null)[] = []
  deliveries = 0
  url = ''
  readonly #server = http.createServer((request, response) => void this.#receive(request, response))
  #verify: PaymentProvider['verifyWebhook'] = () => []

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/webhooks`
    return this
  }

  trust(provider: PaymentProvider): void {
    this.#verify = (delivery) => provider.verifyWebhook(delivery)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.deliveries++
    const rawBody = await buffer(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const status = this.answers.length > 0 ? this.answers.shift()! : 200
    this.signatures.push(headers['sandbox-signature'] ?? '')
    if (status === null) return
    try {
      const events = this.#verify({ headers, rawBody, receivedAt: new Date() })
      if (status === 200) this.events.push(...events.filter((event) => event.type !== 'changed'))
      response.writeHead(status).end()
    } catch {
      response.writeHead(400).end()
    }
  }
}
