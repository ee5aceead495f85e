import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { ReplyContext } from '../src/replies/reply_context.ts'
import { ReplyHub } from '../src/replies/reply_hub.ts'
import { ReplyKeeper } from '../src/replies/reply_keeper.ts'

const timings = { leaseMs: 10_000, tickMs: 30, firstTextTimeoutMs: 800, nextTextTimeoutMs: 300, drainMs: 0 }

/** A keeper whose database takes everything and says nothing. */
const setUp = async (cleanup: (work: () => Promise<void>) => void) => {
  const hub = new ReplyHub()
  const signals = {
    query: async () => [],
    send: async () => {},
    onSignal: () => () => {},
    onGap: () => {},
    connectedForMs: 0,
  }
  const logger = { info() {}, warn() {}, error() {} }
  const events = { tellEnded: async () => {}, flush: async () => {} }
  const context = { owner: 'o', hub, signals, events, timings, logger } as unknown as ReplyContext
  const keeper = new ReplyKeeper(context, 'test')
  await keeper.start()
  cleanup(() => keeper.stop())
  const named = { chatSessionId: 's', characterId: 'c', messageId: 'm', userId: 'u' }
  const identity = { ...named, kind: 'reply' as const, userMessageFrame: '' }
  return { open: (id: string) => hub.open({ id, ...identity }) }
}

const ended = async (live: { early: string | null }) => {
  while (live.early === null) await sleep(5)
}

/** As SIGSTOP, or a suspended machine: nothing of this process runs. */
const pause = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test.group('The keeper of replies', () => {
  test('ends a reply that has said nothing yet, and one that fell silent, each in its own time', async ({
    assert,
    cleanup,
  }) => {
    const { open } = await setUp(cleanup)
    const [mute, fading, lively] = [open('mute'), open('fading'), open('lively')]
    fading.append('Well')
    const talk = setInterval(() => lively.append('more '), 20)
    await ended(fading)
    assert.isNull(mute.early)
    await ended(mute)
    clearInterval(talk)
    assert.deepEqual([fading.early, mute.early, lively.early], ['timeout', 'timeout', null])
  })

  test('after a pause of its own blames nobody for the silence, and counts anew', async ({ assert, cleanup }) => {
    const { open } = await setUp(cleanup)
    const live = open('paused')
    live.append('Well')
    await sleep(60)
    pause(700)
    const wokenAt = performance.now()
    await ended(live)
    assert.equal(live.early, 'timeout')
    assert.isAtLeast(performance.now() - wokenAt, timings.nextTextTimeoutMs - 1)
  })
})
