import { LiveReply, type ReplyIdentity } from './live_reply.ts'
import { ReplyTally } from './reply_tally.ts'

/** The replies that this process is writing right now. */
export class ReplyHub {
  readonly #byId = new Map<string, LiveReply>()
  /** How those that it had came out. */
  readonly tally = new ReplyTally()

  open(identity: ReplyIdentity): LiveReply {
    const reply = new LiveReply(identity)
    this.#byId.set(identity.id, reply)
    return reply
  }

  close(reply: LiveReply) {
    this.#byId.delete(reply.identity.id)
  }

  find(id: string): LiveReply | null {
    return this.#byId.get(id) ?? null
  }

  all(): LiveReply[] {
    return [...this.#byId.values()]
  }

  get size() {
    return this.#byId.size
  }
}
