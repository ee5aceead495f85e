import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage, statement } from '#modules/kernel/sql'
import type { ReplyListener } from './live_reply.ts'
import { readReply, type Reply } from './read_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import { chunkFrame, frame, lastFrame } from './reply_events.ts'

/** How long a follower waits for a hint before it looks by itself. */
const lookAgainMs = 300
/** How often it tells the owner that somebody follows. */
const remindMs = 2_000

/** How the stream begins: as a join (`resumed` first) or as a repeated send. */
export type Opening = 'resumed' | 'sent'

/**
 * Lets a listener hear a reply from its beginning, wherever it is written: from this process's memory, from the parts another
 * process writes down, or from the message it has become. Resolves when the listener has its last frame or is gone.
 */
export const joinReply = async (
  context: ReplyContext,
  replyId: string,
  listener: ReplyListener,
  opening: Opening
): Promise<void> => {
  const live = context.hub.find(replyId)
  if (live) {
    const { kind, messageId, userMessageFrame } = live.identity
    const frames = userMessageFrame === null ? [] : [userMessageFrame]
    if (opening === 'resumed') frames.unshift(frame({ type: 'resumed', kind, messageId }))
    live.join(listener, frames)
    return live.over
  }
  const reply = await patiently(listener, () => readReply(context.db.connection(), replyId))
  if (!reply) return listener.end()
  if (opening === 'resumed') listener.write(frame({ type: 'resumed', kind: reply.kind, messageId: reply.message_id }))
  if (reply.kind === 'reply') listener.write(frame({ type: 'userMessage', message: reply.userMessage }))
  return followElsewhere(context, reply, listener)
}

/** Reads along with another process, hint by hint, and at a slow pace without any. */
const followElsewhere = async ({ db, signals }: ReplyContext, first: Reply, listener: ReplyListener): Promise<void> => {
  if (first.state !== 'running') return finish(first, 0, listener)
  let wake = () => {}
  const unsubscribe = signals.onSignal((signal) => {
    if (signal.kind === 'progress' && signal.replyIds.includes(first.id)) wake()
  })
  listener.onGone(() => wake())
  let sentLength = 0
  /** The latest part that was read, and its place in the text. It is read again, because its writer may have made it longer. */
  let part = { seq: -1, start: 0, end: 0 }
  let nextReminder = 0
  try {
    while (!listener.isGone) {
      if (!listener.isFull) {
        const rows = await patiently(listener, () => readParts(db.connection(), [first.id, part.seq]))
        if (rows?.length === 0) {
          const reply = await patiently(listener, () => readReply(db.connection(), first.id))
          return reply && reply.state !== 'running' ? finish(reply, sentLength, listener) : listener.end()
        }
        const from = sentLength
        let added = ''
        for (const { seq, text } of rows ?? []) {
          // Only parts without a gap before them. The rest is read again when the gap is closed.
          if (text === null || seq === null || seq > part.seq + 1) break
          if (seq > part.seq) part = { seq, start: part.end, end: part.end }
          part.end = part.start + text.length
          added += text.slice(Math.max(0, from + added.length - part.start))
        }
        if (added) listener.write(chunkFrame(added))
        sentLength += added.length
      }
      if (!listener.isFull && performance.now() > nextReminder) {
        nextReminder = performance.now() + remindMs
        await signals.send({ kind: 'follow', replyId: first.id }).catch(() => {})
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookAgainMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    unsubscribe()
  }
}

/** A database that goes away for a moment ends nobody's stream: it is asked again for as long as somebody listens. Null: nobody does. */
const patiently = async <Found>(listener: ReplyListener, look: () => Promise<Found>): Promise<Found | null> => {
  while (!listener.isGone) {
    try {
      return await look()
    } catch (error) {
      if (!isOutage(error)) throw error
      await sleep(lookAgainMs)
    }
  }
  return null
}

/**
 * The parts of a running reply from one of them on, in their order. One row without a part when there are none, no row when the reply
 * has ended: a late part, added by a writer that doesn't know of the end yet, is not read.
 */
const readParts = statement<{ seq: number | null; text: string | null }>(
  'chat_read_parts_1',
  `select p.seq, p.text from replies r left join reply_parts p on p.reply_id = r.id and p.seq >= $2
   where r.id = $1 and r.state = 'running' order by p.seq`
)

const finish = (
  { message, text, state, error_code: errorCode }: Reply,
  sentLength: number,
  listener: ReplyListener
) => {
  if (text.length > sentLength) listener.write(chunkFrame(text.slice(sentLength)))
  listener.write(lastFrame(state, errorCode, message))
  listener.end()
}
