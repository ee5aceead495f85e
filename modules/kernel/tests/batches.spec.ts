import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { runInBatches } from '../batches.ts'

interface Options {
  /** The number of the batch that is the last. */
  last?: number
  /** How long each batch takes. */
  batchMs?: number
  max?: number
  signal?: AbortSignal
}

const setUp = ({ last = Infinity, batchMs = 10, max = 100, signal }: Options = {}) => {
  const timers = new AdjustableTimers()
  let batches = 0
  const running = runInBatches(
    async () => {
      await timers.advance(batchMs)
      return ++batches === last
    },
    { timers, max, signal }
  )
  return { timers, running, batches: () => batches }
}

test.group('Batches of background work', () => {
  test('rest three times as long as each of them took, and not after the last one', async ({ assert }) => {
    const { timers, running, batches } = setUp({ last: 3 })
    for (const done of [1, 2]) {
      await timers.timersAreSet(done)
      await timers.advance(29)
      assert.equal(batches(), done)
      await timers.advance(1)
    }
    await running
    assert.equal(batches(), 3)
  })

  test('rest for two seconds at most', async ({ assert }) => {
    const { timers, running, batches } = setUp({ last: 2, batchMs: 60_000 })
    await timers.timersAreSet(1)
    await timers.advance(1_999)
    assert.equal(batches(), 1)
    await timers.advance(1)
    await running
  })

  test('end at their maximum number', async ({ assert }) => {
    const { timers, running, batches } = setUp({ max: 1 })
    await timers.timersAreSet(1)
    await timers.advance(30)
    await running
    assert.equal(batches(), 1)
  })

  test('end when they are aborted, also during a rest', async ({ assert }) => {
    const stop = new AbortController()
    const { timers, running, batches } = setUp({ signal: stop.signal })
    await timers.timersAreSet(1)
    stop.abort()
    await running
    assert.equal(batches(), 1)
    const stopped = setUp({ signal: stop.signal })
    await stopped.running
    assert.equal(stopped.batches(), 0)
  })
})
