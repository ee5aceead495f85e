import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { dice, seedOfRun } from '#tests/support/dice'
import { brokenPromises } from '#tests/support/ledger_promises'
import { numberedWords, speak } from '#tests/support/model_upstream'
import { accountOf, ask, kinds, messagesOf, settled, startStage, writtenIn, type Stage } from '#tests/support/stage'

const kills = 8
const repliesPerKill = 9
const words = numberedWords(50)
const whole = words.join('')
/** One tick (100 ms) may be unsaved; the rest is for a busy machine. */
const unsavedMs = 500

test.group('A server that is killed', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await startStage({ env: { REPLY_LEASE_MS: '200000' } })
    return () => stage.close()
  })

  test(`keeps what was said and written, and astray goes no ruby (${kills * repliesPerKill} random moments)`, async ({
    assert,
  }) => {
    const seed = seedOfRun()
    const roll = dice(seed)
    const note = `SEED=${seed}`
    const { db, upstream } = stage
    const client = await stage.visitor(500)
    upstream.answer = speak(words, 20)
    let finished = 0
    let interrupted = 0

    for (let kill = 0; kill < kills; kill++) {
      const chats = await stage.chats(client, repliesPerKill, kinds)
      // A reply takes about 1.1 s, the kill comes after 1.3 s: some are done, some have not begun.
      const sent = chats.map(async (chat) => {
        await sleep(roll() * 1_300)
        return ask(chat, 'Are you there?').catch(() => null)
      })
      await sleep(1_300)
      const killedAt = performance.now()
      await stage.server.kill('SIGKILL')
      const streams = await Promise.all(sent)
      await Promise.all(streams.map((stream) => stream?.ended))
      await stage.restart()
      // The restart itself ends what it finds, without waiting for a lease to run out.
      await settled(db)
      assert.deepEqual(await brokenPromises(db), [], note)

      for (const [index, chat] of chats.entries()) {
        const stream = streams[index]
        const events = stream?.events ?? []
        const answer = await writtenIn(chat)
        if (events.some((event) => event.type === 'userMessage'))
          assert.equal((await messagesOf(chat))[1]?.content, 'Are you there?', note)
        const seen = textOf(events.filter((_, at) => stream!.times[at]! < killedAt - unsavedMs))
        if (seen) assert.isTrue(answer?.content.startsWith(seen), `${note}: ${answer?.content} begins with ${seen}`)
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

      // The session can be written in at once.
      upstream.answer = speak(['Here', ' I am.'])
      for (const chat of chats.slice(0, kinds.length)) {
        const isWhole = chat.kind === 'continue' && (await writtenIn(chat))?.state === 'complete'
        if (isWhole) continue
        const again = await (await ask(chat, 'And now?')).ended
        assert.equal(again.at(-1)?.type, 'aiComplete', note)
        finished++
      }
      upstream.answer = speak(words, 20)
    }
    assert.isAbove(interrupted, kills, note)
  })
})
