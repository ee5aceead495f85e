import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import type { BalanceReader } from '#modules/accounts/index'
import type { Bus, UserEvents } from '#modules/realtime/index'
import { BalanceEvents } from '../src/balances/balance_events.ts'

const userId = 'u'

/** Sets up events with one listening user, whose balance reads get these answers in order. */
const setUp = (...answers: Promise<number>[]) => {
  const sent: unknown[] = []
  let post: (id: string) => void = () => {}
  const bus = { listen: (_channel: string, listener: typeof post) => void (post = listener) } as unknown as Bus
  const events = {
    onOpen: (listener: (id: string) => void) => listener(userId),
    onIdle() {},
    isListening: (id: string) => id === userId,
    send: (_userId: string, event: { rubies: number }) => void sent.push(event.rubies),
  } as unknown as UserEvents
  let reads = 0
  const readMany = async () => {
    reads++
    return new Map([
      [userId, { rubies: await answers.shift()!, rubyDebt: 0, discordJoined: false, welcomeRubiesWaiting: 0 }],
    ])
  }
  const balances = { readMany } as unknown as BalanceReader
  const updates = new BalanceEvents(bus, events, balances, systemTimers, { warn() {} } as never)
  return { updates, sent, reads: () => reads, post: (id: string) => post(id) }
}

test.group('Balance events', () => {
  test('end with the balance that was read last, even when a read is slow', async ({ assert }) => {
    const slow = Promise.withResolvers<number>()
    const { updates, sent } = setUp(slow.promise, Promise.resolve(9))
    const first = updates.flush()
    updates.refresh(userId)
    const second = updates.flush()
    await turn()
    slow.resolve(10)
    await Promise.all([first, second])
    await updates.flush()
    assert.deepEqual(sent, [10, 9])
  })

  test('are sent after a retry when a read fails', async ({ assert }) => {
    const { updates, sent } = setUp(Promise.reject(new Error('unavailable')), Promise.resolve(10))
    await updates.flush()
    assert.deepEqual(sent, [])
    await updates.flush()
    assert.deepEqual(sent, [10])
  })

  test('skip a balance that has not changed', async ({ assert }) => {
    const { updates, sent, post } = setUp(Promise.resolve(10), Promise.resolve(10), Promise.resolve(11))
    await updates.flush()
    for (let posting = 0; posting < 2; posting++) {
      post(userId)
      await updates.flush()
    }
    assert.deepEqual(sent, [10, 11])
  })

  test('read nothing for users who do not listen', async ({ assert }) => {
    const { updates, reads, post } = setUp(Promise.resolve(10))
    await updates.flush()
    post('another')
    updates.refresh('another')
    await updates.flush()
    assert.equal(reads(), 1)
  })
})
