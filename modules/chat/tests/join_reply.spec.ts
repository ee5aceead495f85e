import { EventEmitter } from 'node:events'
import { test } from '@japa/runner'
import { joinReply } from '../src/replies/join_reply.ts'
import type { ReplyListener } from '../src/replies/live_reply.ts'
import type { ReplyContext } from '../src/replies/reply_context.ts'
import { ReplyHub } from '../src/replies/reply_hub.ts'
import type { ReplySignal } from '../src/replies/reply_signals.ts'
import { beginInTables } from './support.ts'

/** A reply that another process writes, and a listener that follows it here. */
const setUp = async () => {
  const { db, ask, replyId, messageId } = await beginInTables()
  await ask(
    `insert into chat_messages (id, chat_session_id, position, user_id, content)
     select user_message_id, chat_session_id, 0, user_id, 'Hello?' from replies where id = $1`,
    replyId
  )
  const hints = new EventEmitter()
  const signals = {
    onSignal: (listener: (signal: ReplySignal) => void) => {
      hints.on('hint', listener)
      return () => hints.off('hint', listener)
    },
    send: async () => {},
  }
  const chunks = new EventEmitter()
  const heard: string[] = []
  const listener: ReplyListener = {
    write: (frame) => {
      const event = JSON.parse(frame.slice('data: '.length))
      if (event.type !== 'aiChunk') return
      heard.push(event.content)
      chunks.emit('chunk')
    },
    end: () => {},
    isFull: false,
    isGone: false,
    onGone: () => {},
  }
  const context = { db: { connection: () => db }, hub: new ReplyHub(), signals } as unknown as ReplyContext
  const over = joinReply(context, replyId, listener, 'resumed')
  const put = async (seq: number, text: string) => {
    await ask(
      `insert into reply_parts (reply_id, seq, text) values ($1, $2, $3)
       on conflict (reply_id, seq) do update set text = excluded.text`,
      replyId,
      seq,
      text
    )
    hints.emit('hint', { kind: 'progress', replyIds: [replyId] })
  }
  /** Writes a part and waits until the listener has heard of it. */
  const say = async (seq: number, text: string) => {
    const chunk = new Promise<void>((resolve) => chunks.once('chunk', resolve))
    await put(seq, text)
    await chunk
  }
  const end = async (text: string) => {
    await ask(
      `with ended as (
         update replies set state = 'written', ended_at = now() where id = $1 returning message_id, chat_session_id, position
       ), gone as (delete from reply_parts where reply_id = $1)
       insert into chat_messages (id, chat_session_id, position, content)
       select message_id, chat_session_id, position, $2 from ended`,
      replyId,
      text
    )
    await over
  }
  return { ask, replyId, messageId, heard, put, say, end }
}

test.group('A follower in another process', () => {
  test('reads only what is new', async ({ assert }) => {
    const { ask, replyId, heard, say, end } = await setUp()
    await say(0, 'Once ')
    await say(1, 'upon ')
    // A part that was read before the latest one isn't read again.
    await ask(`update reply_parts set text = 'Twice, thrice or more often ' where reply_id = $1 and seq = 0`, replyId)
    await say(2, 'a ')
    await end('Once upon a time')
    assert.deepEqual(heard, ['Once ', 'upon ', 'a ', 'time'])
  })

  test('hears the rest of a part that was written again, longer', async ({ assert }) => {
    const { heard, say, end } = await setUp()
    await say(0, 'Once ')
    await say(1, 'up')
    await say(1, 'upon ')
    await say(2, 'a time')
    await end('Once upon a time')
    assert.deepEqual(heard, ['Once ', 'up', 'on ', 'a time'])
  })

  test('waits for a missing part, and hears everything in its order', async ({ assert }) => {
    const { heard, put, say, end } = await setUp()
    await say(0, 'Once ')
    await put(2, 'a time')
    await say(1, 'upon ')
    await end('Once upon a time')
    assert.equal(heard.join(''), 'Once upon a time')
  })
})
