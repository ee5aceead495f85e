import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { ReplyWatch, type ReplyEnd } from '../../index.ts'
import { openStreams } from '../http/event_stream.ts'
import type { ReplyContext } from './reply_context.ts'

interface Watched {
  context: ReplyContext
  isLeaseOverdue: boolean
}

export class RoomWatch extends ReplyWatch {
  readonly #room: Watched
  readonly #context: ReplyContext

  constructor(room: Watched) {
    super()
    this.#room = room
    this.#context = room.context
  }

  isLeaseOverdue() {
    return this.#room.isLeaseOverdue
  }

  onEnd(listener: (end: ReplyEnd) => void) {
    this.#context.hub.tally.on(listener)
  }

  now() {
    const { hub, events } = this.#context
    return { replies: hub.size, replyStreams: Math.max(0, openStreams() - events.size), eventStreams: events.size }
  }

  /** The index of what is running has a row for each of them and no others. */
  async running(client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: [{ count: number; seconds: number | null }] }>(
      `select count(*)::int as count, extract(epoch from clock_timestamp() - min(created_at))::float8 as seconds
       from replies where state = 'running'`
    )
    const [{ count, seconds }] = rows
    return { count, oldestSeconds: seconds ?? 0 }
  }
}
