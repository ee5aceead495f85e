import assert from 'node:assert/strict'
import { test } from '@japa/runner'
import { natsBus } from '#plugins/bus-nats/index'
import { startFakeNats } from '#plugins/bus-nats/tests/fake_nats_server'
import { longRun } from '#tests/support/long_run'
import type { MessageBus } from '../../contract/bus.ts'
import { registerBusKit } from '../bus_kit.ts'

type Listener = (message: any) => void

interface Broken {
  /** Returns the methods that break the promise. */
  change: (bus: MessageBus) => Partial<MessageBus>
  /** The case that must fail. */
  caught: string
  /** The case fails because something never happens. */
  waits?: true
  isLong?: true
  lossMs?: number
}

const reconnects = 'reconnects with all subscriptions, and tells the gap once'
const rejects = 'rejects messages while it isn’t connected, and subscribes all the same'
const unchanged = 'delivers a message unchanged, and the same message as often as it is sent'

const broken: Record<string, Broken> = {
  'delivers to the sender': {
    change: (bus) => {
      const own: [string, Listener][] = []
      return {
        subscribe(subject, listener) {
          own.push([subject, listener])
          return bus.subscribe(subject, listener)
        },
        async publish(subject, message) {
          await bus.publish(subject, message)
          for (const [each, listener] of own) if (each === subject) listener(message)
        },
      }
    },
    caught: 'delivers to all other processes that subscribe, and not to the sender',
  },
  'calls listeners that have left': {
    change: (bus) => ({
      subscribe(subject, listener) {
        bus.subscribe(subject, listener)
        return () => {}
      },
    }),
    caught: 'delivers to every subscriber of a process, and to none that has left',
  },
  'forgets no subject': {
    change: (bus) => ({
      subscribe(subject, listener) {
        bus.subscribe(subject, listener)
        return () => {}
      },
    }),
    caught: 'takes 1,000 subjects, and forgets those that were left',
    isLong: true,
  },
  'hides the errors of listeners': {
    change: (bus) => ({
      subscribe: (subject, listener) =>
        bus.subscribe(subject, (message) => {
          try {
            listener(message)
          } catch {
            // Nobody learns of it.
          }
        }),
    }),
    caught: 'goes on after a subscriber throws, and reports it',
  },
  'reverses the messages of a turn': {
    change: (bus) => {
      let turn: (() => Promise<void>)[] = []
      return {
        publish: (subject, message) =>
          new Promise((resolve, reject) => {
            if (turn.length === 0)
              queueMicrotask(() => {
                const sends = turn.toReversed()
                turn = []
                for (const send of sends) void send()
              })
            turn.push(() => bus.publish(subject, message).then(resolve, reject))
          }),
      }
    },
    caught: 'keeps the order of the messages of one process',
  },
  'drops repeated messages': {
    change: (bus) => {
      let last = ''
      return {
        async publish(subject, message) {
          const text = JSON.stringify(message)
          if (text === last) return
          last = text
          await bus.publish(subject, message)
        },
      }
    },
    caught: unchanged,
  },
  'changes characters': {
    change: (bus) => ({
      publish: (subject, message) =>
        bus.publish(subject, JSON.parse(JSON.stringify(message).replaceAll('\\u0000', ''))),
    }),
    caught: unchanged,
  },
  'drops long messages silently': {
    change: (bus) => ({
      publish: (subject, message) =>
        bus.publish(subject, message).catch((error) => {
          if (!(error instanceof RangeError)) throw error
        }),
    }),
    caught: 'delivers messages of the maximum length, and refuses longer ones',
  },
  'tells gaps twice': {
    change: (bus) => ({
      onGap: (listener) =>
        bus.onGap(() => {
          listener()
          listener()
        }),
    }),
    caught: reconnects,
  },
  'tells the first gap only': {
    change: (bus) => ({
      onGap(listener) {
        let isTold = false
        bus.onGap(() => {
          if (!isTold) listener()
          isTold = true
        })
      },
    }),
    caught: reconnects,
    waits: true,
  },
  'forgets subscriptions when it reconnects': {
    change: (bus) => {
      const leaves: (() => void)[] = []
      let gaps = 0
      bus.onGap(() => {
        if (++gaps > 1) for (const leave of leaves) leave()
      })
      return {
        subscribe(subject, listener) {
          const leave = bus.subscribe(subject, listener)
          leaves.push(leave)
          return leave
        },
      }
    },
    caught: reconnects,
    waits: true,
  },
  'hides that a message wasn’t sent': {
    change: (bus) => ({ publish: (subject, message) => bus.publish(subject, message).catch(() => {}) }),
    caught: rejects,
  },
  'waits for the connection to subscribe': {
    change: (bus) => {
      let isClosed = false
      return {
        close() {
          isClosed = true
          return bus.close()
        },
        async subscribed() {
          while (!bus.isConnected() && !isClosed) await new Promise((resolve) => setImmediate(resolve))
          await bus.subscribed()
        },
      }
    },
    caught: rejects,
    waits: true,
  },
  'doesn’t notice a partition': {
    change: () => ({}),
    caught: 'notices a partition without a closed connection, and tells the gap after it',
    lossMs: 60_000,
    waits: true,
  },
  'always says that it is connected': {
    change: () => ({ isConnected: () => true }),
    caught: rejects,
  },
  'stays open': {
    change: () => ({ close: async () => {} }),
    caught: 'calls no listener after it was closed, and sends nothing',
  },
}

/** Runs a case of the kit with broken buses. */
const runCase = async ({ change, caught, waits, lossMs: ownLossMs }: Broken) => {
  const cases = new Map<string, () => Promise<void>>()
  const buses: MessageBus[] = []
  registerBusKit({
    name: 'bus',
    test: (title, run) => cases.set(title.slice('bus: '.length), run),
    startBroker: async () => {
      const server = await startFakeNats()
      return {
        ...server,
        open: (port, lossMs, reports) => {
          const heartbeatMs = (ownLossMs ?? lossMs) / 3
          const bus = natsBus({ url: `nats://127.0.0.1:${port}`, heartbeatMs, retryMs: 20, ...reports })
          buses.push(bus)
          const methods: MessageBus = {
            start: () => bus.start(),
            publish: (subject, message) => bus.publish(subject, message),
            subscribe: (subject, listener) => bus.subscribe(subject, listener),
            subscribed: () => bus.subscribed(),
            onGap: (listener) => bus.onGap(listener),
            isConnected: () => bus.isConnected(),
            close: () => bus.close(),
          }
          return { ...methods, ...change(bus) }
        },
      }
    },
    ...(waits && { patienceMs: 500 }),
  })
  try {
    await cases.get(caught)!()
  } finally {
    await Promise.all(buses.map((bus) => bus.close()))
  }
}

test.group('The kit for buses fails for a bus that', () => {
  for (const [name, promise] of Object.entries(broken))
    test(name, async () => {
      await assert.rejects(runCase(promise))
    }).tags(promise.waits || promise.isLong ? longRun : [])
})
