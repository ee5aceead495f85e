import { test } from '@japa/runner'
import { AdjustableTimers } from '../adjustable_timers.ts'
import type { ProviderError } from '../errors.ts'
import { withTimeout } from '../with_timeout.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ code }: ProviderError) => code
  )
const never = () => new AbortController().signal
const fired = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))

test.group('contract | timeout', () => {
  test('throws timeout when the work does not end', async ({ assert }) => {
    const timers = new AdjustableTimers()
    const code = codeOf(withTimeout(5, never(), fired, timers))
    await timers.advance(5)
    assert.equal(await code, 'timeout')
  })

  test('throws cut_off when the caller canceled first, however long the work takes to end', async ({ assert }) => {
    const timers = new AdjustableTimers()
    const caller = new AbortController()
    const endWorkLate = async (signal: AbortSignal) => {
      caller.abort()
      await timers.advance(20)
      signal.throwIfAborted()
    }
    const work = withTimeout(5, caller.signal, endWorkLate, timers)
    assert.equal(await codeOf(work), 'cut_off')
  })
})
