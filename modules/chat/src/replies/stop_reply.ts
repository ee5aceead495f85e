import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../api.ts'
import { readReply } from './read_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import { sweepReplies } from './sweep_replies.ts'

/**
 * Ends the reply under way in a session and gives what was written; null when there was none, or not a word yet. Whichever
 * process writes it; one that is dead is closed from its parts, free of charge.
 */
export class StopReply {
  readonly #context: ReplyContext

  constructor(context: ReplyContext) {
    this.#context = context
  }

  async handle(input: {
    userId: string
    characterId: string
    sessionId: string
  }): Promise<'no_such_chat' | { message: Message | null }> {
    const { db, hub, signals, timings, events } = this.#context
    const { rows } = await db.rawQuery(
      `with session as (
         select id from chat_sessions where id = ? and user_id = ? and character_id = ? and deleted_at is null
       ), asked as (
         update replies set stop_requested_at = now() where chat_session_id = (select id from session) and state = 'running' returning id
       )
       select session.id as session_id, asked.id as reply_id from session left join asked on true`,
      [input.sessionId, input.userId, input.characterId]
    )
    if (!rows[0]) return 'no_such_chat'
    const replyId: string | null = rows[0].reply_id
    if (!replyId) return { message: null }

    const live = hub.find(replyId)
    live?.end('stopped')
    if (!live) await signals.send({ kind: 'stop', replyId }).catch(() => {})

    // The owner looks at every tick; when it is gone, its lease runs out before this does.
    const deadline = performance.now() + timings.leaseMs * 2 + timings.tickMs * 4
    for (let waitMs = 5; performance.now() < deadline; waitMs = Math.min(waitMs * 2, 200)) {
      const reply = await readReply(db.connection(), replyId)
      if (!reply || reply.state !== 'running') return { message: reply?.message ?? null }
      if (!reply.owner_alive) await events.tellEnded(await sweepReplies(this.#context))
      await sleep(waitMs)
    }
    return { message: null }
  }
}
