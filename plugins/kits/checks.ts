import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError, type ProviderErrorCode } from '../contract/errors.ts'

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

/** Fails with `message` when the promise takes longer than `ms`. */
export async function within<T>(ms: number, message: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `${message} within ${ms} ms` })), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A date for `Retry-After` headers, too far ahead for any run of a kit to reach. */
const aDate = new Date(Date.now() + 86_400_000).toUTCString()

const statuses: [status: number, code: ProviderErrorCode, retryAfter?: string][] = [
  [400, 'bad_request'],
  [401, 'unauthorized'],
  [402, 'quota_exhausted'],
  [403, 'unauthorized'],
  [404, 'misconfigured'],
  [422, 'bad_request'],
  [429, 'rate_limited'],
  [429, 'rate_limited', '7'],
  [429, 'rate_limited', aDate],
  [500, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable', '2'],
  [504, 'timeout'],
  [529, 'unavailable'],
]

/** The statuses that every kit sends: the title of each case, the headers to send, and a check of the failure. */
export const statusCases = statuses.map(([status, code, retryAfter]) => ({
  status,
  title:
    `maps status ${status} to ${code}` +
    (retryAfter === undefined
      ? ''
      : `, with the pause of Retry-After: ${retryAfter === aDate ? 'a date' : retryAfter}`),
  headers: (retryAfter === undefined ? {} : { 'retry-after': retryAfter }) as Record<string, string>,
  check: (failure: ProviderError, what?: string): void => {
    assert.equal(failure.code, code, what)
    assert.equal(failure.status, status)
    const waits = failure.retryAfterMs
    if (retryAfter === undefined) assert.equal(waits, null)
    else if (retryAfter !== aDate) assert.equal(waits, Number(retryAfter) * 1_000)
    else assert.ok(waits !== null && Math.abs(Date.parse(aDate) - Date.now() - waits) < 30_000, `waits ${waits}`)
  },
}))
