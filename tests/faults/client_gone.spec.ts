import { test } from '@japa/runner'
import http from 'node:http'
import { longRun } from '#tests/support/long_run'
import { numberedWords, speak } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  kinds,
  sharedPair,
  startStage,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'

const words = numberedWords(20)
const whole = words.join('')

/** Sends the request and disconnects when the response begins, or after `afterMs` if that is earlier. */
const askAndDisconnect = ({ client, characterId, sessionId, kind, messageId }: Chat, afterMs: number | null) =>
  new Promise<void>((resolve) => {
    const request = http.request(`${client.url}/api/chats/${characterId}/${kind === 'reply' ? 'stream' : kind}`, {
      method: 'POST',
      agent: false,
      headers: { cookie: client.cookie, 'content-type': 'application/json' },
    })
    request.on('error', () => {})
    request.on('response', () => request.destroy())
    request.on('close', () => resolve())
    request.end(JSON.stringify({ content: 'Hello?', sessionId, messageId, model: 'basic' }), () => {
      if (afterMs !== null) setTimeout(() => request.destroy(), afterMs)
    })
  })

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

  test('before the first byte of the response gets either no reply or a complete one', async ({ assert, cleanup }) => {
    // The drain deadline is longer than all replies take.
    const own = await startStage({ env: { DRAIN_MS: '60000' } })
    cleanup(() => own.close())
    own.upstream.answer = speak(words, 2)
    const client = await own.visitor()
    const chats = await own.chats(client, 21, kinds)
    // One request waits for the response, so that a reply begins on a machine of any speed.
    await Promise.all(chats.map((chat, index) => askAndDisconnect(chat, index === 20 ? null : index * 2)))
    // The server finishes all accepted requests before it stops.
    await own.server.stop()
    await own.restart()
    assert.deepEqual(await brokenAfterwards(own.db), [])
    let answered = 0
    for (const chat of chats) {
      const answer = await writtenIn(chat)
      if (!answer) continue
      answered++
      assert.deepInclude(answer, { content: whole, state: 'complete', rubyCost: 1 })
    }
    assert.isAbove(answered, 0)
    assert.equal((await accountOf(own.db, { client })).charges, answered)
  }).tags(longRun)
})
