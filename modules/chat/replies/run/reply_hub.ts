import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import type { FinishedReply, ReplyEnd } from '../ports.ts'
import { LiveReply, type ReplyIdentity } from './live_reply.ts'
import type { EndedReply } from './reply_listener.ts'

/** The replies that this process is generating. */
@inject()
export class ReplyHub<End = EndedReply> {
  readonly #byId = new Map<string, LiveReply<End>>()
  readonly #onOpen: ((reply: LiveReply<End>) => void)[] = []
  readonly #onEnd: ((end: ReplyEnd) => void)[] = []
  readonly #onFinished: ((reply: FinishedReply) => void)[] = []

  constructor(private readonly timers: Timers) {}

  open(identity: ReplyIdentity): LiveReply<End> {
    const reply = new LiveReply<End>(identity, this.timers)
    this.#byId.set(identity.id, reply)
    for (const listener of this.#onOpen) listener(reply)
    return reply
  }

  close(reply: LiveReply<End>) {
    this.#byId.delete(reply.identity.id)
  }

  find(id: string): LiveReply<End> | null {
    return this.#byId.get(id) ?? null
  }

  all(): LiveReply<End>[] {
    return [...this.#byId.values()]
  }

  get size() {
    return this.#byId.size
  }

  /** Calls `listener` for each new reply, before its first text. */
  onOpen(listener: (reply: LiveReply<End>) => void) {
    this.#onOpen.push(listener)
  }

  /** Calls `listener` once for each reply of this process, after the reply has ended. */
  onEnd(listener: (end: ReplyEnd) => void) {
    this.#onEnd.push(listener)
  }

  onFinished(listener: (reply: FinishedReply) => void) {
    this.#onFinished.push(listener)
  }

  reportFinished(reply: FinishedReply) {
    for (const listener of this.#onFinished) listener(reply)
  }

  reportEnd(end: ReplyEnd) {
    for (const listener of this.#onEnd) listener(end)
  }
}
