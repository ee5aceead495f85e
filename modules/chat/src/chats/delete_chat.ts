import type { ReplyContext } from '../replies/reply_context.ts'

/** Deletes a chat. A reply under way in it is stopped and given back in the same statement; its writer hears of it afterwards. */
export class DeleteChat {
  readonly #context: ReplyContext

  constructor(context: ReplyContext) {
    this.#context = context
  }

  /** False when this user has no such chat. */
  async handle({ userId, sessionId }: { userId: string; sessionId: string }): Promise<boolean> {
    const { db, hub, signals } = this.#context
    const { rows } = await db.rawQuery(
      `with session as (
         update chat_sessions set deleted_at = now() where id = ? and user_id = ? and deleted_at is null returning id
       ), closed as (
         update replies set state = 'stopped', ended_at = now(), error_code = 'deleted'
         where chat_session_id in (select id from session) and state = 'running' returning id
       ), parts as (
         delete from reply_parts where reply_id in (select id from closed)
       )
       select session.id, closed.id as reply_id, case when closed.id is not null then ledger_give_back(closed.id) end as given_back
       from session left join closed on true`,
      [sessionId, userId]
    )
    if (rows.length === 0) return false
    const replyId: string | null = rows[0].reply_id
    if (replyId) {
      hub.find(replyId)?.end('deleted')
      if (!hub.find(replyId)) await signals.send({ kind: 'stop', replyId }).catch(() => {})
    }
    return true
  }
}
