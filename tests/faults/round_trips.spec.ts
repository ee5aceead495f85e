import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { numberedWords, speak } from '#tests/support/model_upstream'
import { ask, kinds, last, send, startStage } from '#tests/support/stage'

const atMost = 8

test.group('The database, during a reply', () => {
  for (const kind of kinds)
    test(`is asked at most ${atMost} times, the session and the rubies included (${kind})`, async ({
      assert,
      cleanup,
    }) => {
      // Ticks are the process's, not a reply's: one a minute, so that none falls into the measurement.
      const env = { REPLY_TICK_MS: '60000', REPLY_LEASE_MS: '600000' }
      const stage = await startStage({ isProxied: true, env })
      cleanup(() => stage.close())
      const proxy = stage.proxy!
      stage.upstream.answer = speak(numberedWords(40), 5)
      const chats = await stage.chats(await stage.visitor(500), 60, kind)
      const say = async () => {
        const events = await (await ask(chats.pop()!, 'How many?')).ended
        assert.equal(last(events).type, 'aiComplete')
      }
      // The first replies open connections and prepare statements.
      for (let round = 0; round < 3; round++) await say()
      await sleep(200)

      /** The process's own regular work may fall into a measurement, a long one most of all: then it is made again. */
      const askedWhile = async (work: () => Promise<unknown>, isRegularWork: (statement: string) => boolean) => {
        for (const deadline = Date.now() + 40_000; ;) {
          proxy.takeStatements()
          await work()
          const asked = proxy.takeStatements()
          if (!asked.some(isRegularWork) || Date.now() > deadline || chats.length === 0) return asked
        }
      }
      const idle = await askedWhile(
        () => sleep(500),
        () => true
      )
      assert.deepEqual(idle, [], 'nothing is asked while nothing happens')

      // Counters are folded in transactions, which a reply has none of.
      const asked = await askedWhile(
        () => say().then(() => sleep(100)),
        (statement) => /^(begin|commit)/i.test(statement)
      )
      assert.isAtMost(asked.length, atMost, asked.join('\n'))
      assert.isTrue(
        asked.some((name) => name.startsWith(kind === 'reply' ? 'chat_end_reply' : 'chat_end_rewrite')),
        asked.join('\n')
      )
    })

  test('is asked no more for a long reply than for a short one, but for the ticks of the process', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ isProxied: true, env: { REPLY_TICK_MS: '1000', REPLY_LEASE_MS: '20000' } })
    cleanup(() => stage.close())
    const { proxy, upstream } = stage
    const chats = await stage.chats(await stage.visitor(50), 10)
    // Ten replies of 400 words each, at once, for two seconds or more.
    upstream.answer = speak(
      Array.from({ length: 400 }, () => 'word '),
      5
    )
    proxy!.takeStatements()
    const begunAt = performance.now()
    const ends = await Promise.all(chats.map(async (chat) => (await send(chat, 'On and on?')).ended))
    for (const events of ends) assert.equal(last(events).type, 'aiComplete')
    const asked = proxy!.takeStatements()
    const parts = asked.filter((statement) => statement.includes('reply_parts') && statement.startsWith('insert'))
    const ticks = Math.ceil((performance.now() - begunAt) / 1_000)
    assert.isAtMost(parts.length, ticks + 2, 'one INSERT a tick, for all replies together')
    // The rest over ten replies, ticks and all, is still not more than eight each; and where they take long, four for each tick more.
    assert.isAtMost(asked.length, 10 * atMost + 4 * Math.max(0, ticks - 3), asked.join('\n'))
  })
})
