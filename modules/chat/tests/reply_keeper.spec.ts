import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { ReplyContext } from '../src/replies/reply_context.ts'
import { ReplyHub } from '../src/replies/reply_hub.ts'
import { ReplyKeeper } from '../src/replies/reply_keeper.ts'

const timings = { leaseMs: 10_000, tickMs: 30, firstTextTimeoutMs: 800, nextTextTimeoutMs: 300, drainMs: 0 }

/** A database that takes everything, keeps the texts under way, and can crash. */
class FakeDatabase {
  readonly parts: string[] = []
  /** What is to happen once the keeper has looked for stops, just before it writes down its texts. */
  beforeSaving = () => {}
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
      const [, seqs, texts] = values as [string[], number[], string[]]
      for (const [index, seq] of seqs.entries()) this.parts[seq] = texts[index]!
      this.onSaved()
    }
    return []
  }
}

const setUp = async (cleanup: (work: () => Promise<void>) => void) => {
  const hub = new ReplyHub()
  const database = new FakeDatabase()
  const { query, connection, onGap } = database
  const signals = { query, connection, onGap, send: async () => {}, onSignal: () => () => {}, connectedForMs: 0 }
  const logger = { info() {}, warn() {}, error() {} }
  const events = { tellEnded: async () => {}, flush: async () => {} }
  const context = { owner: 'o', hub, signals, events, timings, logger } as unknown as ReplyContext
  const keeper = new ReplyKeeper(context, 'test')
  await keeper.start()
  cleanup(() => keeper.stop())
  const named = { chatSessionId: 's', characterId: 'c', messageId: 'm', userId: 'u' }
  const identity = { ...named, kind: 'reply' as const, userMessageFrame: '' }
  return { database, open: (id: string) => hub.open({ id, ...identity }) }
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
})
