import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak, speakInTwo, speakOn } from '#tests/support/model_upstream'
import { beginServer } from '#tests/support/server'
import {
  accountOf,
  ask,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  send,
  sharedStage,
  writtenIn,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

const words = numberedWords(20)
const whole = words.join('')

test.group('A server that is stopped during a reply', () => {
  test('finishes the reply, reports that it drains, refuses new ones, and exits with 0', async ({
    assert,
    cleanup,
  }) => {
    const stage = await sharedStage('killed')
    const { answer, goOn } = speakInTwo(words.slice(0, 5), words.slice(5))
    stage.upstream.answer = answer
    const client = await stage.visitor()
    const [chat, reroll, continued, another, ...refusing] = await stage.chats(client, 6, kinds)
    const streams = await Promise.all([chat!, reroll!, continued!].map((target) => ask(target, 'Hello?')))
    for (const stream of streams) await stream.waitFor(isChunk)
    const exit = stage.server.stop()
    // The next test starts the server again, also when this one fails.
    cleanup(async () => void (await exit))
    await waitUntil('the server drains', async () => (await client.get('/health/ready')).status === 503)
    assert.equal((await client.get('/health/live')).status, 200)
    const refused = await send(another!, 'One more?')
    assert.equal(refused.status, 503)
    assert.isAbove(Number(refused.headers['retry-after']), 0)
    assert.include(refused.text(), 'server_stopping')
    for (const target of refusing) assert.equal((await ask(target, 'One more?')).status, 503)
    goOn()
    for (const stream of streams) {
      const events = await stream.ended
      assert.equal(textOf(events), whole)
      assert.equal(last(events).type, 'aiComplete')
    }
    assert.equal(await exit, 0)
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 47, held: 0, paid: 3, charges: 3 })
    const { rows } = await stage.db.query('SELECT count(*)::int FROM chat_messages WHERE chat_session_id = $1', [
      another!.sessionId,
    ])
    assert.equal(rows[0].count, 1)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  for (const kind of kinds)
    test(`ends a reply after the deadline, keeps its text as broken off, releases the rubies, and exits with 0 (${kind})`, async ({
      assert,
    }) => {
      const stage = await sharedStage('killed')
      await stage.server.control!.configure({ drainMs: 500 })
      stage.upstream.answer = speakOn('On and on. ', 100)
      const [chat, silent] = await stage.chats(await stage.visitor(), 2, [kind, 'reply'])
      const stream = await ask(chat!, 'Hello?')
      await stream.waitFor(isChunk)
      stage.upstream.answer = () => {}
      const unanswered = await send(silent!, 'Anyone?')
      await unanswered.waitFor((event) => event.type === 'userMessage')
      // An endless model doesn't delay the exit.
      assert.equal(await stage.server.stop(), 0)
      const end = last(await stream.ended)
      assert.equal(end.type, 'error')
      if (end.type === 'error') {
        assert.equal(end.code, 'server_stopping')
        const { message } = end
        assert.deepInclude(message?.alternates?.at(-1) ?? message, { state: 'broken_off', rubyCost: 0 })
      }
      const other = last(await unanswered.ended)
      assert.deepInclude(other, { type: 'error', code: 'server_stopping' })
      assert.notProperty(other, 'message')
      assert.deepEqual(await accountOf(stage.db, chat!), { balance: 50, held: 0, paid: 0, charges: 0 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])

      // The kept text survives the restart.
      await stage.restart()
      const kept = (await writtenIn(chat!))!
      assert.match(kept.content, /^(And to you, )?On and on\. /)
      stage.upstream.answer = speak(['Back', ' again.'])
      assert.equal(last(await (await ask(chat!, 'And now?')).ended).type, 'aiComplete')
    }).tags(longRun)

  test('exits at once without running replies', async ({ assert }) => {
    const { server } = await sharedStage('killed')
    await server.control!.configure({ drainMs: 86_400_000 })
    assert.equal(await server.stop(), 0)
  }).tags(longRun)

  test('stops at any moment of its start', async ({ assert }) => {
    for (let afterMs = 100; afterMs <= 900; afterMs += 80) {
      const server = await beginServer({})
      await sleep(afterMs)
      const ended = await Promise.race([server.stop().then(() => true), sleep(60_000, false, { ref: false })])
      if (!ended) await server.kill('SIGKILL')
      assert.isTrue(ended, `still running after a stop at ${afterMs} ms: ${server.log()}`)
    }
  }).tags(longRun)
})
