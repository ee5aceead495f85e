import type { TransportRequest } from '../../contract/transport.ts'
import type { Answer } from '../../kits/fake_server.ts'

/** __name__ as far as the provider knows it. */
export class Vendor {
  readonly #checks = new Map<string, 'open' | 'passed' | 'failed'>()

  decide(reference: string, outcome: 'of_age' | 'under_age') {
    this.#checks.set(reference, outcome === 'of_age' ? 'passed' : 'failed')
  }

  answer({ method, url, body }: TransportRequest): Answer {
    if (method === 'POST') {
      const reference = `check-${(JSON.parse(body!) as { id: string }).id}`
      if (!this.#checks.has(reference)) this.#checks.set(reference, 'open')
      return { steps: [JSON.stringify({ url: `https://age.test/${reference}`, reference })] }
    }
    const state = this.#checks.get(url.split('/').at(-1)!)
    return state ? { steps: [JSON.stringify({ state })] } : { status: 404, steps: ['{"error":"unknown"}'] }
  }
}
