import type { ServerResponse } from 'node:http'
import { inject } from '@adonisjs/core'
import { Limiters } from '#modules/kernel/rate_limit'
import { limits } from '../../api.ts'

/**
 * Limits the open reply streams per user in this process: sends, rerolls, continuations, joins and replays. A request takes its slot
 * before anything else, and frees it when its response is closed.
 */
@inject()
export class StreamLimit {
  readonly #limit: number
  readonly #counts = new Map<string, number>()

  constructor(limiters: Limiters) {
    this.#limit = limiters.enabled ? limits.replyReadersPerUser : Infinity
  }

  /** Takes a slot. Returns false when the limit is reached. A request whose client has disconnected takes no slot. */
  acquire(userId: string, response: ServerResponse): boolean {
    const count = this.#counts.get(userId) ?? 0
    if (count >= this.#limit) return false
    if (response.closed) return true
    this.#counts.set(userId, count + 1)
    response.once('close', () => this.#release(userId))
    return true
  }

  #release(userId: string) {
    const count = this.#counts.get(userId)! - 1
    if (count === 0) this.#counts.delete(userId)
    else this.#counts.set(userId, count)
  }
}
