import type { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { generateReply } from '../replies/run/generate_reply.ts'
import type { ReplyTimings } from '../replies/run/reply_context.ts'
import { ReplyHub } from '../replies/run/reply_hub.ts'
import type { ShrinkingRequest } from '../replies/run/shrinking_request.ts'
import { ReplyTimeouts } from '../replies/recover/reply_timeouts.ts'

const timings = { tickMs: 100, firstTextTimeoutMs: 800, nextTextTimeoutMs: 300 } as ReplyTimings

const setUp = () => {
  const timers = new AdjustableTimers()
  const hub = new ReplyHub(timers)
  const timeouts = new ReplyTimeouts(hub, timings, timers)
  const open = (id: string) =>
    hub.open({
      id,
      chatSessionId: 's',
      characterId: 'c',
      messageId: 'm',
      userId: 'u',
      kind: 'reply',
      userMessage: null,
      speaker: null,
    })
  type Live = ReturnType<typeof open>
  const say = (live: Live) => live.append('word ')
  /** Records activity of the model without text. */
  const reason = (live: Live) => live.touch()
  /** Checks at every tick until `ms` have passed. */
  const pass = (ms: number, atEachTick = () => {}) => {
    for (let passed = 0; passed < ms; passed += timings.tickMs) {
      void timers.advance(timings.tickMs)
      atEachTick()
      timeouts.check()
    }
  }
  /** Simulates a pause of the process, during which no check happens. */
  const pause = (ms: number) => {
    void timers.advance(ms)
    timeouts.check()
  }
  return { open, say, reason, pass, pause }
}

test.group('Timeouts of replies', () => {
  test('end a reply without text later than one that has stopped sending text', ({ assert }) => {
    const { open, say, pass } = setUp()
    const [mute, fading, lively] = [open('mute'), open('fading'), open('lively')]
    say(fading)
    say(lively)
    pass(300, () => say(lively))
    assert.deepEqual([mute.earlyEnd, fading.earlyEnd], [null, null])
    pass(100, () => say(lively))
    assert.deepEqual([mute.earlyEnd, fading.earlyEnd], [null, 'timeout'])
    pass(500, () => say(lively))
    assert.deepEqual([mute.earlyEnd, lively.earlyEnd], ['timeout', null])
  })

  test('allow five times as long while the model reasons', ({ assert }) => {
    const { open, say, reason, pass } = setUp()
    const [before, after] = [open('reasons before its first text'), open('reasons after some text')]
    say(after)
    const reasonAll = () => [before, after].forEach(reason)
    pass(5 * 300, reasonAll)
    assert.deepEqual([before.earlyEnd, after.earlyEnd], [null, null])
    pass(100, reasonAll)
    assert.deepEqual([before.earlyEnd, after.earlyEnd], [null, 'timeout'])
    pass(5 * 800 - 5 * 300 - 100, reasonAll)
    assert.isNull(before.earlyEnd)
    pass(100, reasonAll)
    assert.equal(before.earlyEnd, 'timeout')
  })

  for (const type of ['thinking', 'alive'])
    test(`let a model answer that sends only ${type} parts for longer than the timeout`, async ({ assert }) => {
      const { open, pass } = setUp()
      const stream = async function* () {
        for (let part = 0; part < 4; part++) {
          pass(timings.firstTextTimeoutMs - timings.tickMs)
          yield { type }
        }
        yield { type: 'text', text: 'Yes, there is.' }
        yield { type: 'finish', reason: 'stop' }
      }
      const request = { names: { own: 'Mo', others: [] }, stream } as unknown as ShrinkingRequest
      const { state, text } = await generateReply({} as Logger, { live: open('reasons'), request })
      assert.deepEqual([state, text], ['written', 'Yes, there is.'])
    })

  test('count from zero after the process itself was paused', ({ assert }) => {
    const { open, say, pass, pause } = setUp()
    const live = open('paused')
    say(live)
    pause(60_000)
    pass(300)
    assert.isNull(live.earlyEnd)
    pass(100)
    assert.equal(live.earlyEnd, 'timeout')
  })
})
