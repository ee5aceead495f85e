import assert from 'node:assert/strict'
import { encodeMessage, messageBytesMax, type BusReports, type MessageBus } from '../contract/bus.ts'
import { within } from './checks.ts'
import { openNetwork, type Network } from './network.ts'

export interface BusKitOptions {
  name: string
  /** Registers a test with any test runner. */
  test: (title: string, run: () => Promise<void>) => void
  /** Starts a broker on this machine. */
  startBroker: () => Promise<{
    port: number
    /** Creates the bus of one process, connected through the port. It gives up a connection without answers after about `lossMs`. */
    open: (port: number, lossMs: number, reports: BusReports) => MessageBus
    close: () => Promise<void>
  }>
  /** The longest wait for anything. It passes only if the case fails. Default 60,000. */
  patienceMs?: number
}

/** The longest wait for an answer of the broker. No slow machine exceeds it, so it is shorter only for processes that are to lose theirs. */
const lossMs = 60_000
const shortLossMs = 1_000

interface Process {
  bus: MessageBus
  network: Network
  errors: unknown[]
  /** The number of gaps so far. */
  gaps: number
  /** Resolves with the next gap. */
  nextGap: () => Promise<void>
  /** Resolves when the bus knows that it isn't connected. */
  lost: () => Promise<void>
  /** Subscribes, and returns the inbox of the subject. */
  follow: (subject: string) => Promise<Inbox>
}

/** The messages that have arrived on a subject. */
class Inbox {
  constructor(private readonly patienceMs: number) {}

  readonly messages: any[] = []
  leave: () => void = () => {}
  #look: () => void = () => {}

  readonly receive = (message: unknown): void => {
    this.messages.push(message)
    this.#look()
  }

  /** Resolves when a message has arrived for which `isMeant` is true. */
  async has(what: string, isMeant: (message: any) => boolean): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      this.#look = () => {
        if (this.messages.some(isMeant)) resolve()
      }
      this.#look()
    })
    await within(this.patienceMs, `${what} didn’t arrive`, arrived)
  }
}

/** Registers the conformance cases for buses, one per promise. */
export function registerBusKit({ name, test, startBroker, patienceMs = 60_000 }: BusKitOptions): void {
  const scene = (title: string, run: (start: (lossMs?: number) => Promise<Process>) => Promise<void>) =>
    test(`${name}: ${title}`, async () => {
      const broker = await startBroker()
      const started: Process[] = []
      const start = async (ownLossMs = lossMs) => {
        const network = await openNetwork(broker.port)
        const errors: unknown[] = []
        const bus = broker.open(network.port, ownLossMs, { onError: (error) => void errors.push(error) })
        const process = processOf({ bus, network, errors, patienceMs })
        started.push(process)
        const connected = process.nextGap()
        assert.equal(bus.isConnected(), false)
        bus.start()
        await connected
        assert.equal(bus.isConnected(), true)
        return process
      }
      try {
        await run(start)
      } finally {
        for (const { network } of started) network.mend()
        await Promise.all(started.map(({ bus }) => bus.close()))
        for (const { network } of started) network.close()
        await broker.close()
      }
    })

  scene('delivers to all other processes that subscribe, and not to the sender', async (start) => {
    const [sender, ...others] = [await start(), await start(), await start()]
    const own = await sender.follow('events.one')
    const [first, second] = [await others[0]!.follow('events.one'), await others[1]!.follow('events.one')]
    const elsewhere = await others[0]!.follow('events.two')
    await sender.bus.publish('events.one', { n: 1 })
    await sender.bus.publish('events.two', { n: 2 })
    await first.has('the message', ({ n }) => n === 1)
    await second.has('the message', ({ n }) => n === 1)
    await elsewhere.has('the message', ({ n }) => n === 2)
    await others[0]!.bus.publish('events.one', { n: 3 })
    await own.has('the answer', ({ n }) => n === 3)
    await second.has('the answer', ({ n }) => n === 3)
    assert.deepEqual([own, first, second, elsewhere].map(numbersOf), [[3], [1], [1, 3], [2]])
  })

  scene('delivers to every subscriber of a process, and to none that has left', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const [left, stayed, late] = [
      await receiver.follow('events.one'),
      await receiver.follow('events.one'),
      await receiver.follow('events.one'),
    ]
    left.leave()
    left.leave()
    await sender.bus.publish('events.one', { n: 1 })
    await stayed.has('the message', ({ n }) => n === 1)
    late.leave()
    await sender.bus.publish('events.one', { n: 2 })
    await stayed.has('the message', ({ n }) => n === 2)
    assert.deepEqual([left, stayed, late].map(numbersOf), [[], [1, 2], [1]])
  })

  scene('goes on after a subscriber throws, and reports it', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    receiver.bus.subscribe('events.one', () => {
      throw new Error('a subscriber')
    })
    const inbox = await receiver.follow('events.one')
    await sender.bus.publish('events.one', { n: 1 })
    await sender.bus.publish('events.one', { n: 2 })
    await inbox.has('the message', ({ n }) => n === 2)
    assert.deepEqual(numbersOf(inbox), [1, 2])
    assert.deepEqual(
      receiver.errors.map((error) => (error as Error).message),
      ['a subscriber', 'a subscriber']
    )
  })

  scene('keeps the order of the messages of one process', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const inbox = await receiver.follow('events.one')
    const expected = Array.from({ length: 2_000 }, (_, n) => n)
    // Half of them in one turn of the event loop, the others without waiting for one another.
    await Promise.all(expected.slice(0, 1_000).map((n) => sender.bus.publish('events.one', { n })))
    const sending = []
    for (const n of expected.slice(1_000)) {
      sending.push(sender.bus.publish('events.one', { n }))
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(sending)
    await inbox.has('the last message', ({ n }) => n === expected.length - 1)
    assert.deepEqual(numbersOf(inbox), expected)
  })

  scene('delivers a message unchanged, and the same message as often as it is sent', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const inbox = await receiver.follow('events.one')
    const message = { n: 1, text: 'Grüße 💎\r\n"\'\\ \u0000 \u2028', list: [null, true, 1.5, { deep: [] }], none: {} }
    await Promise.all([sender.bus.publish('events.one', message), sender.bus.publish('events.one', message)])
    await sender.bus.publish('events.one', { n: 2 })
    await inbox.has('the last message', ({ n }) => n === 2)
    assert.deepEqual(inbox.messages, [message, message, { n: 2 }])
  })

  scene('delivers messages of the maximum length, and refuses longer ones', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const inbox = await receiver.follow('events.one')
    const ofLength = (bytes: number, letter: string) => {
      const rest = bytes - Buffer.byteLength('events.one') - encodeMessage('', { n: 1, text: '' }).length
      const text = letter.repeat(rest / Buffer.byteLength(letter))
      return { n: 1, text: text + 'x'.repeat(rest - Buffer.byteLength(text)) }
    }
    const longest = ['x', 'ü', '💎'].map((letter) => ofLength(messageBytesMax, letter))
    await Promise.all(longest.map((message) => sender.bus.publish('events.one', message)))
    await assert.rejects(sender.bus.publish('events.one', ofLength(messageBytesMax + 1, '💎')), RangeError)
    await sender.bus.publish('events.one', { n: 2 })
    await inbox.has('the last message', ({ n }) => n === 2)
    assert.deepEqual(inbox.messages, [...longest, { n: 2 }])
  })

  scene('reconnects with all subscriptions, and tells the gap once', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const inbox = await receiver.follow('events.one')
    for (let round = 1; round <= 3; round++) {
      const gap = receiver.nextGap()
      receiver.network.cut()
      receiver.network.mend()
      await gap
      await sender.bus.publish('events.one', { n: round })
      await inbox.has('a message after the gap', ({ n }) => n === round)
    }
    assert.deepEqual(numbersOf(inbox), [1, 2, 3])
    assert.equal(receiver.gaps, 4)
    assert.equal(sender.gaps, 1)
  })

  scene('tells a gap before it goes on when messages were lost', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const inbox = await receiver.follow('events.one')
    await sender.bus.publish('events.one', { n: 1 })
    await inbox.has('the first message', ({ n }) => n === 1)
    const gap = receiver.nextGap()
    receiver.network.cut()
    await sender.bus.publish('events.one', { n: 2 })
    receiver.network.mend()
    await gap
    await sender.bus.publish('events.one', { n: 3 })
    await inbox.has('the last message', ({ n }) => n === 3)
    assert.deepEqual(numbersOf(inbox), [1, 3])
  })

  scene('rejects messages while it isn’t connected, and subscribes all the same', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const gap = receiver.nextGap()
    receiver.network.cut()
    const inbox = new Inbox(patienceMs)
    receiver.bus.subscribe('events.one', inbox.receive)
    await within(patienceMs, 'the subscription didn’t settle', receiver.bus.subscribed())
    // The loss is noticed when the connection is used.
    await assert.rejects(within(patienceMs, 'the message wasn’t rejected', receiver.bus.publish('events.two', {})))
    await within(patienceMs, 'the bus didn’t report the loss', receiver.lost())
    await within(patienceMs, 'the subscription didn’t settle', receiver.bus.subscribed())
    receiver.network.mend()
    await gap
    assert.equal(receiver.bus.isConnected(), true)
    await sender.bus.publish('events.one', { n: 1 })
    await inbox.has('a message after the gap', ({ n }) => n === 1)
  })

  scene('isn’t held up by a process that reads slowly, which receives everything later', async (start) => {
    const [sender, slow, quick] = [await start(), await start(), await start()]
    const [late, inbox] = [await slow.follow('events.one'), await quick.follow('events.one')]
    const text = 'x'.repeat(2_000)
    slow.network.freeze()
    const expected = Array.from({ length: 300 }, (_, n) => n)
    await Promise.all(expected.map((n) => sender.bus.publish('events.one', { n, text })))
    await inbox.has('the last message', ({ n }) => n === expected.length - 1)
    assert.deepEqual(numbersOf(inbox), expected)
    slow.network.mend()
    await late.has('the last message', ({ n }) => n === expected.length - 1)
    assert.deepEqual(numbersOf(late), expected)
    assert.equal(slow.gaps, 1)
  })

  scene('notices a partition without a closed connection, and tells the gap after it', async (start) => {
    const [sender, apart, other] = [await start(), await start(shortLossMs), await start()]
    const [inbox, others] = [await apart.follow('events.one'), await other.follow('events.one')]
    const gap = apart.nextGap()
    apart.network.freeze()
    // Its messages during the partition aren't reported as sent.
    await assert.rejects(within(patienceMs, 'the message wasn’t rejected', apart.bus.publish('events.one', { n: 0 })))
    for (const n of [1, 2, 3]) await sender.bus.publish('events.one', { n })
    await others.has('the message', ({ n }) => n === 3)
    apart.network.cut()
    apart.network.mend()
    await gap
    await sender.bus.publish('events.one', { n: 4 })
    await inbox.has('a message after the partition', ({ n }) => n === 4)
    await apart.bus.publish('events.one', { n: 5 })
    await others.has('a message of the process that was apart', ({ n }) => n === 5)
    assert.ok(numbersOf(inbox).join() === '4' || apart.gaps > 1)
    assert.deepEqual([sender.gaps, other.gaps], [1, 1])
  })

  scene('takes 1,000 subjects, and forgets those that were left', async (start) => {
    const [sender, receiver] = [await start(), await start()]
    const subjects = Array.from({ length: 1_000 }, (_, n) => `events.user-${n}`)
    const arrived: string[] = []
    const leaves = subjects.map((subject) => receiver.bus.subscribe(subject, () => arrived.push(subject)))
    const last = await receiver.follow('events.last')
    await Promise.all(subjects.map((subject) => sender.bus.publish(subject, {})))
    await sender.bus.publish('events.last', { n: 1 })
    await last.has('the last message', ({ n }) => n === 1)
    assert.deepEqual(arrived, subjects)
    for (const leave of leaves) leave()
    const gap = receiver.nextGap()
    receiver.network.cut()
    receiver.network.mend()
    await gap
    const again = await receiver.follow(subjects[0]!)
    await Promise.all(subjects.map((subject) => sender.bus.publish(subject, { n: 2 })))
    await sender.bus.publish('events.last', { n: 2 })
    await last.has('the last message', ({ n }) => n === 2)
    assert.deepEqual(arrived, subjects)
    assert.deepEqual(numbersOf(again), [2])
  })

  scene('calls no listener after it was closed, and sends nothing', async (start) => {
    const [sender, receiver, other] = [await start(), await start(), await start()]
    const [inbox, others] = [await receiver.follow('events.one'), await other.follow('events.one')]
    await receiver.bus.close()
    assert.equal(receiver.bus.isConnected(), false)
    await assert.rejects(receiver.bus.publish('events.one', { n: 0 }))
    await sender.bus.publish('events.one', { n: 1 })
    await others.has('the message', ({ n }) => n === 1)
    assert.deepEqual([numbersOf(inbox), numbersOf(others)], [[], [1]])
    assert.equal(receiver.gaps, 1)
  })
}

const numbersOf = ({ messages }: Inbox): number[] => messages.map(({ n }) => n)

interface ProcessParts extends Pick<Process, 'bus' | 'network' | 'errors'> {
  patienceMs: number
}

const processOf = ({ bus, network, errors, patienceMs }: ProcessParts): Process => {
  let onGap = () => {}
  const process: Process = {
    bus,
    network,
    errors,
    gaps: 0,
    nextGap() {
      const gap = within(patienceMs, 'the gap wasn’t told', new Promise<void>((resolve) => (onGap = resolve)))
      // A case that fails earlier doesn't wait for it.
      gap.catch(() => {})
      return gap
    },
    async lost() {
      while (bus.isConnected()) await new Promise((resolve) => setImmediate(resolve))
    },
    async follow(subject) {
      const inbox = new Inbox(patienceMs)
      inbox.leave = bus.subscribe(subject, inbox.receive)
      await within(patienceMs, 'the subscription didn’t settle', bus.subscribed())
      return inbox
    },
  }
  bus.onGap(() => {
    process.gaps++
    onGap()
  })
  return process
}
