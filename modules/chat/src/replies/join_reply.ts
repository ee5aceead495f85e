import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '#modules/kernel/sql'
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
  let wake = () => {}
  const unsubscribe = signals.onSignal((signal) => {
    if (signal.kind === 'progress' && signal.replyIds.includes(first.id)) wake()
  })
  listener.onGone(() => wake())
  let sentLength = 0
  let nextReminder = 0
  try {
    const lookAgain = () => patiently(listener, () => readReply(db.connection(), first.id))
    for (let reply: Reply | null = first; !listener.isGone; reply = await lookAgain()) {
      if (!reply) return listener.end()
      if (reply.state !== 'running') return finish(reply, sentLength, listener)
      const text = await patiently(listener, () => textSoFar(db, first.id))
      if (text !== null && text.length > sentLength && !listener.isFull) {
        listener.write(chunkFrame(text.slice(sentLength)))
        sentLength = text.length
      }
      if (performance.now() > nextReminder) {
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
 * The parts in their order, while the reply runs: what its writer adds after the end, because it does not know of it yet, is a part
 * without those before it. Read whole: they are few, and the row that replaces them may come at any moment.
 */
const textSoFar = async (db: ReplyContext['db'], replyId: string): Promise<string> => {
  const { rows } = await db.rawQuery(
    `select coalesce(string_agg(text, '' order by seq), '') as text from reply_parts
     where reply_id = :replyId and exists (select from replies where id = :replyId and state = 'running')`,
    { replyId }
  )
  return rows[0].text
}

const finish = (
  { message, text, state, error_code: errorCode }: Reply,
  sentLength: number,
  listener: ReplyListener
) => {
  if (text.length > sentLength) listener.write(chunkFrame(text.slice(sentLength)))
  listener.write(lastFrame(state, errorCode, message))
  listener.end()
}
