import { EventEmitter } from 'node:events'
import { test } from '@japa/runner'
import type { StreamListener } from '#modules/realtime/index'
import { replyFrames } from '../http/reply_frames.ts'
import { joinReply } from '../replies/run/join_reply.ts'
import { progressed } from '../replies/run/reply_topics.ts'
import { beginInTables, startProcess } from './support.ts'

/** Begins a reply of another process, with a listener that follows it in this process. */
const setUp = async (cleanup: (work: () => Promise<void>) => void) => {
  const { ask, userId, replyId, messageId } = await beginInTables()
  await ask(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
     SELECT user_id, user_message_id, chat_session_id, 0, user_id, 'Hello?' FROM replies WHERE id = $1`,
    replyId
  )
  const [{ context }, owner] = [await startProcess(cleanup), await startProcess(cleanup)]
  const chunks = new EventEmitter()
  const received: string[] = []
  const listener: StreamListener = {
    write: (frame) => {
      const event = JSON.parse(frame.slice('data: '.length))
      if (event.type !== 'aiChunk') return
      received.push(event.content)
      chunks.emit('chunk')
    },
    end: () => {},
    isFull: false,
    isGone: false,
    onGone: () => {},
  }
  const finished = joinReply(context, { userId, replyId }, replyFrames(listener, { isResumed: true }))
  const put = async (seq: number, text: string) => {
    await ask(
      `INSERT INTO reply_parts (user_id, reply_id, seq, text) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, reply_id, seq) DO UPDATE SET text = excluded.text`,
      userId,
      replyId,
      seq,
      text
    )
    await owner.context.bus.publish(progressed, replyId, {})
  }
  /** Saves a part and waits until the listener has received it. */
  const saveAndWait = async (seq: number, text: string) => {
    const chunk = new Promise<void>((resolve) => chunks.once('chunk', resolve))
    await put(seq, text)
    await chunk
  }
  const end = async (text: string) => {
    await ask(
      `WITH ended AS (
         UPDATE replies SET state = 'written', ended_at = now() WHERE id = $1 RETURNING user_id, message_id, chat_session_id, position
       ), gone AS (DELETE FROM reply_parts WHERE reply_id = $1)
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
       SELECT user_id, message_id, chat_session_id, position, $2 FROM ended`,
      replyId,
      text
    )
    await finished
  }
  return { ask, replyId, messageId, heard: received, put, say: saveAndWait, end }
}

test.group('A follower in another process', () => {
  test('reads only new parts', async ({ assert, cleanup }) => {
    const { ask, replyId, heard: received, say: saveAndWait, end } = await setUp(cleanup)
    await saveAndWait(0, 'Once ')
    await saveAndWait(1, 'upon ')
    // Only the latest part is read again.
    await ask(`UPDATE reply_parts SET text = 'Twice, thrice or more often ' WHERE reply_id = $1 AND seq = 0`, replyId)
    await saveAndWait(2, 'a ')
    await end('Once upon a time')
    assert.deepEqual(received, ['Once ', 'upon ', 'a ', 'time'])
  })

  test('receives the rest of a part that was saved again with more text', async ({ assert, cleanup }) => {
    const { heard: received, say: saveAndWait, end } = await setUp(cleanup)
    await saveAndWait(0, 'Once ')
    await saveAndWait(1, 'up')
    await saveAndWait(1, 'upon ')
    await saveAndWait(2, 'a time')
    await end('Once upon a time')
    assert.deepEqual(received, ['Once ', 'up', 'on ', 'a time'])
  })

  test('waits for a missing part, and receives everything in order', async ({ assert, cleanup }) => {
    const { heard: received, put, say: saveAndWait, end } = await setUp(cleanup)
    await saveAndWait(0, 'Once ')
    await put(2, 'a time')
    await saveAndWait(1, 'upon ')
    await end('Once upon a time')
    assert.equal(received.join(''), 'Once upon a time')
  })
})
