import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError } from './errors.ts'

/** For the kits: a signal that never fires. */
export const noSignal = (): AbortSignal => new AbortController().signal

/**
 * For the kits: what a call was refused with. A call that succeeds, throws a stranger or tells a secret is a failure of the case.
 */
export const refusalHiding = (secrets: readonly string[]) =>
  async function refusal(call: Promise<unknown>): Promise<ProviderError> {
    const error = await call.then(
      (value) => assert.fail(`a ProviderError should have been thrown; the answer was ${inspect(value)}`),
      (thrown: unknown) => thrown
    )
    if (error instanceof assert.AssertionError) throw error
    assert.ok(error instanceof ProviderError, `a ProviderError should have been thrown, not ${inspect(error)}`)
    tellsNothing(error, secrets)
    return error
  }

export function tellsNothing(error: Error, hidden: readonly string[]): void {
  const told = `${error.message} ${error.stack} ${inspect(error, { depth: 8, showHidden: true })}`
  for (const secret of hidden) {
    if (secret !== '') assert.ok(!told.includes(secret), `the error tells ${secret}: ${error.message.slice(0, 200)}`)
  }
}
