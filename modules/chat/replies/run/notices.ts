import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { UserEvents } from '#modules/realtime/index'
import { timeIn } from '#modules/kernel/macro_times'
import { Notice } from '#modules/kernel/settings'
import { statement } from '#modules/kernel/sql'

export interface NewestMessage {
  userId: string
  sessionId: string
  messageId: string
  timeZone: string
  /** The current time. */
  at: number
}

/** A user's talk, as in the table `chat_talks`. Times are in milliseconds since 1970. */
interface Talk {
  day: string
  since: number
  lastAt: number
  savedAt: number
}

/**
 * Updates the user's talk and marks the message if a reminder is due. Locks the session first, so that a closing account leaves no row
 * behind. `$5` is the last message that this process knows of, because the row may be a minute behind.
 */
const remind = statement<{ day: string; since: Date; is_due: boolean }>(
  'chat_remind',
  `WITH session AS (
     SELECT id FROM chat_sessions WHERE user_id = $1::uuid AND id = $2::uuid FOR KEY SHARE
   ), talk AS (
     INSERT INTO chat_talks AS known (user_id, day, since, last_at)
     SELECT $1::uuid, $3::date, $4::timestamptz, $4::timestamptz FROM session
     ON CONFLICT (user_id) DO UPDATE SET
       day = greatest(known.day, excluded.day),
       since = CASE
         WHEN excluded.last_at - greatest(known.last_at, $5::timestamptz) > $7::interval
           OR excluded.last_at - known.since >= $6::interval THEN excluded.last_at
         ELSE known.since
       END,
       last_at = greatest(known.last_at, excluded.last_at)
     RETURNING new.day::text, new.since, old.day IS NULL OR new.day > old.day
       OR (new.since > old.since AND $4::timestamptz - greatest(old.last_at, $5::timestamptz) <= $7::interval) AS is_due
   ), marked AS (
     UPDATE chat_messages SET has_notice = true FROM session, talk
     WHERE chat_messages.user_id = $1::uuid AND chat_messages.id = $8::uuid AND chat_session_id = session.id AND is_due
   )
   SELECT day, since, is_due, set_config('synchronous_commit', 'off', true) AS flush FROM talk`
)

/** How often this process saves the newest message of a user. */
const saveEveryMs = 60_000
const usersMax = 10_000

/**
 * Reminds users that a machine writes: with the first message of a day, and after hours of talk. Call it when a reply has begun. Most
 * calls do nothing but remember the time.
 */
@inject()
export class Notices {
  readonly #db: Database
  readonly #events: UserEvents
  readonly #logger: Pick<Logger, 'warn'>
  readonly #notice: Notice
  /** The newest users last. */
  readonly #talks = new Map<string, Talk>()

  constructor(db: Database, events: UserEvents, logger: Logger, notice: Notice) {
    this.#db = db
    this.#events = events
    this.#logger = logger
    this.#notice = notice
  }

  /** Shows the notice above a message if it is due. Never rejects: without a database, the next message shows it. */
  async remind({ userId, sessionId, messageId, timeZone, at }: NewestMessage): Promise<void> {
    const day = timeIn(at, timeZone).toISOString().slice(0, 10)
    const { talkMinutes, pauseMinutes } = this.#notice
    const known = this.#talks.get(userId)
    const lastAt = known?.lastAt ?? null
    if (known && day <= known.day && at - known.savedAt < saveEveryMs && at - known.since < talkMinutes * 60_000) {
      known.lastAt = at
      return
    }
    const talk = { day, since: known?.since ?? at, lastAt: at, savedAt: at }
    this.#keep(userId, talk)
    try {
      const [row] = await remind(this.#db.connection(), [
        userId,
        sessionId,
        day,
        new Date(at),
        lastAt === null ? null : new Date(lastAt),
        `${talkMinutes} minutes`,
        `${pauseMinutes} minutes`,
        messageId,
      ])
      // The account was closed.
      if (!row) return this.#forget(userId, talk)
      talk.day = row.day
      talk.since = row.since.getTime()
      if (row.is_due) this.#events.publish(userId, { type: 'chat', sessionId, what: 'notice_added', messageId })
    } catch (error) {
      this.#forget(userId, talk)
      this.#logger.warn({ err: error, userId }, 'a reminder that a machine writes could not be saved')
    }
  }

  #keep(userId: string, talk: Talk) {
    this.#talks.delete(userId)
    this.#talks.set(userId, talk)
    if (this.#talks.size > usersMax) this.#talks.delete(this.#talks.keys().next().value!)
  }

  #forget(userId: string, talk: Talk) {
    if (this.#talks.get(userId) === talk) this.#talks.delete(userId)
  }
}
