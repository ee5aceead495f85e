import { isDistributed } from '#modules/kernel/distribution'
import type { LiveReply } from '../run/live_reply.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { progressed } from '../run/reply_topics.ts'

interface PartRow {
  userId: string
  replyId: string
  seq: number
  text: string
}

interface Grown {
  live: LiveReply
  ends: readonly number[]
}

const byUser = (rows: readonly PartRow[]): PartRow[][] => [...Map.groupBy(rows, ({ userId }) => userId).values()]

/**
 * A tail is saved when it is at least this share of the text. This limits the number of tails of a reply, and the text that is lost when
 * the process is killed.
 */
const tailShareMin = 0.1

/** Every so many regular saves, the text becomes parts. A row for each reply costs several times as much as its share of a tail. */
export const savesPerPart = 8

/** The text of a reply after its saved parts, or after its last tail: the reply's id, the number of its parts, and the text. */
type Tail = [replyId: string, parts: number, text: string]

/**
 * Saves the text of running replies, so that other processes can stream it, and keep it if this process dies.
 *
 * `reply_parts` has a row for each reply and save. Parts are appended, because updating a growing text would write it to the WAL again each
 * time. `reply_tails` has the new text between two saves of parts. Each of its rows is for all replies of the process, and the next save of all
 * parts deletes these rows. A tail is only valid while its reply has the number of parts that the tail names. Most replies end before they
 * have a part.
 */
export class PartWriter {
  readonly #context: ReplyContext
  /** Where each saved part of a reply ends. */
  readonly #savedEnds = new WeakMap<LiveReply, readonly number[]>()
  /** Set after a reconnect, because a database that crashed has lost the parts that it had not flushed. */
  #mustRewriteParts = false
  /** Where the last tail of a reply ends. */
  readonly #tailEnds = new WeakMap<LiveReply, number>()
  #nextTail = 0
  #hasTails = false
  /** A tail may be missing, so no other tail may follow until the parts have been saved. */
  #isTailMissing = false
  /** The regular saves since all parts were saved. */
  #savesSinceParts = 0

  constructor(context: ReplyContext) {
    this.#context = context
    context.connection.onGap(() => (this.#mustRewriteParts = true))
  }

  /** Saves the new text of all replies, in one row or as parts. */
  async saveRegularly() {
    const isDue = ++this.#savesSinceParts >= savesPerPart || this.#isTailMissing
    // Other processes read parts only.
    await this.save(isDue ? 'all' : 'followed')
    await this.saveTails(0)
  }

  /**
   * Saves the new text of all replies, or only of the followed ones, as parts in one INSERT, or one for each user in a distributed database. After
   * a reconnect, saves all parts again as they were. If the response to an INSERT is lost, the next one repeats the part with more text. Tails are
   * deleted with the last INSERT: until then, those of replies with a new part don't count.
   */
  async save(replies: 'all' | 'followed') {
    const { hub, connection, db, owner } = this.#context
    if (hub.size === 0 && !this.#hasTails) return
    // Uses a pinned connection, so that a reconnect after this fails the INSERT instead of leaving a hole in the parts.
    const query = await connection.pinned()
    const isRewrite = this.#mustRewriteParts
    const { rows, grown } = this.#unsaved(replies === 'all' || isRewrite, isRewrite)
    this.#mustRewriteParts = false
    const endsTails = this.#hasTails && (replies === 'all' || isRewrite)
    if (rows.length === 0 && !endsTails) return
    const inserts = rows.length > 0 && isDistributed(db.connection()) ? byUser(rows) : [rows]
    try {
      for (const [index, some] of inserts.entries()) {
        const isLast = index === inserts.length - 1
        await query(
          `-- all users: the running replies of this process
           WITH redundant AS (DELETE FROM reply_tails WHERE owner = $5 AND $6::boolean)
           INSERT INTO reply_parts (user_id, reply_id, seq, text)
           SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[])
           ON CONFLICT (user_id, reply_id, seq) DO UPDATE SET text = excluded.text`,
          [
            some.map(({ userId }) => userId),
            some.map(({ replyId }) => replyId),
            some.map(({ seq }) => seq),
            some.map(({ text }) => text),
            owner,
            endsTails && isLast,
          ]
        )
      }
    } catch (error) {
      this.#mustRewriteParts ||= isRewrite
      throw error
    }
    for (const { live, ends } of grown) this.#savedEnds.set(live, ends)
    if (replies === 'all' || isRewrite) {
      this.#hasTails = this.#isTailMissing = false
      this.#savesSinceParts = 0
    }
    this.#notifyFollowers(grown)
  }

  /** Saves the text since the last save in one row. A text that would add less than `shareMin` of the reply waits for a later call. */
  async saveTails(shareMin = tailShareMin) {
    const { hub, connection, owner, gates } = this.#context
    if (hub.size === 0 || connection.connectedForMs === 0) return
    const query = await connection.pinned()
    if (this.#mustRewriteParts || this.#isTailMissing) return
    const tails: Tail[] = []
    const sessionIds: string[] = []
    for (const live of hub.all()) {
      const saved = this.#savedEnds.get(live) ?? []
      const end = Math.max(saved.at(-1) ?? 0, this.#tailEnds.get(live) ?? 0)
      if (live.length === end || live.length - end < live.length * shareMin) continue
      tails.push([live.identity.id, saved.length, live.text.slice(end)])
      this.#tailEnds.set(live, live.length)
      sessionIds.push(live.identity.chatSessionId)
    }
    if (tails.length === 0) return
    this.#hasTails = this.#isTailMissing = true
    await query('INSERT INTO reply_tails (owner, seq, tails) VALUES ($1, $2, $3)', [
      owner,
      this.#nextTail++,
      JSON.stringify(tails),
    ])
    this.#isTailMissing = false
    await gates?.('tail_saved', sessionIds)
  }

  #unsaved(isAll: boolean, isRewrite: boolean) {
    const rows: PartRow[] = []
    const grown: Grown[] = []
    for (const live of this.#context.hub.all()) {
      if (!isAll && !this.#isFollowed(live)) continue
      const saved = this.#savedEnds.get(live) ?? []
      const hasGrown = live.length > (saved.at(-1) ?? 0)
      const ends: readonly number[] = hasGrown ? [...saved, live.length] : saved
      if (hasGrown) grown.push({ live, ends })
      for (let seq = isRewrite ? 0 : saved.length; seq < ends.length; seq++)
        rows.push({
          userId: live.identity.userId,
          replyId: live.identity.id,
          seq,
          text: live.text.slice(ends[seq - 1] ?? 0, ends[seq]),
        })
    }
    return { rows, grown }
  }

  #isFollowed(live: LiveReply) {
    return live.followedUntil > this.#context.timers.monotonicMs()
  }

  /** Doesn't wait, because a tick also renews the lease, and followers also poll. */
  #notifyFollowers(grown: readonly Grown[]) {
    const { bus } = this.#context
    const followed = grown.filter(({ live }) => this.#isFollowed(live))
    for (const { live } of followed) bus.publish(progressed, live.identity.id, {}).catch(() => {})
  }
}
