/** Tracks requests that are about to start a reply, so that a stopping process can wait for them. */
export class InFlightStarts {
  /** The process is stopping, so no reply may start. */
  isClosed = false
  readonly #inFlight = new Set<Promise<unknown>>()

  async track<Outcome>(start: () => Promise<Outcome>): Promise<Outcome> {
    const starting = start()
    this.#inFlight.add(starting)
    try {
      return await starting
    } finally {
      this.#inFlight.delete(starting)
    }
  }

  close() {
    this.isClosed = true
  }

  /** Resolves when all tracked requests have settled. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight)
  }
}
