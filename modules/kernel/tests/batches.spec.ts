import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Timers } from '#plugins/contract/timers'
import { runInBatches } from '../batches.ts'

/** Timers that stand still. Records each rest, which lasts until `wake`. */
class StandingTimers extends Timers {
  ms = 0
  readonly rests: number[] = []
  wake = () => {}

  now() {
    return this.ms
  }

  monotonicMs() {
    return this.ms
  }

  after(ms: number, run: () => void) {
    this.rests.push(ms)
    this.wake = run
    return () => {}
  }
}

const setUp = ({
  lasts = Infinity,
  batchMs = 10,
  max = 100,
  signal,
}: Partial<Record<'lasts' | 'batchMs' | 'max', number>> & { signal?: AbortSignal } = {}) => {
  const timers = new StandingTimers()
  let batches = 0
  const running = runInBatches(
    async () => {
      timers.ms += batchMs
      return ++batches === lasts
    },
    { timers, max, signal }
  )
  return { timers, running, batches: () => batches }
}

test.group('Batches of background work', () => {
  test('rest three times as long as each of them took, and not after the last one', async ({ assert }) => {
    const { timers, running, batches } = setUp({ lasts: 3 })
    for (const done of [1, 2]) {
      await turn()
      assert.equal(batches(), done)
      assert.deepEqual(timers.rests, Array(done).fill(30))
      timers.wake()
    }
    await running
    assert.equal(batches(), 3)
    assert.lengthOf(timers.rests, 2)
  })

  test('rest for two seconds at most', async ({ assert }) => {
    const { timers, running } = setUp({ lasts: 2, batchMs: 60_000 })
    await turn()
    assert.deepEqual(timers.rests, [2_000])
    timers.wake()
    await running
  })

  test('end at their maximum number', async ({ assert }) => {
    const { timers, running, batches } = setUp({ max: 1 })
    await turn()
    timers.wake()
    await running
    assert.equal(batches(), 1)
  })

  test('end when they are aborted, also during a rest', async ({ assert }) => {
    const stop = new AbortController()
    const { running, batches } = setUp({ signal: stop.signal })
    await turn()
    stop.abort()
    await running
    assert.equal(batches(), 1)
    await setUp({ signal: AbortSignal.abort() }).running
  })
})
