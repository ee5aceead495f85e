/** Who is on the way to a reply: let in until the door is closed, and waited for from then on. */
export class Beginnings {
  /** True from the moment the process is about to stop. */
  isClosed = false
  readonly #underWay = new Set<Promise<unknown>>()

  async enter<Outcome>(begin: () => Promise<Outcome>): Promise<Outcome> {
    const beginning = begin()
    this.#underWay.add(beginning)
    try {
      return await beginning
    } finally {
      this.#underWay.delete(beginning)
    }
  }

  close() {
    this.isClosed = true
  }

  /** Resolves when all who were let in have their reply, or none. */
  async over(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }
}
