import type { ProviderErrorCode } from './errors.ts'
import type { ModelProvider } from './model.ts'
import { systemTimers, type Timers } from './timers.ts'

/** A link with this many failures in a row is open. */
export const failuresMax = 5

/** One request tries an open link each time this has passed. */
export const openMs = 30_000

/** A bad request says nothing about the server, and a rejected key is for the operator to mend. */
const serverFaults: ReadonlySet<ProviderErrorCode> = new Set(['unavailable', 'rate_limited', 'timeout', 'cut_off'])

interface Circuit {
  failures: number
  /** When an open link may be tried next. */
  nextTryAt: number
}

interface Link {
  provider: ModelProvider
  model: string
}

/** Which models of which providers keep failing, in memory. Chains with the same providers should share it. */
export class CircuitBreakers {
  readonly #timers: Timers
  readonly #circuits = new WeakMap<ModelProvider, Map<string, Circuit>>()

  constructor(timers: Timers = systemTimers) {
    this.#timers = timers
  }

  isOpen(link: Link): boolean {
    return (this.#of(link)?.failures ?? 0) >= failuresMax
  }

  /** Returns whether a request may try the link. Admits one request to an open link, then none until `openMs` later. */
  admits(link: Link): boolean {
    if (!this.isOpen(link)) return true
    const circuit = this.#of(link)!
    const now = this.#timers.monotonicMs()
    if (now < circuit.nextTryAt) return false
    circuit.nextTryAt = now + openMs
    return true
  }

  succeeded(link: Link): void {
    this.#circuits.get(link.provider)?.delete(link.model)
  }

  /** Counts a failure that is the server's fault. Any other answer shows that the server works. */
  failed(link: Link, code: ProviderErrorCode): void {
    if (!serverFaults.has(code)) return this.succeeded(link)
    const models = this.#circuits.get(link.provider) ?? new Map<string, Circuit>()
    this.#circuits.set(link.provider, models)
    const failures = Math.min(failuresMax, (models.get(link.model)?.failures ?? 0) + 1)
    models.set(link.model, { failures, nextTryAt: this.#timers.monotonicMs() + openMs })
  }

  #of({ provider, model }: Link): Circuit | undefined {
    return this.#circuits.get(provider)?.get(model)
  }
}
