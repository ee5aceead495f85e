import { Timers } from './timers.ts'

interface Timer {
  at: number
  run: () => void
  cancelBase: () => void
}

/**
 * Timers that tests move. Without `base`, time only passes in `advance`. With `base`, time passes as it does there, and `advance` adds
 * to it.
 */
export class AdjustableTimers extends Timers {
  readonly #base: Timers | null
  readonly #startedAt: number
  #addedMs = 0
  /** In the order in which they were set. */
  readonly #timers = new Set<Timer>()
  #timersSet = 0
  #wake = () => {}

  constructor({ base = null, startedAt = Date.UTC(2030, 0) }: { base?: Timers | null; startedAt?: number } = {}) {
    super()
    this.#base = base
    this.#startedAt = startedAt
  }

  now(): number {
    return (this.#base?.now() ?? this.#startedAt) + this.#addedMs
  }

  monotonicMs(): number {
    return (this.#base?.monotonicMs() ?? 0) + this.#addedMs
  }

  after(ms: number, run: () => void): () => void {
    const timer: Timer = { at: this.monotonicMs() + Math.max(0, ms), run, cancelBase: () => {} }
    this.#timers.add(timer)
    this.#arm(timer)
    this.#timersSet++
    this.#wake()
    return () => this.#take(timer)
  }

  /** Resolves when this many timers have been set. */
  async timersAreSet(count: number): Promise<void> {
    while (this.#timersSet < count) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  /** Lets time pass. Runs what becomes due in order, each at its own time. Resolves after the promises that this settles. */
  async advance(ms: number): Promise<void> {
    const until = this.monotonicMs() + ms
    for (let next = this.#nextUntil(until); next; next = this.#nextUntil(until)) {
      this.#addedMs += Math.max(0, next.at - this.monotonicMs())
      this.#take(next)
      next.run()
      await turnOfEventLoop()
    }
    this.#addedMs += Math.max(0, until - this.monotonicMs())
    for (const timer of this.#timers) this.#arm(timer)
    await turnOfEventLoop()
  }

  #nextUntil(until: number): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) if (timer.at <= until && (!next || timer.at < next.at)) next = timer
    return next
  }

  #arm(timer: Timer) {
    timer.cancelBase()
    if (!this.#base) return
    timer.cancelBase = this.#base.after(Math.max(0, timer.at - this.monotonicMs()), () => {
      this.#take(timer)
      timer.run()
    })
  }

  #take(timer: Timer) {
    this.#timers.delete(timer)
    timer.cancelBase()
  }
}

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve))
