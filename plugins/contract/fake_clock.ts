import type { Clock } from './clock.ts'

interface Timer {
  at: number
  onTime: () => void
}

/** A clock for tests that only moves when it is told to. */
export class FakeClock implements Clock {
  #now = 0
  readonly #timers = new Set<Timer>()
  #timersSet = 0
  #wake = () => {}

  now(): number {
    return this.#now
  }

  after(ms: number, onTime: () => void): () => void {
    const timer = { at: this.#now + ms, onTime }
    this.#timers.add(timer)
    this.#timersSet++
    this.#wake()
    return () => void this.#timers.delete(timer)
  }

  /** Resolves when this many timers have been set. */
  async timersAreSet(count: number): Promise<void> {
    while (this.#timersSet < count) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  advance(ms: number): void {
    this.#now += ms
    for (const timer of [...this.#timers].sort((a, b) => a.at - b.at))
      if (timer.at <= this.#now && this.#timers.delete(timer)) timer.onTime()
  }
}
