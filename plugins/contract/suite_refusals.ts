import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError } from './errors.ts'

/** Returns a signal that never fires. */
export const noSignal = (): AbortSignal => new AbortController().signal

/** Creates a function that returns the `ProviderError` of a call. Fails if the call succeeds, throws another class or leaks a secret. */
export const refusalHiding = (secrets: readonly string[]) =>
  async function refusal(call: Promise<unknown>): Promise<ProviderError> {
    const error = await call.then(
      (value) => assert.fail(`expected a ProviderError; the answer was ${inspect(value)}`),
      (thrown: unknown) => thrown
    )
    if (error instanceof assert.AssertionError) throw error
    assert.ok(error instanceof ProviderError, `expected a ProviderError, got ${inspect(error)}`)
    assertLeaksNothing(error, secrets)
    return error
  }

export function assertLeaksNothing(error: Error, hidden: readonly string[]): void {
  const text = `${error.message} ${error.stack} ${inspect(error, { depth: 8, showHidden: true })}`
  for (const secret of hidden) {
    if (secret !== '')
      assert.ok(
        !text.includes(secret),
        `the error leaks a secret: it contains ${secret}: ${error.message.slice(0, 200)}`
      )
  }
}
