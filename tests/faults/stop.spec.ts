import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { bothRuns, isLongRun } from '#tests/support/long_run'
import { numberedWords, speakInTwo, speakOn } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  begun,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  messagesOf,
  sharedPair,
  stop,
  writtenIn,
  type Stage,
} from '#tests/support/stage'

const rounds = isLongRun ? 6 : 2

test.group('Stopping a reply', (group) => {
  let stage: Stage
  group.setup(async () => {
    ;({ stage } = await sharedPair())
  })

  test('at the moment of its completion leaves it complete or stopped, charged once, and both callers agree', async ({
    assert,
  }) => {
    const words = numberedWords(10)
    const moments = [
      'stop first',
      'complete first',
      'stop, then complete',
      'complete, then stop',
      'before the first text',
    ]
    const chats = await stage.chats(await stage.visitor(200), rounds * kinds.length * moments.length, kinds)
    const client = chats[0]!.client
    const states: Record<string, number> = {}
    let unpaid = 0
    for (const [index, chat] of chats.entries()) {
      const moment = moments[Math.floor(index / kinds.length) % moments.length]!
      const beginning = moment === 'before the first text' ? 0 : words.length - 1
      const { answer, goOn } = speakInTwo(words.slice(0, beginning), words.slice(beginning))
      stage.upstream.answer = answer
      const note = `${moment}, ${chat.kind}`
      const stream = await ask(chat, 'Go on.')
      if (beginning > 0) await stream.waitFor((event) => JSON.stringify(event).includes(`word${beginning - 1}`))
      else await begun(chat, stream)
      if (moment.startsWith('complete')) goOn()
      if (moment === 'complete first') await stream.ended
      const stopping = stop(chat)
      if (moment === 'stop first') await stopping
      goOn()
      const [stopped, events] = await Promise.all([stopping, stream.ended])
      assert.equal(stopped.status, 200, note)
      const kept = await writtenIn(chat)
      const message = last(await messagesOf(chat))
      const end = last(events)
      if (!kept) {
        unpaid++
        assert.deepInclude(end, { type: 'error', code: 'stopped' }, note)
        assert.isNull(stopped.body.message, note)
        continue
      }
      states[kept.state] = (states[kept.state] ?? 0) + 1
      assert.deepEqual(end, { type: 'aiComplete', message }, note)
      assert.equal(textOf(events), kept.content, note)
      assert.equal(kept.rubyCost, 1, note)
      assert.isTrue(words.join('').startsWith(kept.content), note)
      if (kept.state === 'complete') assert.equal(kept.content, words.join(''), note)
      if (moment === 'stop first') assert.equal(kept.state, 'stopped', note)
      if (moment === 'complete first') assert.equal(kept.state, 'complete', note)
      // The stop found no running reply.
      if (stopped.body.message === null) assert.equal(kept.state, 'complete', note)
      else assert.deepEqual(stopped.body.message, message, note)
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    const account = await accountOf(stage.db, { client })
    assert.deepInclude(account, { held: 0, charges: chats.length - unpaid, balance: 200 - chats.length + unpaid })
    assert.isAbove(states.complete ?? 0, 0)
    assert.isAbove(states.stopped ?? 0, 0)
  }).tags(bothRuns)

  for (const kind of kinds)
    test(`before its first text releases the rubies (${kind})`, async ({ assert }) => {
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

  test('aborts the request to the model', async ({ assert }) => {
    const aborted = Promise.withResolvers<void>()
    stage.upstream.answer = (call) => {
      call.delta('Once upon a time')
      void call.closed.then(aborted.resolve)
    }
    const chat = await stage.chat(1)
    const stream = await ask(chat, 'Hello?')
    await stream.waitFor(isChunk)
    await stop(chat)
    await aborted.promise
    assert.isNotEmpty((await writtenIn(chat))!.content)
  })

  for (const kind of kinds)
    test(`several times at once is one stop and one charge (${kind})`, async ({ assert }) => {
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
        'one response contains the message'
      )
      const later = await stop(chat)
      assert.deepEqual([later.status, later.body], [200, { message: null }])
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 4, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })
})
