import { isOutage, statement } from '#modules/kernel/sql'
import { readReply, type Reply } from './read_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import type { ReplyListener } from './reply_listener.ts'
import { followed, progressed } from './reply_topics.ts'

/** How long a follower waits for a hint before it reads again. */
const pollMs = 300
/** How often a follower reminds the owner of the reply that it still follows. */
const remindMs = 2_000

interface ReplyKey {
  userId: string
  replyId: string
}

/**
 * Streams a reply from its beginning: from the memory of this process, from the parts that another process saves, or from the finished
 * message. Resolves when the listener has been sent the last frame, or has disconnected.
 */
export const joinReply = async (context: ReplyContext, place: ReplyKey, listener: ReplyListener): Promise<void> => {
  const live = context.hub.find(place.replyId)
  if (live) {
    live.join(listener)
    await live.finished
    return
  }
  const reply = await retryWhileListening(context, listener, () =>
    readReply(context.db.connection(), place.userId, place.replyId)
  )
  if (!reply) return listener.end(null)
  const isReply = reply.kind === 'reply'
  listener.begin({
    kind: reply.kind,
    messageId: reply.message_id,
    characterId: reply.character_id ?? '',
    userMessage: isReply ? reply.userMessage : null,
    speaker: isReply && reply.character_id ? (reply.speaker ?? '') : null,
  })
  return followOtherProcess(context, place.userId, reply, listener)
}

/** Reads the parts that the owner saves: after each hint, and every `pollMs` without one. */
const followOtherProcess = async (
  context: ReplyContext,
  userId: string,
  first: Reply,
  listener: ReplyListener
): Promise<void> => {
  const { db, bus, timers } = context
  if (first.state !== 'running') return finish(first, 0, listener)
  let wake = () => {}
  const unsubscribe = bus.subscribe(progressed, first.id, () => wake())
  listener.onGone(() => wake())
  let sentLength = 0
  /** The latest part that was read, and its place in the text. It is read again, because its writer may have extended it. */
  let part = { seq: -1, start: 0, end: 0 }
  let nextReminder = 0
  try {
    while (!listener.isGone) {
      if (!listener.isFull) {
        const rows = await retryWhileListening(context, listener, () =>
          readParts(db.connection(), [userId, first.id, part.seq])
        )
        if (rows?.length === 0) {
          const reply = await retryWhileListening(context, listener, () => readReply(db.connection(), userId, first.id))
          return reply && reply.state !== 'running' ? finish(reply, sentLength, listener) : listener.end(null)
        }
        const from = sentLength
        let added = ''
        for (const { seq, text } of rows ?? []) {
          // Parts after a gap are read again once the gap is filled.
          if (text === null || seq === null || seq > part.seq + 1) break
          if (seq > part.seq) part = { seq, start: part.end, end: part.end }
          part.end = part.start + text.length
          added += text.slice(Math.max(0, from + added.length - part.start))
        }
        if (added) listener.text(added)
        sentLength += added.length
      }
      if (!listener.isFull && timers.monotonicMs() > nextReminder) {
        nextReminder = timers.monotonicMs() + remindMs
        await bus.publish(followed, first.owner, { replyId: first.id }).catch(() => {})
      }
      await new Promise<void>((resolve) => {
        const cancel = timers.after(pollMs, resolve)
        wake = () => {
          cancel()
          resolve()
        }
      })
    }
  } finally {
    unsubscribe()
  }
}

/** Repeats a read during an outage for as long as the listener is connected. Null: the listener has disconnected. */
const retryWhileListening = async <Found>(
  { timers }: ReplyContext,
  listener: ReplyListener,
  read: () => Promise<Found>
): Promise<Found | null> => {
  while (!listener.isGone) {
    try {
      return await read()
    } catch (error) {
      if (!isOutage(error)) throw error
      await timers.sleep(pollMs)
    }
  }
  return null
}

/**
 * Reads the parts of a running reply in order, starting with the part `$3`. Returns one row without a part if there are no parts, and no
 * row if the reply has ended. Ignores parts that were added after the end, by a writer that didn't know of it yet. The condition is on
 * `ended_at`, so that no plan uses the partial index of running replies.
 */
const readParts = statement<{ seq: number | null; text: string | null }>(
  'chat_read_parts',
  `SELECT p.seq, p.text FROM replies r LEFT JOIN reply_parts p ON p.user_id = $1 AND p.reply_id = r.id AND p.seq >= $3
   WHERE r.user_id = $1 AND r.id = $2 AND r.ended_at IS NULL ORDER BY p.seq`
)

const finish = (
  { message, text, draft, state, error_code: errorCode }: Reply,
  sentLength: number,
  listener: ReplyListener
) => {
  if (text.length > sentLength) listener.text(text.slice(sentLength))
  listener.end({ state, errorCode, message, draft })
}
