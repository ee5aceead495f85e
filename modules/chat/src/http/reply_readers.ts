import type { ServerResponse } from 'node:http'

/**
 * Counts the open reply streams per user in this process: sends, rerolls, continuations, joins and replays. A place is taken before
 * anything else is done for the request, and freed when its response is closed.
 */
export class ReplyReaders {
  readonly #limit: number
  readonly #counts = new Map<string, number>()

  /** `limit`: open streams per user; `Infinity` for none. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** False when the user has as many streams as allowed. A request whose client is gone already takes no place. */
  enter(userId: string, response: ServerResponse): boolean {
    const count = this.#counts.get(userId) ?? 0
    if (count >= this.#limit) return false
    if (response.closed) return true
    this.#counts.set(userId, count + 1)
    response.once('close', () => this.#leave(userId))
    return true
  }

  #leave(userId: string) {
    const count = this.#counts.get(userId)! - 1
    if (count === 0) this.#counts.delete(userId)
    else this.#counts.set(userId, count)
  }
}
