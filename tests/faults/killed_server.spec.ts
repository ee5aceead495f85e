import { test } from '@japa/runner'
import { dice, seedOfRun } from '#tests/support/dice'
import { brokenPromises } from '#tests/support/ledger_promises'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  kinds,
  messagesOf,
  settled,
  sharedStage,
  untilSaved,
  writtenIn,
  type Stage,
} from '#tests/support/stage'
import { bothRuns, isLongRun, longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

const kills = isLongRun ? 8 : 2
const words = numberedWords(50)
const whole = words.join('')

test.group('A killed server', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('killed')
  })

  test('keeps nothing of a line that began with another name', async ({ assert }) => {
    const { db, upstream } = stage
    const client = await stage.visitor(50)
    const [first, killed] = await stage.chats(client, 2)
    upstream.answer = speak(['Yes.'])
    await (
      await ask(first!, 'Are you there?')
    ).ended
    const label: string = upstream.calls.at(-1)!.body.stop.at(-1)
    assert.match(label, /^\n.+:$/)
    upstream.answer = speak(['Yes.', label, ' No.'])
    await (
      await ask(first!, 'Are you there?')
    ).ended
    assert.deepInclude(await writtenIn(first!), { content: 'Yes.', state: 'complete' })
    upstream.answer = speakInTwo(['Yes', '.', label.slice(0, -1)], [': No.']).answer
    const stream = await ask(killed!, 'Are you there?')
    await untilSaved(db, [killed!], 'Yes.')
    await stage.server.kill('SIGKILL')
    await stream.ended
    await stage.restart()
    await settled(db)
    assert.deepInclude(await writtenIn(killed!), { content: 'Yes.', state: 'broken_off', rubyCost: 0 })
    assert.deepEqual(await brokenPromises(db), [])
  }).tags(longRun)

  test(`loses no message, no saved text and no ruby (${kills} kills)`, async ({ assert }) => {
    const seed = seedOfRun()
    const roll = dice(seed)
    const note = `SEED=${seed}`
    const { db, upstream } = stage
    const client = await stage.visitor(500)
    let finished = 0
    let interrupted = 0

    for (let kill = 0; kill < kills; kill++) {
      const chats = await stage.chats(client, 3 * kinds.length, kinds)
      const [done, running, starting] = [0, 1, 2].map((at) => chats.slice(at * kinds.length, (at + 1) * kinds.length))
      upstream.answer = speak(words)
      const doneStreams = await Promise.all(done!.map((chat) => ask(chat, 'Are you there?')))
      await Promise.all(doneStreams.map((stream) => stream.ended))
      // These replies are killed after a number of words was saved.
      const savedWords = 1 + Math.floor(roll() * (words.length - 1))
      const saved = words.slice(0, savedWords).join('')
      upstream.answer = speakInTwo(words.slice(0, savedWords), words.slice(savedWords)).answer
      const runningStreams = await Promise.all(running!.map((chat) => ask(chat, 'Are you there?')))
      await untilSaved(db, running!, saved)
      // These replies are killed before their first text.
      upstream.answer = () => {}
      const before = upstream.calls.length
      const startingStreams = await Promise.all(starting!.map((chat) => ask(chat, 'Are you there?')))
      await waitUntil('the model is called', () => upstream.calls.length === before + starting!.length)
      await stage.server.kill('SIGKILL')
      const streams = [...doneStreams, ...runningStreams, ...startingStreams]
      await Promise.all(streams.map((stream) => stream.ended))
      await stage.restart()
      // The restarted server sweeps at once, without waiting for the lease to expire.
      await settled(db)
      assert.deepEqual(await brokenPromises(db), [], note)

      for (const [index, chat] of chats.entries()) {
        const { events } = streams[index]!
        const answer = await writtenIn(chat)
        if (events.some((event) => event.type === 'userMessage'))
          assert.equal((await messagesOf(chat))[1]?.content, 'Are you there?', note)
        if (running!.includes(chat)) assert.equal(answer?.content, saved, note)
        if (starting!.includes(chat)) assert.isNull(answer, note)
        if (events.some((event) => event.type === 'aiComplete')) assert.equal(answer?.state, 'complete', note)
        if (!answer) continue
        assert.isTrue(whole.startsWith(answer.content), note)
        if (answer.state === 'complete') {
          finished++
          assert.equal(answer.content, whole, note)
        } else {
          interrupted++
          assert.deepInclude(answer, { state: 'broken_off', rubyCost: 0 }, note)
        }
      }
      const account = await accountOf(db, { client })
      assert.deepInclude(account, { held: 0, charges: finished, balance: 500 - finished }, note)

      // The chats can be continued at once.
      upstream.answer = speak(['Here', ' I am.'])
      for (const chat of running!) {
        const again = await (await ask(chat, 'And now?')).ended
        assert.equal(again.at(-1)?.type, 'aiComplete', note)
        finished++
      }
    }
    assert.equal(interrupted, kills * kinds.length, note)
  }).tags(bothRuns)
})
