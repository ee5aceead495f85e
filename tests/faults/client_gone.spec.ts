import { test } from '@japa/runner'
import http from 'node:http'
import { numberedWords, speak } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  kinds,
  sharedPair,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'

const words = numberedWords(20)
const whole = words.join('')

/** Sends the request, and returns it without waiting for the response. */
const begin = ({ client, characterId, sessionId, kind, messageId }: Chat) => {
  const request = http.request(`${client.url}/api/chats/${characterId}/${kind === 'reply' ? 'stream' : kind}`, {
    method: 'POST',
    agent: false,
    headers: { cookie: client.cookie, 'content-type': 'application/json' },
  })
  request.on('error', () => {})
  request.end(JSON.stringify({ content: 'Hello?', sessionId, messageId, model: 'basic' }))
  return request
}

test.group('A client that disconnects', (group) => {
  let stage: Stage
  group.setup(async () => {
    ;({ stage } = await sharedPair())
  })

  test('loses no reply, at any moment', async ({ assert }) => {
    stage.upstream.answer = speak(words, 10)
    const client = await stage.visitor()
    const chats = await stage.chats(client, 24, kinds)
    await Promise.all(
      chats.map(async (chat, index) => {
        // Disconnects after the headers, after the user's message, after each word, and just before the last event.
        const stream = await ask(chat, 'Hello?')
        if (index === 0) return stream.leave()
        if (index === 1) await stream.waitFor(() => true)
        else await stream.waitFor(() => stream.text().includes(`word${Math.min(index - 2, 19)}`))
        stream.leave()
      })
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    for (const chat of chats) {
      assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 }, chat.kind)
    }
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 26, held: 0, paid: 24, charges: 24 })
  })

  test('before the first byte of the response gets a complete reply', async ({ assert }) => {
    const { db, server, upstream } = stage
    const control = server.control!
    upstream.answer = speak(words)
    const client = await stage.visitor()
    const chats: Chat[] = []
    for (const gate of ['held', 'begun'] as const) {
      const held = await stage.chats(client, kinds.length, kinds)
      await control.holdAt(
        gate,
        held.map(({ sessionId }) => sessionId)
      )
      const requests = held.map(begin)
      await control.arrived(gate, held.length)
      for (const request of requests) request.destroy()
      await control.release(gate)
      chats.push(...held)
    }
    assert.deepEqual(await brokenAfterwards(db), [])
    for (const chat of chats)
      assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 }, chat.kind)
    assert.equal((await accountOf(db, { client })).charges, chats.length)
  })
})
