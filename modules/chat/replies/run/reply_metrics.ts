import { inject } from '@adonisjs/core'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { openStreamCount } from '#modules/realtime/index'
import { LocalReplies } from '../local_replies.ts'
import { ReplyWatch, type ReplyEnd } from '../ports.ts'
import { ReplyContext } from './reply_context.ts'

@inject()
export class ReplyMetrics extends ReplyWatch {
  readonly #context: ReplyContext
  readonly #replies: LocalReplies

  constructor(context: ReplyContext, replies: LocalReplies) {
    super()
    this.#context = context
    this.#replies = replies
  }

  isLeaseOverdue() {
    return this.#replies.isLeaseOverdue
  }

  onEnd(listener: (end: ReplyEnd) => void) {
    this.#context.hub.onEnd(listener)
  }

  now() {
    const { hub, events } = this.#context
    return { replies: hub.size, replyStreams: Math.max(0, openStreamCount() - events.size), eventStreams: events.size }
  }

  helpOffers() {
    return this.#context.help.offers
  }

  /** Reads the partial index of running replies. */
  async running(client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: [{ count: number; seconds: number | null }] }>(
      `-- all users: running replies
       SELECT count(*)::int AS count, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS seconds
       FROM replies WHERE state = 'running'`
    )
    const [{ count, seconds }] = rows
    return { count, oldestSeconds: seconds ?? 0 }
  }
}
