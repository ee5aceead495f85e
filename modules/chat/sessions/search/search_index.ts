import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { runInBatches } from '#modules/kernel/batches'
import { isDistributed } from '#modules/kernel/distribution'
import { PeriodicTasks, type PeriodicTask } from '#modules/kernel/periodic_tasks'
import { Timers } from '#plugins/contract/timers'
import type { ChatKey } from '../../replies/index.ts'

/** The number of messages of a chat that are indexed at a time. */
const batchMessages = 50
/** The number of users and chats of a statement. */
const usersAtOnce = 100
const chatsAtOnce = 100
/** The number of chats whose ids are read at a time. */
const chatsRead = 500
/** The number of users whose changes wait in memory. Those of others are found like the changes of a process that died. */
const usersMax = 10_000
const everyMs = 2_000
/** How often all chats are compared with the index, which finds what no process has noticed. */
const checkEveryMs = 10 * 60_000

/** SQL for the chats whose messages are not all in the index. `user`: a condition on the user. */
const staleChats = (columns: string, user: string) => `
  SELECT ${columns} FROM chat_sessions s
  LEFT JOIN chat_search_marks mark ON mark.user_id = s.user_id AND mark.chat_session_id = s.id
  WHERE ${user} AND s.deleted_at IS NULL AND s.messages_written > 0
    AND (mark.next_position IS DISTINCT FROM s.next_position OR mark.before_position > 0 OR mark.is_open AND NOT EXISTS (
      SELECT FROM replies WHERE user_id = s.user_id AND chat_session_id = s.id AND state = 'running'
    ))`

const key = 's.user_id AS "userId", s.id AS "sessionId"'

/**
 * Fills in the index of the search, within seconds of a change, in batches, and never in the transaction of a reply. A process notices the
 * changes that it makes itself. Chats that no process noticed, such as those of a process that died or of an earlier release, are found by
 * comparing all chats with the index, newest first.
 */
@inject()
export class SearchIndex {
  readonly #users = new Set<string>()
  readonly #ofUsers: PeriodicTask = {
    purpose: 'fill in the search of chats',
    everyMs,
    run: (signal) => this.indexNoted(signal),
  }
  readonly #ofAll: PeriodicTask = {
    purpose: 'fill in the search of older chats',
    everyMs: checkEveryMs,
    run: (signal) => this.indexAll(signal),
  }

  constructor(
    private readonly db: Database,
    private readonly timers: Timers
  ) {}

  /** Starts the periodic work of this process. */
  start(tasks: PeriodicTasks) {
    tasks.start(this.#ofUsers, this.#ofAll)
    tasks.runNow(this.#ofAll)
  }

  /** Notes that messages of a user have changed. Call it after the commit. */
  note(userId: string) {
    if (this.#users.size < usersMax) this.#users.add(userId)
  }

  /** Whether the old messages of a user are in the index. Has what is missing indexed soon. */
  async isComplete(userId: string): Promise<boolean> {
    const isOld = `s.created_at < now() - INTERVAL '1 minute' AND (mark.position IS NULL OR mark.before_position > 0)`
    const { rows } = await this.db.rawQuery<{ rows: { is_old: boolean }[] }>(
      `${staleChats(`${isOld} AS is_old`, 's.user_id = ?::uuid')} ORDER BY is_old DESC LIMIT 1`,
      [userId]
    )
    if (rows[0]) this.note(userId)
    return !rows[0]?.is_old
  }

  /** Indexes the changes that this process has noticed, and those that it notices meanwhile. */
  async indexNoted(signal?: AbortSignal) {
    await this.#runInBatches(async () => {
      const users = [...this.#users].slice(0, isDistributed(this.db.connection()) ? 1 : usersAtOnce)
      for (const userId of users) this.#users.delete(userId)
      if (users.length === 0) return true
      // A batch of each chat, so that new messages don't wait for a long imported chat.
      const { rows } = await this.db.rawQuery<{ rows: { userId: string; isComplete: boolean }[] }>(
        `-- all users: those whose messages have changed
         SELECT "userId", chat_search_fill("userId", "sessionId", ${batchMessages}) AS "isComplete" FROM (
           ${staleChats(key, 's.user_id = ANY (?::uuid[])')} ORDER BY s.last_message_at DESC LIMIT ${chatsAtOnce}
         ) stale`,
        [users] as never
      )
      const isRest = rows.length === chatsAtOnce
      for (const { userId, isComplete } of rows) if (isRest || !isComplete) this.note(userId)
      return this.#users.size === 0
    }, signal)
  }

  /** Indexes what is missing in the chats of all users, newest first. Several processes may run it at once. */
  async indexAll(signal?: AbortSignal) {
    let chats: (ChatKey & { at: string })[] = []
    let last: (typeof chats)[number] | undefined
    let isRead = false
    await this.#runInBatches(async () => {
      const [chat] = chats
      if (chat) {
        if (await this.#indexBatch(chat)) chats.shift()
      } else {
        chats = await this.#readStale(last)
        last = chats.at(-1)
        isRead = chats.length < chatsRead
      }
      return isRead && chats.length === 0
    }, signal)
  }

  /** Reads the next chats of all users whose messages are not in the index yet. */
  async #readStale(after?: { sessionId: string; at: string }) {
    const isAfter = '(?::timestamptz IS NULL OR (s.last_message_at, s.id) < (?::timestamptz, ?::uuid))'
    const { rows } = await this.db.rawQuery<{ rows: (ChatKey & { at: string })[] }>(
      `-- all users: the chats whose messages are not in the index yet
       ${staleChats(`${key}, s.last_message_at::text AS at`, isAfter)}
       ORDER BY s.last_message_at DESC, s.id DESC LIMIT ${chatsRead}`,
      [after?.at ?? null, after?.at ?? null, after?.sessionId ?? null] as never
    )
    return rows
  }

  #runInBatches(runBatch: () => Promise<boolean>, signal: AbortSignal | undefined) {
    return runInBatches(runBatch, { timers: this.timers, max: Infinity, signal })
  }

  async #indexBatch({ userId, sessionId }: ChatKey): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: [{ isComplete: boolean }] }>(
      `SELECT chat_search_fill(?::uuid, ?::uuid, ${batchMessages}) AS "isComplete"`,
      [userId, sessionId]
    )
    return rows[0].isComplete
  }
}
