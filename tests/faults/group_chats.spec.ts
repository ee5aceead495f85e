import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { GroupChatData, Message } from '#modules/chat/api'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import type { RunningServer } from '#tests/support/server'
import {
  accountOf,
  brokenAfterwards,
  isChunk,
  last,
  settled,
  sharedPair,
  sharedStage,
  until,
  untilSaved,
  type Stage,
} from '#tests/support/stage'

const words = numberedWords(10)
const whole = words.join('')
const rubies = 200

const makeGroup = async (stage: Stage) => {
  const client = await stage.visitor(rubies)
  const { status, body, text } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 3) })
  if (status !== 201) throw new Error(text)
  const id: string = body.session.id
  const address = `/api/group-chats/${id}`
  await client.put(address, { mode: 'in_turn' })
  return { client, id, address }
}

type Group = Awaited<ReturnType<typeof makeGroup>>

const open = (
  { client, address }: Group,
  body: Record<string, unknown>,
  call = 'stream',
  { url }: { url?: string } = {}
) => (url ? client.at(url) : client).stream(`${address}/${call}`, { method: 'POST', body: { model: 'basic', ...body } })

const read = async ({ client, address }: Group): Promise<GroupChatData> => (await client.get(address)).body

/** Returns the messages after the greeting. */
const messagesOf = async (group: Group): Promise<Message[]> => (await read(group)).messages.slice(1)

/** Waits until the talk is over and no reply is running. */
const quiet = async (stage: Stage, { id }: Group) => {
  await until(stage.db, 'SELECT talk_id IS NULL FROM chat_groups WHERE chat_session_id = $1', [id])
  await settled(stage.db)
}

/** Returns whether the account has paid for exactly the messages that are complete or were stopped, and their number. */
const balanced = async (stage: Stage, group: Group) => {
  const messages = await messagesOf(group)
  const paid = messages.filter(({ isUser, state }) => !isUser && state !== 'broken_off')
  const cost = paid.reduce((sum, { rubyCost }) => sum + rubyCost, 0)
  const account = await accountOf(stage.db, group)
  return {
    paid: paid.length,
    isBalanced: account.balance === rubies - cost && account.held === 0 && account.charges === paid.length,
  }
}

test.group('A killed server of group chats', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('killed')
  })

  test('ends its talks: no turn follows, and none is charged twice', async ({ assert }) => {
    const made = await makeGroup(stage)
    const clientMessageId = randomUUID()
    let calls = 0
    const model = speakInTwo(words.slice(0, 4), words.slice(4))
    stage.upstream.answer = (call) => (calls++ < 2 ? speak(words)(call) : model.answer(call))
    const first = await (await open(made, { turns: 8, clientMessageId }, 'talk')).ended
    await untilSaved(stage.db, [{ sessionId: made.id }], words.slice(0, 4).join(''))
    assert.deepEqual((await read(made)).talk, { turns: 8, turnsLeft: 5 })
    await stage.server.kill('SIGKILL')
    await stage.restart()
    await quiet(stage, made)
    assert.notProperty(await read(made), 'talk')
    const messages = await messagesOf(made)
    assert.deepEqual(
      messages.map(({ state }) => state),
      ['complete', 'complete', 'broken_off']
    )
    // A repeated request for the same talk returns its end.
    const again = await (await open(made, { turns: 8, clientMessageId }, 'talk')).ended
    assert.deepEqual(last(again), last(first))
    assert.lengthOf(await messagesOf(made), 3)
    assert.equal(calls, 3)
    assert.deepEqual(await balanced(stage, made), { paid: 2, isBalanced: true })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).tags(longRun)
})

test.group('Two servers with one group chat', (group) => {
  let stage: Stage
  let other: RunningServer
  let running: number
  let together: number
  group.setup(async () => {
    ;({ stage, other } = await sharedPair())
  })
  group.each.setup(() => {
    running = 0
    together = 0
    stage.upstream.answer = async (call) => {
      running++
      together = Math.max(together, running)
      await speak(words, 1)(call)
      running--
    }
  })

  const alternate = (index: number) => (index % 2 ? { url: other.url } : {})

  test('never generate two turns at once', async ({ assert }) => {
    const made = await makeGroup(stage)
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const content = index % 3 === 0 ? { content: `Number ${index}.` } : {}
        const stream = await open(made, { ...content, clientMessageId: randomUUID() }, 'stream', alternate(index))
        await stream.ended
        return stream.status
      })
    )
    assert.isEmpty(outcomes.filter((status) => status !== 200 && status !== 409))
    const written = outcomes.filter((status) => status === 200).length
    assert.isAbove(written, 0)
    await settled(stage.db)
    assert.equal(together, 1)
    assert.deepEqual(await balanced(stage, made), { paid: written, isBalanced: true })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('begin one turn for one key', async ({ assert }) => {
    const made = await makeGroup(stage)
    for (const body of [{ clientMessageId: randomUUID() }, { content: 'Hello?', clientMessageId: randomUUID() }]) {
      const ends = await Promise.all(
        Array.from({ length: 10 }, async (_, index) =>
          last(await (await open(made, body, 'stream', alternate(index))).ended)
        )
      )
      const ids = ends.map((end) => (end.type === 'aiComplete' ? end.message.id : end.type))
      assert.lengthOf(new Set(ids), 1, JSON.stringify(ends))
    }
    assert.equal(together, 1)
    assert.deepEqual(await balanced(stage, made), { paid: 2, isBalanced: true })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('begin one talk for one key, and take each of its turns once', async ({ assert }) => {
    const made = await makeGroup(stage)
    const body = { turns: 6, clientMessageId: randomUUID() }
    const streams = await Promise.all(
      Array.from({ length: 10 }, (_, index) => open(made, body, 'talk', alternate(index)))
    )
    await Promise.all(streams.map((stream) => stream.ended))
    await quiet(stage, made)
    const messages = await messagesOf(made)
    assert.lengthOf(messages, 6)
    assert.isTrue(messages.every(({ content }) => content === whole))
    assert.equal(together, 1)
    assert.deepEqual(await balanced(stage, made), { paid: 6, isBalanced: true })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('stay balanced while talks, messages and stops arrive at both', async ({ assert }) => {
    const made = await makeGroup(stage)
    const clients: Client[] = [made.client, made.client.at(other.url)]
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        if (index % 6 === 5) return void (await clients[index % 2]!.post(`${made.address}/stop`))
        const talks = index % 3 === 0
        const body = talks ? { turns: 4 } : { content: `Number ${index}.` }
        const key = { clientMessageId: randomUUID() }
        const stream = await open(made, { ...body, ...key }, talks ? 'talk' : 'stream', alternate(index))
        await stream.ended
      })
    )
    await quiet(stage, made)
    assert.isTrue((await balanced(stage, made)).isBalanced)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('stop a talk of the other one', async ({ assert }) => {
    const made = await makeGroup(stage)
    const model = speakInTwo(words.slice(0, 2), words.slice(2))
    let calls = 0
    stage.upstream.answer = (call) => (calls++ === 0 ? speak(words)(call) : model.answer(call))
    await (
      await open(made, { turns: 9 }, 'talk')
    ).ended
    await until(stage.db, `SELECT count(*) = 1 FROM replies WHERE chat_session_id = $1 AND state = 'running'`, [
      made.id,
    ])
    const follower = await made.client.at(other.url).stream(`${made.address}/stream`)
    await follower.waitFor(isChunk)
    assert.equal((await made.client.at(other.url).post(`${made.address}/stop`)).status, 200)
    model.goOn()
    await quiet(stage, made)
    assert.equal(last(await messagesOf(made)).state, 'stopped')
    assert.lengthOf(await messagesOf(made), 2)
    assert.equal(calls, 2)
    assert.deepEqual(await balanced(stage, made), { paid: 2, isBalanced: true })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })
})
