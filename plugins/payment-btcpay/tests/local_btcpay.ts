import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { signatureHeader, signatureOf } from '../src/webhook.ts'
import { deliveryOf } from './framing.ts'

export interface Invoice {
  id: string
  status: string
  additionalStatus: string
  amount: string
  currency: string
  checkoutLink: string
  metadata: { orderId: string }
  checkout: { redirectURL: string }
}

interface LocalBtcpayOptions {
  storeId: string
  apiKey: string
  webhookSecret: string
}

/** A local server that imitates the invoices of a BTCPay Server, with a page on which the buyer pays. */
export class LocalBtcpay {
  readonly invoices = new Map<string, Invoice>()
  readonly #options: LocalBtcpayOptions
  /** The address for webhooks. */
  webhookUrl = ''
  baseUrl = ''
  readonly #server = http.createServer((request, response) => void this.#answer(request, response))

  constructor(options: LocalBtcpayOptions) {
    this.#options = options
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Changes the state of an invoice without a webhook. */
  change(id: string, status: string, additionalStatus = 'None'): void {
    Object.assign(this.invoices.get(id)!, { status, additionalStatus })
  }

  /** Returns a signed delivery about an invoice. */
  delivery(id: string, type: string): { rawBody: Buffer; headers: Record<string, string> } {
    const rawBody = Buffer.from(deliveryOf(type, { invoiceId: id, metadata: this.invoices.get(id)!.metadata }))
    return { rawBody, headers: { [signatureHeader]: signatureOf(rawBody, this.#options.webhookSecret) } }
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await text(request)
    const [, page, id = ''] = /^\/(i|pay)\/(\w+)$/.exec(request.url ?? '') ?? []
    if (page === 'i') return this.#page(id, response)
    if (page === 'pay') return this.#pay(id, response)
    const json = (status: number, value: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const { storeId, apiKey } = this.#options
    if (request.headers.authorization !== `token ${apiKey}`)
      return json(401, { code: 'unauthenticated', message: 'Authentication is required' })
    const path = `/api/v1/stores/${storeId}/invoices`
    if (request.method === 'POST' && request.url === path) return json(200, this.#create(JSON.parse(body)))
    const invoice = this.invoices.get((request.url ?? '').slice(path.length + 1))
    return invoice ? json(200, invoice) : json(404, { code: 'invoice-not-found', message: 'The invoice was not found' })
  }

  #create(fields: Pick<Invoice, 'amount' | 'currency' | 'metadata' | 'checkout'>): Invoice {
    // As random as BTCPay's, and of letters and digits, because tests share a database.
    const id = randomUUID().replaceAll('-', '')
    const invoice = { ...fields, id, status: 'New', additionalStatus: 'None', checkoutLink: `${this.baseUrl}/i/${id}` }
    this.invoices.set(id, invoice)
    return invoice
  }

  #page(id: string, response: http.ServerResponse): void {
    const { amount, currency } = this.invoices.get(id)!
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><title>Invoice</title><form method="post" action="/pay/${id}"><button>Pay ${amount} ${currency}</button></form>`
      )
  }

  /** Settles the invoice, reports it and sends the buyer back. */
  async #pay(id: string, response: http.ServerResponse): Promise<void> {
    this.change(id, 'Settled')
    const { rawBody, headers } = this.delivery(id, 'InvoiceSettled')
    await fetch(this.webhookUrl, { method: 'POST', body: rawBody, headers })
    response.writeHead(303, { location: this.invoices.get(id)!.checkout.redirectURL }).end()
  }
}
