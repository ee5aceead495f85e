import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { dice, seedOfRun } from '#tests/support/dice'
import { numberedWords, speak, speakOn } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  begun,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  messagesOf,
  startStage,
  stop,
  writtenIn,
  type Stage,
} from '#tests/support/stage'

test.group('Stopping a reply', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await startStage()
    return () => stage.close()
  })

  test('races with its completion 102 times: complete or stopped, charged once, and both callers agree', async ({
    assert,
  }) => {
    const seed = seedOfRun()
    const note = `SEED=${seed}`
    const roll = dice(seed)
    const words = numberedWords(10)
    stage.upstream.answer = speak(words, 3)
    const client = await stage.visitor(200)
    const chats = await stage.chats(client, 102, kinds)
    const states: Record<string, number> = {}
    let unpaid = 0
    /** How long a stop may wait. It follows the machine: on a slow one no reply would be complete by then, on a fast one all. */
    let waitMs = 70
    for (let from = 0; from < chats.length; from += 10) {
      const before = { ...states }
      await Promise.all(
        chats.slice(from, from + 10).map(async (chat) => {
          const stream = await ask(chat, 'Go on.')
          await sleep(roll() * waitMs)
          const stopped = await stop(chat)
          const events = await stream.ended
          assert.equal(stopped.status, 200, note)
          const kept = await writtenIn(chat)
          const message = last(await messagesOf(chat))
          const end = last(events)
          if (!kept) {
            unpaid++
            assert.deepInclude(end, { type: 'error', code: 'stopped' }, note)
            assert.isNull(stopped.body.message, note)
            return
          }
          states[kept.state] = (states[kept.state] ?? 0) + 1
          assert.deepEqual(end, { type: 'aiComplete', message }, note)
          assert.equal(textOf(events), kept.content, note)
          assert.equal(kept.rubyCost, 1, note)
          assert.isTrue(words.join('').startsWith(kept.content), note)
          if (kept.state === 'complete') assert.equal(kept.content, words.join(''), note)
          // The reply had ended before the stop was asked for: then there was none to stop.
          if (stopped.body.message === null) assert.equal(kept.state, 'complete', note)
          else assert.deepEqual(stopped.body.message, message, note)
        })
      )
      if (states.complete === before.complete) waitMs *= 2
      if (states.stopped === before.stopped) waitMs /= 2
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [], note)
    const account = await accountOf(stage.db, { client })
    assert.deepInclude(account, { held: 0, charges: 102 - unpaid, balance: 98 + unpaid }, note)
    assert.isAbove(states.complete ?? 0, 0, note)
    assert.isAbove(states.stopped ?? 0, 0, note)
  })

  for (const kind of kinds)
    test(`before its first text gives the rubies back (${kind})`, async ({ assert }) => {
      stage.upstream.answer = () => {}
      const chat = await stage.chat(1, kind)
      const before = await messagesOf(chat)
      const stream = await ask(chat, 'Hello?')
      await begun(chat, stream)
      assert.deepEqual((await accountOf(stage.db, chat)).held, 1)
      const stopped = await stop(chat)
      assert.deepEqual([stopped.status, stopped.body], [200, { message: null }])
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'stopped' })
      assert.deepEqual(
        (await messagesOf(chat)).filter(({ content }) => content !== 'Hello?'),
        before
      )
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('hangs up on the model', async ({ assert }) => {
    const hungUp = Promise.withResolvers<void>()
    stage.upstream.answer = (call) => {
      call.delta('Once upon a time')
      void call.closed.then(hungUp.resolve)
    }
    const chat = await stage.chat(1)
    const stream = await ask(chat, 'Hello?')
    await stream.waitFor(isChunk)
    await stop(chat)
    await hungUp.promise
    assert.isNotEmpty((await writtenIn(chat))!.content)
  })

  for (const kind of kinds)
    test(`twice, also at the same moment, is one stop and one charge (${kind})`, async ({ assert }) => {
      stage.upstream.answer = speakOn('Once upon a time ', 50)
      const chat = await stage.chat(5, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const answers = await Promise.all([stop(chat), stop(chat), stop(chat)])
      const end = last(await stream.ended)
      assert.equal(end.type, 'aiComplete')
      for (const { status, body } of answers) {
        assert.equal(status, 200)
        if (body.message) assert.deepEqual(end, { type: 'aiComplete', message: body.message })
      }
      assert.isTrue(
        answers.some(({ body }) => body.message !== null),
        'whoever ended it is told what was written'
      )
      const later = await stop(chat)
      assert.deepEqual([later.status, later.body], [200, { message: null }])
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 4, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })
})
