import { test } from '@japa/runner'
import type { ChatSummary } from '#modules/chat/api'
import { fillChat } from '#modules/chat/tests/support'
import { longRun } from '#tests/support/long_run'
import { speak, type Call, type ModelUpstream } from '#tests/support/model_upstream'
import type { RunningServer } from '#tests/support/server'
import {
  accountOf,
  at,
  last,
  messagesOf,
  send,
  sharedPair,
  startStage,
  until,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const isSummary = ({ body }: Call) => body.model === 'test-summary'
const summaryCalls = ({ upstream }: Stage) => upstream.calls.filter(isSummary)

/** Answers requests for summaries with `answer`, which gets their number from 1 on, and other requests at once. */
const summarize = (stage: Stage, answer: (call: Call, number: number) => void | Promise<void>) => {
  const before = summaryCalls(stage).length
  const reply = speak(['Yes.'])
  const handle: ModelUpstream['answer'] = (call) =>
    isSummary(call) ? answer(call, summaryCalls(stage).length - before) : reply(call)
  stage.upstream.answer = handle
}

/** Breaks off within the text, because half an answer is no summary. Before its first text, the provider's client would retry by itself. */
const breakOff = ({ delta, response }: Call) => {
  delta('They met in')
  response.end()
}

const say = async (chat: Chat) => last(await (await send(chat, 'Hello?', { model: 'basic' })).ended).type
const read = async ({ client, sessionId }: Chat): Promise<ChatSummary> =>
  (await client.get(`/api/chats/${sessionId}/summary`)).body

/** Returns the id of the only job of a chat, once there is one. */
const jobOf = async ({ db }: Stage, { sessionId }: Chat): Promise<string> => {
  const of = [JSON.stringify({ sessionId })]
  await until(db, `SELECT count(*) = 1 FROM jobs WHERE payload @> $1::jsonb`, of)
  return (await db.query('SELECT id FROM jobs WHERE payload @> $1::jsonb', of)).rows[0].id
}

/** Ends the pauses and leases of a job again and again, until it is in this state. */
const untilJob = ({ db }: Stage, id: string, state: 'done' | 'failed') =>
  until(
    db,
    `WITH due AS (UPDATE jobs SET due_at = now() WHERE id = $1 AND state = 'waiting') SELECT state = $2 FROM jobs WHERE id = $1`,
    [id, state]
  )

const versionsIn = async ({ db }: Stage, { sessionId }: Chat): Promise<{ text: string }[]> =>
  (await db.query('SELECT text FROM chat_summaries WHERE chat_session_id = $1', [sessionId])).rows

test.group('The summary of a chat with two servers', (group) => {
  let stage: Stage
  let other: RunningServer
  group.setup(async () => {
    ;({ stage, other } = await sharedPair())
    // Other tests check that each answer belongs to a reply, and those of `fillChat` don't.
    return async () =>
      void (await stage.db.query(`DELETE FROM chat_messages WHERE author_id IS NULL AND content LIKE 'Number %'`))
  })

  test('is retried when the model fails, delays no reply and costs nothing', async ({ assert }) => {
    const { db } = stage
    const chat = await stage.chat(10)
    await fillChat(db, chat, 60)
    const attempts = [Promise.withResolvers<Call>(), Promise.withResolvers<Call>()]
    summarize(stage, async (call, number) => {
      if (number <= 2) return attempts[number - 1]!.resolve(call)
      await speak(['They met in spring.'])(call)
    })
    assert.equal(await say(chat), 'aiComplete')
    const job = await jobOf(stage, chat)
    // While the summary waits for its model, replies begin and end.
    const first = await attempts[0]!.promise
    assert.equal(await say(chat), 'aiComplete')
    breakOff(first)
    await until(db, `SELECT state = 'waiting' AND attempts = 1 FROM jobs WHERE id = $1`, [job])
    assert.equal(await say(chat), 'aiComplete')
    assert.deepInclude(await read(chat), { state: 'running', current: null })
    await db.query('UPDATE jobs SET due_at = now() WHERE id = $1', [job])
    breakOff(await attempts[1]!.promise)
    await untilJob(stage, job, 'done')
    assert.deepEqual(await versionsIn(stage, chat), [{ text: 'They met in spring.' }])
    assert.deepInclude(await accountOf(db, chat), { held: 0, paid: 3, charges: 3 })
  }).tags(longRun)

  test('is given up after five attempts, and requested again by the next reply', async ({ assert }) => {
    const chat = await stage.chat(10)
    await fillChat(stage.db, chat, 60)
    summarize(stage, breakOff)
    assert.equal(await say(chat), 'aiComplete')
    const job = await jobOf(stage, chat)
    await untilJob(stage, job, 'failed')
    assert.deepInclude(await read(chat), { state: 'failed', current: null })
    summarize(stage, speak(['They met in spring.']))
    assert.equal(await say(chat), 'aiComplete')
    await until(stage.db, 'SELECT count(*) = 1 FROM chat_summaries WHERE chat_session_id = $1', [chat.sessionId])
    assert.deepInclude(await accountOf(stage.db, chat), { held: 0, paid: 2, charges: 2 })
  }).tags(longRun)

  test('is requested at both servers and written once', async ({ assert }) => {
    const chat = await stage.chat(10)
    await fillChat(stage.db, chat, 60)
    const called = Promise.withResolvers<Call>()
    summarize(stage, (call) => called.resolve(call))
    const before = summaryCalls(stage).length
    await say(chat)
    const call = await called.promise
    await say(at(chat, other))
    const order = (place: Chat) => place.client.post(`/api/chats/${chat.sessionId}/summary`, { model: 'basic' })
    const answers = await Promise.all([order(chat), order(at(chat, other)), order(chat), order(at(chat, other))])
    for (const { status, body } of answers) assert.deepEqual([status, body.state], [202, 'running'])
    await speak(['They met in spring.'])(call)
    await untilJob(stage, await jobOf(stage, chat), 'done')
    assert.deepEqual(await versionsIn(stage, chat), [{ text: 'They met in spring.' }])
    assert.lengthOf(summaryCalls(stage).slice(before), 1)
    assert.deepInclude(await accountOf(stage.db, chat), { held: 0, paid: 2, charges: 2 })
  })

  test('is kept only from the process that took over the job', async ({ assert }) => {
    const chat = await stage.chat(10)
    await fillChat(stage.db, chat, 60)
    const calls = [Promise.withResolvers<Call>(), Promise.withResolvers<Call>()]
    summarize(stage, (call, number) => calls[number - 1]?.resolve(call))
    await say(chat)
    const slow = await calls[0]!.promise
    const job = await jobOf(stage, chat)
    // Lets another process take the job over, as after a pause of the first one beyond its lease.
    await until(
      stage.db,
      'WITH due AS (UPDATE jobs SET due_at = now() WHERE id = $1 AND claim = 1) SELECT claim = 2 FROM jobs WHERE id = $1',
      [job]
    )
    const quick = await calls[1]!.promise
    await speak(['By the slow one.'])(slow)
    await waitUntil('a job was taken over', () =>
      [stage.server, other].some((server) => server.log().includes('a job was taken over'))
    )
    assert.deepEqual(await versionsIn(stage, chat), [])
    await speak(['By the quick one.'])(quick)
    await untilJob(stage, job, 'done')
    assert.deepEqual(await versionsIn(stage, chat), [{ text: 'By the quick one.' }])
    assert.equal((await read(at(chat, other))).current!.text, 'By the quick one.')
  })

  test('is discarded when an earlier message is edited or deleted at the other one', async ({ assert }) => {
    const chat = await stage.chat(10)
    await fillChat(stage.db, chat, 60)
    const [first, second] = await messagesOf(chat)
    const { client } = at(chat, other)
    const texts: string[] = []
    summarize(stage, async (call, number) => {
      if (number === 1) await client.put(`/api/messages/${first!.id}`, { content: 'I am a miller.' })
      if (number === 2) await client.delete(`/api/messages/${second!.id}`)
      texts.push((await versionsIn(stage, chat)).map(({ text }) => text).join())
      await speak([`Draft ${number}.`])(call)
    })
    await say(chat)
    await untilJob(stage, await jobOf(stage, chat), 'done')
    assert.deepEqual(await versionsIn(stage, chat), [{ text: 'Draft 3.' }])
    assert.deepEqual(texts, ['', '', ''])
    const read = last(summaryCalls(stage)).body.messages[1].content
    assert.include(read, 'I am a miller.')
    assert.notInclude(read, second!.content.trim())
  })
})

test.group('The summary of a chat whose server is killed', () => {
  test('is finished after its server was killed, from the step that was saved', async ({ assert, cleanup }) => {
    const stage = await startStage({ env: { MODEL_SUMMARY: 'test-summary' } })
    cleanup(() => stage.close())
    const { db } = stage
    const chat = await stage.chat(10)
    await fillChat(db, chat, 380)
    const secondStep = Promise.withResolvers<void>()
    summarize(stage, async (call, number) => {
      if (number === 1) return speak(['First part.'])(call)
      call.delta('Half of the sec')
      secondStep.resolve()
    })
    assert.equal(await say(chat), 'aiComplete')
    const job = await jobOf(stage, chat)
    await secondStep.promise
    await stage.server.kill('SIGKILL')
    assert.deepEqual(await versionsIn(stage, chat), [{ text: 'First part.' }])

    summarize(stage, speak(['Both parts.']))
    const before = summaryCalls(stage).length
    await stage.restart()
    // Ends the lease of 15 seconds early.
    await db.query(`UPDATE jobs SET due_at = now() WHERE id = $1 AND state = 'running'`, [job])
    await untilJob(stage, job, 'done')
    const resumed = summaryCalls(stage)[before]!.body.messages[1].content
    assert.include(resumed, '<<The summary so far>>\nFirst part.\n<<end>>')
    assert.deepEqual(await versionsIn(stage, chat), [{ text: 'Both parts.' }])
    assert.deepInclude(await read(chat), { state: 'idle' })
    assert.deepInclude(await accountOf(db, chat), { held: 0, paid: 1, charges: 1 })
  }).tags(longRun)
})
