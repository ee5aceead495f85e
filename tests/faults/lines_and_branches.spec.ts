import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import type { RunningServer } from '#tests/support/server'
import {
  accountOf,
  at,
  brokenAfterwards,
  isChunk,
  last,
  messagesOf,
  send,
  settled,
  sharedPair,
  type Chat,
  type Stage,
} from '#tests/support/stage'

const words = numberedWords(10)
const whole = words.join('')

const writeLine = ({ client, characterId, sessionId }: Chat, more: Record<string, unknown> = {}) =>
  client.stream(`/api/chats/${characterId}/impersonate`, {
    method: 'POST',
    body: { sessionId, model: 'basic', ...more },
  })

const branch = ({ client, sessionId }: Chat, messageId: string) =>
  client.post(`/api/chats/${sessionId}/branches`, { messageId })

test.group('Lines for the user and branches at two servers', (group) => {
  let stage: Stage
  let other: RunningServer
  group.setup(async () => {
    ;({ stage, other } = await sharedPair())
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(words, 1)
  })

  test('begin one line for one key', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const key = { clientMessageId: randomUUID() }
    const streams = await Promise.all(
      Array.from({ length: 10 }, (_, index) => writeLine(index % 2 ? at(chat, other) : chat, key))
    )
    for (const stream of streams) assert.equal(textOf(await stream.ended), whole)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 49, held: 0, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('write one line or reply at a time, and charge each once', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const place = index % 2 ? at(chat, other) : chat
        const stream = await (index % 3 === 0 ? send(place, `Number ${index}.`) : writeLine(place))
        await stream.ended
        return stream.status
      })
    )
    assert.isEmpty(outcomes.filter((status) => status !== 200 && status !== 409))
    await settled(stage.db)
    const begun = outcomes.filter((status) => status === 200).length
    assert.isAbove(begun, 0)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 50 - begun, held: 0, charges: begun })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('copy each message once into branches that are made together, beside a reply', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    await (
      await send(chat, 'Hello.')
    ).ended
    const before = await messagesOf(chat)
    const { answer, goOn } = speakInTwo(words.slice(0, 4), words.slice(4))
    stage.upstream.answer = answer
    const running = await send(chat, 'And now?')
    await running.waitFor(isChunk)
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) => branch(index % 2 ? at(chat, other) : chat, last(before).id))
    )
    goOn()
    assert.equal(textOf(await running.ended), whole)
    // An account makes one branch at a time.
    assert.isEmpty(made.filter(({ status, body }) => status !== 201 && body.code !== 'busy'))
    const branches = made.filter(({ status }) => status === 201).map(({ body }) => body.id as string)
    assert.isAbove(branches.length, 0)
    assert.lengthOf(new Set(branches), branches.length)
    for (const sessionId of branches)
      assert.deepEqual(
        (await messagesOf({ ...chat, sessionId })).map(({ content, rubyCost }) => [content, rubyCost]),
        before.map(({ content }) => [content, 0])
      )
    const after = await messagesOf(chat)
    assert.deepEqual(after.slice(0, before.length), before)
    assert.lengthOf(after, before.length + 2)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 48, held: 0, charges: 2 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })
})
