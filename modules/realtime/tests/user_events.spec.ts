import { test } from '@japa/runner'
import { Subscribers, type MessageBus } from '#plugins/contract/bus'
import { systemTimers } from '#plugins/contract/timers'
import { Bus } from '../src/bus.ts'
import { UserEvents } from '../src/user_events.ts'

/** A bus in memory, which records sent messages. Tests simulate received messages and reconnects. */
class MemoryBus implements MessageBus {
  readonly sent: [subject: string, message: object][] = []
  readonly subscribers = new Subscribers()
  failure: Error | null = null
  reconnect = () => {}

  async publish(subject: string, message: object) {
    if (this.failure) throw this.failure
    this.sent.push([subject, message])
  }

  subscribe(subject: string, listener: (message: unknown) => void) {
    return this.subscribers.add(subject, listener)
  }

  onGap(listener: () => void) {
    this.reconnect = listener
  }

  isConnected() {
    return true
  }

  start() {}
  async subscribed() {}
  async close() {}
}

const setUp = () => {
  const messages = new MemoryBus()
  let notify: (payload: string) => void = () => {}
  const connection = {
    processId: 'here',
    listen: (_: string, listener: typeof notify) => (notify = listener),
    onGap() {},
  }
  const bus = new Bus(connection as never, messages)
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
    void events.open(userId, stream)
    return stream
  }
  return { bus, messages, notify: (payload: string) => notify(payload), events, open }
}

const event = { type: 'test' }
const text = 'data: {"type":"test"}\n\n'

test.group('User events', () => {
  test('reach every stream of the user and no other, and the other processes once', async ({ assert, cleanup }) => {
    const { messages, events, open } = setUp()
    cleanup(() => events.close())
    const streams = [open('one'), open('one'), open('two')]
    events.publish('one', event)
    assert.deepEqual(
      streams.map(({ frames }) => frames),
      [[text], [text], []]
    )
    await events.flush()
    assert.deepEqual(messages.sent, [['events.one', event]])
  })

  test('arrive from other processes, and are reported to publishers in this process', ({ assert, cleanup }) => {
    const { messages, events, open } = setUp()
    cleanup(() => events.close())
    const stream = open('one')
    const delivered: string[] = []
    events.onDelivered((userId) => delivered.push(userId))
    messages.subscribers.deliver('events.one', event)
    messages.subscribers.deliver('events.two', event)
    assert.deepEqual(stream.frames, [text])
    assert.deepEqual(delivered, ['one'])
  })

  test('are not sent to other processes while there are none', async ({ assert, cleanup }) => {
    const { bus, messages, events } = setUp()
    cleanup(() => events.close())
    bus.hasPeers = false
    events.publish('one', event)
    await events.flush()
    assert.deepEqual(messages.sent, [])
  })

  test('are sent again when the bus was unavailable', async ({ assert, cleanup }) => {
    const { messages, events } = setUp()
    cleanup(() => events.close())
    messages.failure = new Error('unavailable')
    events.publish('one', event)
    await events.flush()
    messages.failure = null
    await events.flush()
    assert.deepEqual(messages.sent, [['events.one', event]])
  })

  test('are subscribed to only while the user has a stream', async ({ assert, cleanup }) => {
    const { messages, events, open } = setUp()
    cleanup(() => events.close())
    const subjects = () => messages.subscribers.subjects.filter((subject) => subject.startsWith('events.'))
    assert.deepEqual(subjects(), [])
    const streams = [open('one'), open('one'), open('two')]
    assert.deepEqual(subjects(), ['events.one', 'events.two'])
    streams[0]!.end()
    assert.deepEqual(subjects(), ['events.one', 'events.two'])
    streams[1]!.end()
    assert.deepEqual(subjects(), ['events.two'])
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
    const { notify, events, open } = setUp()
    cleanup(() => events.close())
    const streams = [open('one'), open('one'), open('two')]
    notify('one')
    assert.deepEqual(
      streams.map(({ isEnded }) => isEnded),
      [true, true, false]
    )
    assert.equal(events.size, 1)
  })

  test('end after a gap, so that browsers reconnect and read again', async ({ assert, cleanup }) => {
    const { messages, events, open } = setUp()
    cleanup(() => events.close())
    const idle: string[] = []
    const allIdle = new Promise<void>((resolve) =>
      events.onIdle((userId) => {
        idle.push(userId)
        if (idle.length === 2) resolve()
      })
    )
    const streams = [open('one'), open('two')]
    messages.reconnect()
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
