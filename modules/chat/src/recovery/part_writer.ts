import type { LiveReply } from '../generating/live_reply.ts'
import type { ReplyContext } from '../generating/reply_context.ts'
import { progressed } from '../generating/reply_topics.ts'

/** PostgreSQL takes payloads under 8,000 bytes. */
const repliesPerMessage = 100

interface PartRow {
  replyId: string
  seq: number
  text: string
}

interface Grown {
  live: LiveReply
  ends: readonly number[]
}

/**
 * Saves the text of running replies to `reply_parts`, so that other processes can stream it, and keep it if this process dies. Parts
 * are appended: updating a growing text would write it to the WAL again each time.
 */
export class PartWriter {
  readonly #context: ReplyContext
  /** Where each saved part of a reply ends. */
  readonly #savedEnds = new WeakMap<LiveReply, readonly number[]>()
  /** After a reconnect: a database that crashed has lost the parts it had not flushed. */
  #mustRewriteParts = false

  constructor(context: ReplyContext) {
    this.#context = context
    context.connection.onGap(() => (this.#mustRewriteParts = true))
  }

  /**
   * Saves new text in one INSERT: of all replies, or only of those that another process follows. After a reconnect all parts are saved
   * again as they were. If the answer to an INSERT is lost, the next one repeats the part with more text.
   */
  async save(replies: 'all' | 'followed') {
    const { hub, connection } = this.#context
    if (hub.size === 0) return
    // Pinned: a gap after this fails the INSERT instead of leaving a hole.
    const query = await connection.pinned()
    const isRewrite = this.#mustRewriteParts
    const { rows, grown } = this.#unsaved(replies === 'all' || isRewrite, isRewrite)
    this.#mustRewriteParts = false
    if (rows.length === 0) return
    try {
      await query(
        `INSERT INTO reply_parts (reply_id, seq, text) SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[])
         ON CONFLICT (reply_id, seq) DO UPDATE SET text = excluded.text`,
        [rows.map(({ replyId }) => replyId), rows.map(({ seq }) => seq), rows.map(({ text }) => text)]
      )
    } catch (error) {
      this.#mustRewriteParts ||= isRewrite
      throw error
    }
    for (const { live, ends } of grown) this.#savedEnds.set(live, ends)
    await this.#notifyFollowers(grown)
  }

  #unsaved(isAll: boolean, isRewrite: boolean) {
    const rows: PartRow[] = []
    const grown: Grown[] = []
    for (const live of this.#context.hub.all()) {
      if (!isAll && live.followedUntil <= performance.now()) continue
      const saved = this.#savedEnds.get(live) ?? []
      const hasGrown = live.length > (saved.at(-1) ?? 0)
      const ends: readonly number[] = hasGrown ? [...saved, live.length] : saved
      if (hasGrown) grown.push({ live, ends })
      for (let seq = isRewrite ? 0 : saved.length; seq < ends.length; seq++)
        rows.push({ replyId: live.identity.id, seq, text: live.text.slice(ends[seq - 1] ?? 0, ends[seq]) })
    }
    return { rows, grown }
  }

  async #notifyFollowers(grown: readonly Grown[]) {
    const ids = grown.filter(({ live }) => live.followedUntil > performance.now()).map(({ live }) => live.identity.id)
    while (ids.length > 0) await this.#context.bus.publish(progressed, { replyIds: ids.splice(0, repliesPerMessage) })
  }
}
