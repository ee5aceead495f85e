import { test } from '@japa/runner'
import type { ProviderError } from '../errors.ts'
import { withPatience } from '../with_patience.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ code }: ProviderError) => code
  )
const never = () => new AbortController().signal
const fired = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))

test.group('contract | patience', () => {
  test('is over for work that does not end, and that is no matter of the caller’s', async ({ assert }) => {
    assert.equal(await codeOf(withPatience(5, never(), fired)), 'timeout')
  })

  test('does not matter any more once the caller has hung up, however long the work takes to end', async ({
    assert,
  }) => {
    const caller = new AbortController()
    const work = withPatience(5, caller.signal, async (signal) => {
      caller.abort()
      // Ends after the patience would have been over.
      await new Promise((resolve) => setTimeout(resolve, 20))
      signal.throwIfAborted()
    })
    assert.equal(await codeOf(work), 'cut_off')
  })
})
