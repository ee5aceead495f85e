import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { ReplyContext } from '../src/replies/reply_context.ts'
import { ReplyHub } from '../src/replies/reply_hub.ts'
import { ReplyKeeper } from '../src/replies/reply_keeper.ts'
import type { ReplySignal } from '../src/replies/reply_signals.ts'

const timings = { leaseMs: 10_000, tickMs: 30, firstTextTimeoutMs: 800, nextTextTimeoutMs: 300, drainMs: 0 }

/** A database that takes everything, keeps the texts under way, and can crash. */
class FakeDatabase {
  readonly parts: string[] = []
  /** What is to happen once the keeper has looked for stops, just before it writes down its texts. */
  beforeSaving = () => {}
  /** The replies of each writing of parts. */
  readonly written: string[][] = []
  /** How many replies each sweep ends, in their order; then none. */
  sweeps: number[] = []
  /** Called when the last of them is done. */
  onSwept = () => {}
  /** Called at each writing. */
  onSaved = () => {}
  readonly #onGap: (() => void)[] = []
  #isConnected = true

  onGap = (listener: () => void) => void this.#onGap.push(listener)

  /** Forgets the latest parts, which it had not flushed, and is back at once. */
  crash(forgotten: number) {
    this.parts.length -= forgotten
    this.#isConnected = false
  }

  connection = async () => {
    if (!this.#isConnected) for (const listener of this.#onGap) listener()
    this.#isConnected = true
    return this.#run
  }

  query = async (text: string, values: unknown[] = []) => (await this.connection())(text, values)

  #run = async (text: string, values: unknown[]) => {
    if (text.includes('left join replies')) this.beforeSaving()
    if (text.includes('into reply_parts')) {
      const [replyIds, seqs, texts] = values as [string[], number[], string[]]
      this.written.push(replyIds)
      for (const [index, seq] of seqs.entries()) this.parts[seq] = texts[index]!
      this.onSaved()
    }
    if (text.includes('for update skip locked') && this.sweeps.length > 0) {
      const count = this.sweeps.shift()!
      if (this.sweeps.length === 0) this.onSwept()
      return Array.from({ length: count }, (_, index) => ({ id: `${index}` }))
    }
    return []
  }
}

const setUp = async (
  cleanup: (work: () => Promise<void>) => void,
  { tickMs = timings.tickMs, sweeps = [] as number[], onSwept = () => {} } = {}
) => {
  const hub = new ReplyHub()
  const database = Object.assign(new FakeDatabase(), { sweeps, onSwept })
  const { query, connection, onGap } = database
  const signals = { query, connection, onGap, send: async () => {}, onSignal: () => () => {}, connectedForMs: 0 }
  const logger = { info() {}, warn() {}, error() {} }
  const events = { tellEnded: async () => {}, flush: async () => {} }
  let tell: (signal: ReplySignal) => void = () => {}
  const hints = { onSignal: (listener: typeof tell) => void (tell = listener) }
  const context = {
    owner: 'o',
    hub,
    signals: { ...signals, ...hints },
    events,
    timings: { ...timings, tickMs },
    logger,
  } as unknown as ReplyContext
  const keeper = new ReplyKeeper(context, 'test')
  await keeper.start()
  cleanup(() => keeper.stop())
  const named = { chatSessionId: 's', characterId: 'c', messageId: 'm', userId: 'u' }
  const identity = { ...named, kind: 'reply' as const, userMessageFrame: '' }
  return { database, open: (id: string) => hub.open({ id, ...identity }), tell: (signal: ReplySignal) => tell(signal) }
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

  test('takes reasoning for a sign of life, before the first text and after it, but not for ever', async ({
    assert,
    cleanup,
  }) => {
    const { open } = await setUp(cleanup)
    const [reasoning, pondering] = [open('reasoning'), open('pondering')]
    pondering.append('Well')
    const begunAt = performance.now()
    const think = setInterval(() => [reasoning, pondering].forEach((live) => live.touch()), 20)
    cleanup(async () => clearInterval(think))
    await ended(pondering)
    assert.isAtLeast(performance.now() - begunAt, timings.nextTextTimeoutMs * 5 - 1)
    assert.isNull(reasoning.early, 'a first text may take longer')
    await ended(reasoning)
    assert.isAtLeast(performance.now() - begunAt, timings.firstTextTimeoutMs * 5 - 1)
    assert.deepEqual([reasoning.early, pondering.early], ['timeout', 'timeout'])
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

  test('leaves no hole in a text that a database which crashed has forgotten the end of, whenever that was', async ({
    assert,
    cleanup,
  }) => {
    const { database, open } = await setUp(cleanup)
    const live = open('followed')
    const seen: string[] = []
    const saved = () =>
      new Promise<void>((resolve) => {
        database.onSaved = () => {
          seen.push(Array.from(database.parts, (part) => part ?? '').join(''))
          resolve()
        }
      })
    for (const word of ['Once ', 'upon ', 'a ']) {
      live.append(word)
      await saved()
    }
    database.beforeSaving = () => {
      database.beforeSaving = () => {}
      database.crash(2)
      live.append('time ')
    }
    await saved()
    assert.deepEqual(seen, ['Once ', 'Once upon ', 'Once upon a ', 'Once upon a time '])
  })

  // No regular tick comes within these tests.
  const never = 1_000_000_000

  test('sweeps again at once until a sweep ends less than a full batch', async ({ assert, cleanup }) => {
    const swept = Promise.withResolvers<void>()
    const { database } = await setUp(cleanup, { tickMs: never, sweeps: [500, 500, 7], onSwept: swept.resolve })
    await swept.promise
    assert.deepEqual(database.sweeps, [])
  })

  test('writes down only the followed reply more often', async ({ assert, cleanup }) => {
    const { database, open, tell } = await setUp(cleanup, { tickMs: never })
    const [followed, other] = [open('followed'), open('other')]
    const saved = () => new Promise<void>((resolve) => (database.onSaved = resolve))
    for (const word of ['Once ', 'upon ', 'a time']) {
      followed.append(word)
      other.append(word)
      const written = saved()
      tell({ kind: 'follow', replyId: 'followed' })
      await written
    }
    assert.deepEqual(database.written, [['followed'], ['followed'], ['followed']])
  })
})
