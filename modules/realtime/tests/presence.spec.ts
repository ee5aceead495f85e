import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { Subscribers, type MessageBus } from '#plugins/contract/bus'
import { Bus } from '../src/bus.ts'
import { Presence } from '../src/presence.ts'
import type { Sight } from '../src/presence.ts'

/** Processes on one bus in memory. */
const setUp = (sights: Record<string, Sight>) => {
  const subscribers = new Subscribers()
  const sent: string[] = []
  const messages = {
    async publish(subject: string, message: object) {
      sent.push(subject)
      subscribers.deliver(subject, message)
    },
    subscribe: (subject: string, listener: (message: unknown) => void) => subscribers.add(subject, listener),
    onGap() {},
  } as unknown as MessageBus
  const timers = new AdjustableTimers()
  const processes = Object.entries(sights).map(([processId, sight]) => {
    const bus = new Bus({ processId, onGap() {}, listen() {} } as never, messages)
    return { bus, presence: new Presence(bus, { sightOf: () => sight } as never, timers) }
  })
  return { processes, sent, timers }
}

test.group('Presence', () => {
  test('asks no other process about a tab in sight here, or when there is none', async ({ assert }) => {
    const { processes, sent } = setUp({ one: 'in_sight', two: 'none' })
    assert.equal(await processes[0]!.presence.sightOf('u'), 'in_sight')
    processes[1]!.bus.hasPeers = false
    assert.equal(await processes[1]!.presence.sightOf('u'), 'none')
    assert.deepEqual(sent, [])
  })

  test('hears of a tab in sight of another process', async ({ assert }) => {
    const { processes } = setUp({ one: 'hidden', two: 'in_sight', three: 'none' })
    assert.equal(await processes[0]!.presence.sightOf('u'), 'in_sight')
    assert.equal(await processes[2]!.presence.sightOf('u'), 'in_sight')
  })

  test('waits for half a second for a tab in sight, and then knows of hidden ones', async ({ assert }) => {
    const { processes, timers } = setUp({ one: 'none', two: 'hidden' })
    const asked = processes[0]!.presence.sightOf('u')
    await timers.advance(500)
    assert.equal(await asked, 'hidden')
  })
})
