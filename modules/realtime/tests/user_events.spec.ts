import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { Bus, type Topic } from '../src/bus.ts'
import { UserEvents } from '../src/user_events.ts'

/** A bus in memory, which records sent messages. Tests simulate received messages and reconnects. */
class MemoryBus extends Bus {
  hasPeers = true
  readonly sent: object[] = []
  readonly #listeners = new Map<string, ((message: never) => void)[]>()
  readonly #onGap: (() => void)[] = []
  failure: Error | null = null

  constructor(readonly processId: string) {
    super()
  }

  async publish<Message extends object>(_: Topic<Message>, message: Message) {
    if (this.failure) throw this.failure
    this.sent.push(message)
  }

  async announce() {}

  subscribe<Message extends object>({ name }: Topic<Message>, listener: (message: Message) => void) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return () => {}
  }

  listen() {}

  onGap(listener: () => void) {
    this.#onGap.push(listener)
  }

  receive(name: string, message: object) {
    for (const listener of this.#listeners.get(name) ?? []) listener(message as never)
  }

  reconnect() {
    for (const listener of this.#onGap) listener()
  }
}

const setUp = () => {
  const bus = new MemoryBus('here')
  const events = new UserEvents({
    bus,
    timers: systemTimers,
    logger: { warn() {} } as never,
    sessionCheckMs: 60_000,
    streamsMax: 5_000,
  })
  const open = (userId: string, { isFull = false } = {}) => {
    const closing: (() => void)[] = []
    const stream = {
      frames: [] as string[],
      isEnded: false,
      isFull,
      isGone: false,
      write: (frame: string) => void stream.frames.push(frame),
      end() {
        stream.isEnded = true
        stream.isGone = true
        for (const callback of closing.splice(0)) callback()
      },
      onGone: (callback: () => void) => void closing.push(callback),
      isSignedIn: async () => true,
    }
    events.open(userId, stream)
    return stream
  }
  return { bus, events, open }
}

const event = { type: 'test' }
const text = 'data: {"type":"test"}\n\n'

test.group('User events', () => {
  test('reach every stream of the user and no other, and the other processes once', async ({ assert, cleanup }) => {
    const { bus, events, open } = setUp()
    cleanup(() => events.close())
    const streams = [open('one'), open('one'), open('two')]
    events.publish('one', event)
    assert.deepEqual(
      streams.map(({ frames }) => frames),
      [[text], [text], []]
    )
    await events.flush()
    assert.deepEqual(bus.sent, [{ from: 'here', events: [['one', event]] }])
    bus.receive('events', bus.sent[0]!)
    assert.lengthOf(streams[0]!.frames, 1, 'a process ignores its own messages')
  })

  test('arrive from other processes, and are reported to publishers in this process', ({ assert, cleanup }) => {
    const { bus, events, open } = setUp()
    cleanup(() => events.close())
    const stream = open('one')
    const delivered: string[] = []
    events.onDelivered((userId) => delivered.push(userId))
    bus.receive('events', {
      from: 'there',
      events: [
        ['one', event],
        ['two', event],
      ],
    })
    assert.deepEqual(stream.frames, [text])
    assert.deepEqual(delivered, ['one'])
  })

  test('are not sent to other processes while there are none', async ({ assert, cleanup }) => {
    const { bus, events } = setUp()
    cleanup(() => events.close())
    bus.hasPeers = false
    events.publish('one', event)
    await events.flush()
    assert.deepEqual(bus.sent, [])
  })

  test('are sent again when the database was unavailable', async ({ assert, cleanup }) => {
    const { bus, events } = setUp()
    cleanup(() => events.close())
    bus.failure = new Error('unavailable')
    events.publish('one', event)
    await events.flush()
    bus.failure = null
    await events.flush()
    assert.deepEqual(bus.sent, [{ from: 'here', events: [['one', event]] }])
  })

  test('end the stream of a client that reads too slowly', ({ assert, cleanup }) => {
    const { events, open } = setUp()
    cleanup(() => events.close())
    const [slow, quick] = [open('one', { isFull: true }), open('one')]
    events.publish('one', event)
    assert.deepEqual([slow.frames, quick.frames], [[], [text]])
    assert.deepEqual([slow.isEnded, quick.isEnded], [true, false])
  })
})

test.group('Event streams', () => {
  test('end for a disabled account, in this process and for that user only', ({ assert, cleanup }) => {
    const { bus, events, open } = setUp()
    cleanup(() => events.close())
    const streams = [open('one'), open('one'), open('two')]
    bus.receive('disabled', { userId: 'one' })
    assert.deepEqual(
      streams.map(({ isEnded }) => isEnded),
      [true, true, false]
    )
    assert.equal(events.size, 1)
  })

  test('end after a gap, so that browsers reconnect and read again', async ({ assert, cleanup }) => {
    const { bus, events, open } = setUp()
    cleanup(() => events.close())
    const idle: string[] = []
    const allIdle = new Promise<void>((resolve) =>
      events.onIdle((userId) => {
        idle.push(userId)
        if (idle.length === 2) resolve()
      })
    )
    const streams = [open('one'), open('two')]
    bus.reconnect()
    await allIdle
    assert.isTrue(streams.every(({ isEnded }) => isEnded))
    assert.equal(events.size, 0)
  })

  test('are limited per user, and refused once the process is stopping', ({ assert }) => {
    const { events, open } = setUp()
    for (let count = 0; count < 20; count++) {
      assert.equal(events.capacity('one'), 'available')
      open('one')
    }
    assert.equal(events.capacity('one'), 'too_many')
    assert.equal(events.capacity('two'), 'available')
    events.close()
    assert.equal(events.capacity('two'), 'closed')
  })
})
