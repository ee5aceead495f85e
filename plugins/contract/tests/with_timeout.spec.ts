import { test } from '@japa/runner'
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
    assert.equal(await codeOf(withTimeout(5, never(), fired)), 'timeout')
  })

  test('throws cut_off when the caller canceled first, however long the work takes to end', async ({ assert }) => {
    const caller = new AbortController()
    const work = withTimeout(5, caller.signal, async (signal) => {
      caller.abort()
      // The work ends after the deadline.
      await new Promise((resolve) => setTimeout(resolve, 20))
      signal.throwIfAborted()
    })
    assert.equal(await codeOf(work), 'cut_off')
  })
})
