import type { ReplyContext } from '../replies/reply_context.ts'

/** Deletes a chat. A reply under way in it is stopped and given back in the same transaction; its writer hears of it afterwards. */
export class DeleteChat {
  readonly #context: ReplyContext

  constructor(context: ReplyContext) {
    this.#context = context
  }

  /** False when this user has no such chat. */
  async handle({ userId, sessionId }: { userId: string; sessionId: string }): Promise<boolean> {
    const { hub, signals, events } = this.#context
    const deleted = await this.#delete(userId, sessionId)
    if (!deleted) return false
    const { replyId } = deleted
    if (replyId) {
      const live = hub.find(replyId)
      if (live) live.end('deleted')
      else await signals.send({ kind: 'stop', replyId }).catch(() => {})
    }
    events.tell(userId, { type: 'chat', sessionId, what: 'chat_deleted' })
    return true
  }

  /**
   * Two statements, because each sees what was committed when it began: a reply that began while the first one waited for the
   * session's lock is seen by the second, and after that none can begin.
   */
  #delete(userId: string, sessionId: string): Promise<{ replyId: string | null } | null> {
    return this.#context.db.transaction(async (trx) => {
      const { rows: sessions } = await trx.rawQuery(
        `update chat_sessions set deleted_at = now() where id = ? and user_id = ? and deleted_at is null returning id`,
        [sessionId, userId]
      )
      if (sessions.length === 0) return null
      const { rows: replies } = await trx.rawQuery(
        `with closed as (
           update replies set state = 'stopped', ended_at = now(), error_code = 'deleted'
           where chat_session_id = ? and state = 'running' returning id
         ), parts as (
           delete from reply_parts where reply_id in (select id from closed)
         )
         select id, ledger_give_back(id) from closed`,
        [sessionId]
      )
      return { replyId: replies[0]?.id ?? null }
    })
  }
}
