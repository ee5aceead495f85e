import { EventEmitter } from 'node:events'
import { test } from '@japa/runner'
import type { StreamListener } from '#modules/realtime/index'
import { joinReply } from '../src/generating/join_reply.ts'
import { progressed } from '../src/generating/reply_topics.ts'
import { beginInTables, startProcess } from './support.ts'

/** A reply that another process generates, and a listener that follows it in this one. */
const setUp = async (cleanup: (work: () => Promise<void>) => void) => {
  const { ask, replyId, messageId } = await beginInTables()
  await ask(
    `INSERT INTO chat_messages (id, chat_session_id, position, user_id, content)
     SELECT user_message_id, chat_session_id, 0, user_id, 'Hello?' FROM replies WHERE id = $1`,
    replyId
  )
  const { context } = await startProcess(cleanup)
  const chunks = new EventEmitter()
  const heard: string[] = []
  const listener: StreamListener = {
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
  const finished = joinReply(context, replyId, listener, 'resumed')
  const put = async (seq: number, text: string) => {
    await ask(
      `insert into reply_parts (reply_id, seq, text) values ($1, $2, $3)
       on conflict (reply_id, seq) do update set text = excluded.text`,
      replyId,
      seq,
      text
    )
    await context.bus.publish(progressed, { replyIds: [replyId] })
  }
  /** Saves a part and waits until the listener has received it. */
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
    await finished
  }
  return { ask, replyId, messageId, heard, put, say, end }
}

test.group('A follower in another process', () => {
  test('reads only new parts', async ({ assert, cleanup }) => {
    const { ask, replyId, heard, say, end } = await setUp(cleanup)
    await say(0, 'Once ')
    await say(1, 'upon ')
    // Only the latest part is read again.
    await ask(`update reply_parts set text = 'Twice, thrice or more often ' where reply_id = $1 and seq = 0`, replyId)
    await say(2, 'a ')
    await end('Once upon a time')
    assert.deepEqual(heard, ['Once ', 'upon ', 'a ', 'time'])
  })

  test('receives the rest of a part that was saved again with more text', async ({ assert, cleanup }) => {
    const { heard, say, end } = await setUp(cleanup)
    await say(0, 'Once ')
    await say(1, 'up')
    await say(1, 'upon ')
    await say(2, 'a time')
    await end('Once upon a time')
    assert.deepEqual(heard, ['Once ', 'up', 'on ', 'a time'])
  })

  test('waits for a missing part, and receives everything in order', async ({ assert, cleanup }) => {
    const { heard, put, say, end } = await setUp(cleanup)
    await say(0, 'Once ')
    await put(2, 'a time')
    await say(1, 'upon ')
    await end('Once upon a time')
    assert.equal(heard.join(''), 'Once upon a time')
  })
})
