/** The number of recordings in memory per process. */
const atOnceMax = 8

/** Limits recordings in this process: one of each user at a time. */
export class RecordingSlots {
  readonly #users = new Set<string>()

  /** Returns null, without running `work`, while no slot is free. */
  async use<Value>(userId: string, work: () => Promise<Value>): Promise<Value | null> {
    if (this.#users.has(userId) || this.#users.size >= atOnceMax) return null
    this.#users.add(userId)
    try {
      return await work()
    } finally {
      this.#users.delete(userId)
    }
  }
}
